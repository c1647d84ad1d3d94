import type { BodyOf } from '../api/types.ts'

export type NewPartner = Required<BodyOf<'onboardPartner'>> & { ecosystem: string }

export const NEW_PARTNER: NewPartner = {
  partnerName: '',
  ecosystem: '',
  email: '',
  password: '',
  confirmPassword: '',
  applicationName: '',
  redirectUrl: '',
  webRedirectUrl: '',
  mobileRedirectUrl: '',
  userDetailsUrl: '',
}

export const OPTIONAL: ReadonlySet<string> = new Set(['webRedirectUrl', 'mobileRedirectUrl'])
