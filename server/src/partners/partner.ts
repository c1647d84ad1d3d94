/** A business that gives rewards, with the application through which it does so. */
export type Partner = {
  partnerId: string
  applicationId: string
  ecosystem: string
  partnerName: string
  email: string
  /** Whether the code that was mailed to the address has been entered. */
  emailVerified: boolean
  applicationName: string
  clientId: string
  /** For apps that cannot keep a secret. */
  publicClientId: string
  redirectUrl: string
  webRedirectUrl: string | null
  mobileRedirectUrl: string | null
  userDetailsUrl: string
  boardsPublic: boolean
}

export const ECOSYSTEM_NAME = /^[a-z][a-z0-9-]{1,62}$/

export type PartnerAddresses = Pick<
  Partner,
  'redirectUrl' | 'webRedirectUrl' | 'mobileRedirectUrl' | 'userDetailsUrl'
>
