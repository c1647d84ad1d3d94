import { Type } from 'typebox'
import {
  ConfirmedPassword,
  checkNewPassword,
  NewPassword,
  type PasswordPair,
} from '../accounts/password-fields.ts'
import type { Config } from '../config.ts'
import { type FieldProblem, wrong } from '../http/failure.ts'
import { Email, Line } from '../http/fields.ts'
import type { BodyCheck } from '../http/validation.ts'
import type { OutboundPolicy } from '../outbound/outbound-policy.ts'
import {
  calledAddressProblem,
  isMobileAddress,
  isWebAddress,
  webAddressNeeded,
} from '../outbound/partner-url.ts'
import type { PartnerAddresses } from './partner.ts'

const URL_MAX = 2048
const OptionalAddress = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: URL_MAX, must: `be an address of at most ${URL_MAX} characters`, description }),
  )
const Address = (description: string) =>
  Line(URL_MAX, { must: `be an address of at most ${URL_MAX} characters`, description })

const addressFields = {
  redirectUrl: Address(
    'Default return address after leaving the authorization server. May equal one of the other two.',
  ),
  webRedirectUrl: OptionalAddress('Return address on the web; redirectUrl when not given.'),
  mobileRedirectUrl: OptionalAddress(
    'Return address in a mobile app, may use a private-use scheme; redirectUrl when not given.',
  ),
  userDetailsUrl: Address('Address that responds with a user record; accepts the query parameter tag.'),
}

function checkAddresses(policy: OutboundPolicy): BodyCheck<PartnerAddresses> {
  const { mode } = policy
  return (body) => {
    const problems: FieldProblem[] = []
    const refuse = (
      field: keyof PartnerAddresses,
      allowed: (value: string, mode: Config['mode']) => boolean,
      must: string,
    ) => {
      const value = body[field]
      if (value && !allowed(value, mode)) problems.push(wrong(field, `must ${must}`))
    }
    const webAddress = webAddressNeeded(mode)
    refuse(
      'redirectUrl',
      isMobileAddress,
      `${webAddress}, or use a private-use scheme such as com.example.app:/callback`,
    )
    refuse('webRedirectUrl', isWebAddress, webAddress)
    refuse(
      'mobileRedirectUrl',
      isMobileAddress,
      `${webAddress}, or use a private-use scheme such as com.example.app:/callback`,
    )
    const { userDetailsUrl } = body
    const problem = userDetailsUrl ? calledAddressProblem(userDetailsUrl, policy) : undefined
    if (problem) problems.push(wrong('userDetailsUrl', problem))
    return problems
  }
}

export const NewPartnerBody = (policy: OutboundPolicy) =>
  Type.Object(
    {
      applicationName: Line(100, { description: "Name of the partner's application." }),
      ...addressFields,
      email: Email({ description: 'Used for login and password reset.' }),
      partnerName: Line(100),
      password: NewPassword(),
      confirmPassword: ConfirmedPassword(),
    },
    {
      schemaName: 'NewPartner',
      check: (body: NewPartnerGiven) => [...checkAddresses(policy)(body), ...checkNewPassword(body)],
      examples: [
        {
          applicationName: 'Acme Shop',
          redirectUrl: 'https://shop.acme.example/callback',
          webRedirectUrl: 'https://shop.acme.example/callback',
          mobileRedirectUrl: 'com.acme.shop:/callback',
          email: 'rewards@acme.example',
          partnerName: 'Acme',
          password: 'Sunny-Day-7',
          confirmPassword: 'Sunny-Day-7',
          userDetailsUrl: 'https://shop.acme.example/laurel/users',
        },
      ],
    },
  )

type NewPartnerGiven = Partial<PartnerAddresses> & PasswordPair

export const PartnerChangesBody = (policy: OutboundPolicy) =>
  Type.Partial(Type.Object({ ...addressFields, boardsPublic: Type.Boolean({ must: 'be true or false' }) }), {
    schemaName: 'PartnerChanges',
    check: checkAddresses(policy),
    examples: [{ boardsPublic: true }],
  })
