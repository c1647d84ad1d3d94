import { Type } from 'typebox'
import type { Config } from '../config.ts'
import { onPartnerBy, type RecordAct, sourceOf } from '../platform/account-act.ts'
import { partnerOf } from '../platform/credential.ts'
import type { Database } from '../platform/database.ts'
import { invalid, notFound, taken } from '../platform/failure.ts'
import { Email, Line } from '../platform/fields.ts'
import { answerWith, keyOf } from '../platform/idempotency.ts'
import { answerOpenlyOnce } from '../platform/open-reply.ts'
import { isMobileAddress, isWebAddress, webAddressNeeded } from '../platform/partner-url.ts'
import {
  ConfirmedPassword,
  checkNewPassword,
  NewPassword,
  type PasswordPair,
} from '../platform/password-fields.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { Seal } from '../platform/seal.ts'
import type { BodyCheck } from '../platform/validation.ts'
import { type App, operation } from '../platform/wire.ts'
import { onboardPartner } from './onboard-partner.ts'
import { ECOSYSTEM_NAME, type Partner, type PartnerAddresses } from './partner.ts'
import { findPartner, updatePartner } from './partner-store.ts'

type ReturnAddresses = Omit<PartnerAddresses, 'userDetailsUrl'>

type Services = {
  config: Config
  database: Database
  seal: Seal
  recordAct: RecordAct
  /** What keeps return addresses from working together at the authorization server. */
  addressProblem: (addresses: ReturnAddresses) => Promise<string | undefined>
  now: () => Date
}

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
  userDetailsUrl: Address('Address that answers with a user record; accepts the query parameter tag.'),
}

export const EcosystemPath = Type.Object({
  eco: Type.String({
    pattern: ECOSYSTEM_NAME.source,
    must: 'start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens',
    description: 'The partner ecosystem.',
    examples: ['acme-rewards'],
  }),
})

const EXAMPLE = {
  id: '0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55',
  applicationName: 'Acme Shop',
  clientId: '5f0c1e8d9a4b73260e1d4c8b7a695f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d4',
  webRedirectUrl: 'https://shop.acme.example/callback',
  mobileRedirectUrl: 'com.acme.shop:/callback',
  partnerId: '0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c',
  redirectUrl: 'https://shop.acme.example/callback',
  email: 'rewards@acme.example',
  partnerName: 'Acme',
  userDetailsUrl: 'https://shop.acme.example/laurel/users',
}

export const PartnerData = Type.Object(
  {
    id: Type.String({ description: "The application's id." }),
    applicationName: Type.String(),
    clientId: Type.String({ description: '64 hex digits.' }),
    webRedirectUrl: Type.String(),
    mobileRedirectUrl: Type.String(),
    partnerId: Type.String(),
    redirectUrl: Type.String(),
    email: Type.String(),
    partnerName: Type.String(),
    userDetailsUrl: Type.String(),
  },
  {
    examples: [EXAMPLE],
  },
)

export const OwnPartnerData = Type.Object(
  {
    ...PartnerData.properties,
    publicClientId: Type.String({
      description: 'The client id for apps that cannot keep a secret: on a phone, or in a browser.',
    }),
    ecosystem: Type.String(),
    boardsPublic: Type.Boolean(),
  },
  {
    examples: [
      {
        ...EXAMPLE,
        publicClientId: 'b7a695f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d45f0c1e8d9a4b73260e1d4c8',
        ecosystem: 'acme-rewards',
        boardsPublic: false,
      },
    ],
  },
)

/** A return address that was not given is answered as the one that will be used. */
export function partnerData(partner: Partner) {
  return {
    id: partner.applicationId,
    applicationName: partner.applicationName,
    clientId: partner.clientId,
    webRedirectUrl: partner.webRedirectUrl ?? partner.redirectUrl,
    mobileRedirectUrl: partner.mobileRedirectUrl ?? partner.redirectUrl,
    partnerId: partner.partnerId,
    redirectUrl: partner.redirectUrl,
    email: partner.email,
    partnerName: partner.partnerName,
    userDetailsUrl: partner.userDetailsUrl,
  }
}

export const ownPartnerData = (partner: Partner) => ({
  ...partnerData(partner),
  publicClientId: partner.publicClientId,
  ecosystem: partner.ecosystem,
  boardsPublic: partner.boardsPublic,
})

function checkAddresses(mode: Config['mode']): BodyCheck<PartnerAddresses> {
  return (body) => {
    const problems: string[] = []
    const refuse = (
      field: keyof PartnerAddresses,
      allowed: (value: string, mode: Config['mode']) => boolean,
      must: string,
    ) => {
      const value = body[field]
      if (value && !allowed(value, mode)) problems.push(`${field} must ${must}`)
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
    refuse('userDetailsUrl', isWebAddress, webAddress)
    return problems
  }
}

const NewPartnerBody = (mode: Config['mode']) =>
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
      check: (body: NewPartnerGiven) => [...checkAddresses(mode)(body), ...checkNewPassword(body)],
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

const PartnerChangesBody = (mode: Config['mode']) =>
  Type.Partial(Type.Object({ ...addressFields, boardsPublic: Type.Boolean({ must: 'be true or false' }) }), {
    check: checkAddresses(mode),
    examples: [{ boardsPublic: true }],
  })

/** Onboarding: the one act of a partner that needs no token. */
export function partnerOnboardingRoutes(
  app: App,
  { config, database, seal, recordAct, addressProblem, now }: Services,
): void {
  app.post(
    '/:eco/partners',
    operation({
      id: 'onboardPartner',
      tag: 'Partners',
      summary: 'Onboard a partner',
      description:
        'Registers a partner and its application in an ecosystem, and opens its ledger. Sign in with the same email and password.',
      params: EcosystemPath,
      body: NewPartnerBody(config.mode),
      code: 201,
      message: 'Partner details saved successfully',
      data: PartnerData,
      failures: [taken('The email rewards@acme.example is already taken; sign in, or use another one.')],
      open: true,
      idempotent: true,
    }),
    async (request, reply) => {
      const { params, body } = request
      const { password, confirmPassword: _, ...rest } = body
      const given = {
        ...rest,
        webRedirectUrl: body.webRedirectUrl || null,
        mobileRedirectUrl: body.mobileRedirectUrl || null,
      }
      if (config.ecosystems && !config.ecosystems.includes(params.eco)) {
        throw invalid(`The ecosystem ${params.eco} is not open for partners here; ask for its right name.`)
      }
      await refuseUnfit(given, addressProblem)
      const at = now()
      const passwordHash = await hashPassword(password)
      const scope = seal.fingerprint('onboarding', body.email.toLowerCase())
      const answer = await answerOpenlyOnce(database, scope, keyOf(request, seal), at, async (tx) => {
        const partner = await onboardPartner(tx, { ...given, passwordHash, ecosystem: params.eco }, at)
        const { partnerId } = partner
        await recordAct(tx, {
          subject: partnerId,
          partnerId,
          act: 'partner_onboarded',
          from: sourceOf(request),
          at,
        })
        return { status: 201, data: partnerData(partner) }
      })
      return answerWith(reply, answer)
    },
  )
}

const CHANGEABLE = [
  'redirectUrl',
  'webRedirectUrl',
  'mobileRedirectUrl',
  'userDetailsUrl',
  'boardsPublic',
] as const

/** The partner's own details. */
export function ownPartnerRoutes(
  app: App,
  { config, database, recordAct, addressProblem, now }: Services,
): void {
  app.get(
    '/:eco/partners/me',
    operation({
      id: 'readOwnPartner',
      tag: 'Partners',
      summary: 'Read your own details',
      params: EcosystemPath,
      message: 'Partner details returned',
      data: OwnPartnerData,
      failures: ['notFound'],
    }),
    async (request) => ownPartnerData(await ownPartner(database, partnerOf(request), request.params.eco)),
  )

  app.patch(
    '/:eco/partners/me',
    operation({
      id: 'changeOwnPartner',
      tag: 'Partners',
      roles: ['owner'],
      summary: 'Change your addresses, or publish your boards',
      params: EcosystemPath,
      body: PartnerChangesBody(config.mode),
      message: 'Partner details saved successfully',
      data: OwnPartnerData,
      failures: ['notFound'],
    }),
    async (request) => {
      const partner = await ownPartner(database, partnerOf(request), request.params.eco)
      const { redirectUrl, webRedirectUrl, mobileRedirectUrl, userDetailsUrl, boardsPublic } = request.body
      const changed: Partner = {
        ...partner,
        redirectUrl: redirectUrl ?? partner.redirectUrl,
        userDetailsUrl: userDetailsUrl ?? partner.userDetailsUrl,
        boardsPublic: boardsPublic ?? partner.boardsPublic,
        webRedirectUrl: webRedirectUrl === undefined ? partner.webRedirectUrl : webRedirectUrl || null,
        mobileRedirectUrl:
          mobileRedirectUrl === undefined ? partner.mobileRedirectUrl : mobileRedirectUrl || null,
      }
      await refuseUnfit(changed, addressProblem)
      const at = now()
      const fields = CHANGEABLE.filter((field) => changed[field] !== partner[field])
      await database.transaction(async (tx) => {
        await updatePartner(tx, changed, at)
        if (fields.length === 0) return
        await recordAct(tx, { ...onPartnerBy(request), act: 'partner_changed', at, detail: { fields } })
      })
      return ownPartnerData(changed)
    },
  )
}

async function refuseUnfit(
  addresses: ReturnAddresses,
  addressProblem: Services['addressProblem'],
): Promise<void> {
  const problem = await addressProblem(addresses)
  if (problem) throw invalid(problem)
}

export async function ownPartner(database: Database, partnerId: string, ecosystem: string): Promise<Partner> {
  const partner = await findPartner(database, partnerId)
  if (partner?.ecosystem !== ecosystem) throw notFound('A partner of yours in this ecosystem')
  return partner
}
