import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import {
  Email,
  Line,
  NumericString,
  ObjectOrNull,
  OneOf,
  parseWhole,
  readOnlyFields,
  WholeNumber,
} from '../../http/input/fields.ts'
import type { BodyCheck } from '../../http/input/validation.ts'
import {
  ConfirmedPassword,
  checkNewPassword,
  NewPassword,
  type PasswordPair,
} from '../../identity/accounts/password-fields.ts'
import type { OutboundPolicy } from '../../messages/outbound/outbound-policy.ts'
import {
  calledAddressProblem,
  isMobileAddress,
  isWebAddress,
  webAddressNeeded,
} from '../../messages/outbound/partner-url.ts'
import { type FieldProblem, invalidFields, wrong } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { BALANCE_MAX, type Coins, parseCoins, parseDecimal } from '../ledger/coin.ts'
import { NOTICE_DAYS_MAX } from '../ledger/coin-expiry.ts'
import { ExpiryField } from '../ledger/expiry-fields.ts'
import { MEMBER_LIMIT_PERIODS } from '../ledger/member-limit.ts'
import { isTimeZone } from '../ledger/time-zone.ts'
import { ACCENT_PATTERN } from './accent.ts'
import { isNotSetUp } from './not-set-up.ts'
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
    'Default redirect address after leaving the authorization server. May equal one of the other two.',
  ),
  webRedirectUrl: OptionalAddress('Redirect address on the web; redirectUrl when not given.'),
  mobileRedirectUrl: OptionalAddress(
    'Redirect address in a mobile app, may use a private-use scheme; redirectUrl when not given.',
  ),
  userDetailsUrl: Address('Address that responds with a user record; accepts the query parameter tag.'),
}

/** Where requests may go, and the address of this service. */
type AddressPolicy = OutboundPolicy & Pick<Config, 'origin'>

function checkAddresses(policy: AddressPolicy): BodyCheck<PartnerAddresses> {
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
    const mobileAddress = `${webAddress}, or use a private-use scheme such as com.example.app:/callback`
    refuse('redirectUrl', isMobileAddress, mobileAddress)
    refuse('webRedirectUrl', isWebAddress, webAddress)
    refuse('mobileRedirectUrl', isMobileAddress, mobileAddress)
    const { userDetailsUrl } = body
    const isCalled = userDetailsUrl && !isNotSetUp(userDetailsUrl, policy)
    const problem = isCalled ? calledAddressProblem(userDetailsUrl, policy) : undefined
    if (problem) problems.push(wrong('userDetailsUrl', problem))
    return problems
  }
}

export const NewPartnerBody = (policy: AddressPolicy) =>
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
      check: (body: NewPartnerInput) => [...checkAddresses(policy)(body), ...checkNewPassword(body)],
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

type NewPartnerInput = Partial<PartnerAddresses> & PasswordPair

const TIME_ZONE_MUST = 'be a time zone of the IANA database, such as Europe/Berlin'

export const unknownTimeZone = () => invalidFields([wrong('timeZone', `must ${TIME_ZONE_MUST}`)])

const CoinNameBody = Type.Object(
  { one: Line(30, { examples: ['star'] }), many: Line(30, { examples: ['stars'] }) },
  { schemaName: 'CoinName', description: 'What one coin and many coins are called.' },
)

/** A million units of a currency. */
const COIN_VALUE_MAX = 1_000_000_000_000n
const COIN_VALUE_MUST = 'be an amount above 0 and up to 1000000, with at most 6 decimals, such as "0.01"'

const CoinValueBody = Type.Object(
  {
    amount: NumericString({
      must: COIN_VALUE_MUST,
      description: 'How much one coin is worth, with at most 6 decimals.',
      examples: ['0.01'],
    }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      must: 'be a currency of ISO 4217, such as EUR',
      examples: ['EUR'],
    }),
    since: Type.Optional(
      Type.String({
        format: 'date',
        must: 'be a day such as 2026-03-01',
        description: 'The first day of this value; today by default.',
      }),
    ),
    ...readOnlyFields(['until']),
  },
  {
    schemaName: 'CoinValueChange',
    description: 'What a coin is worth from a day on. Earlier values stay; one of the same day is replaced.',
  },
)

export const parseCoinValue = (amount: string | number): bigint | undefined =>
  parseDecimal(amount, 6, COIN_VALUE_MAX)

const MEMBER_LIMIT_MUST = 'be "-1" for no maximum, or a coin amount up to 70000000000000'

/** Undefined if the value is not a limit, null for none. */
export const parseMemberLimit = (value: string | number): Coins | null | undefined =>
  parseWhole(value) === -1 ? null : parseCoins(value, BALANCE_MAX)

export const MemberLimitPeriodField = (place: { description?: string } = {}) =>
  OneOf(MEMBER_LIMIT_PERIODS, { schemaName: 'MemberLimitPeriod', ...place })

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

const BRAND_READ_ONLY = ['logo', 'accentOnLight', 'accentOnDark'] as const

const BrandBody = Type.Object(
  {
    accent: Type.Optional(
      Type.Union([Type.String({ pattern: ACCENT_PATTERN }), Type.Null()], {
        must: 'be a colour such as #1e6842, or null for none',
        description: 'The colour of the brand on pages for users; null for none. `setLogo` sets the logo.',
        examples: ['#1e6842'],
      }),
    ),
    ...readOnlyFields(BRAND_READ_ONLY),
  },
  { schemaName: 'BrandChange' },
)

type SettingsInput = {
  timeZone?: string
  coinValue?: { amount: string | number; currency: string } | null
  memberCoinLimit?: string | number
}

function checkChanges(policy: AddressPolicy): BodyCheck<Partial<PartnerAddresses> & SettingsInput> {
  const checked = checkAddresses(policy)
  return (body) => {
    const problems = [...checked(body as never)]
    const { timeZone, coinValue, memberCoinLimit } = body
    if (typeof timeZone === 'string' && !isTimeZone(timeZone))
      problems.push(wrong('timeZone', `must ${TIME_ZONE_MUST}`))
    if (coinValue && parseCoinValue(coinValue.amount) === undefined)
      problems.push(wrong('coinValue.amount', `must ${COIN_VALUE_MUST}`))
    if (coinValue && !CURRENCIES.has(coinValue.currency))
      problems.push(wrong('coinValue.currency', 'must be a currency of ISO 4217, such as EUR'))
    if (memberCoinLimit !== undefined && parseMemberLimit(memberCoinLimit) === undefined)
      problems.push(wrong('memberCoinLimit', `must ${MEMBER_LIMIT_MUST}`))
    return problems
  }
}

const READ_ONLY_FIELDS = [
  'id',
  'applicationName',
  'clientId',
  'partnerId',
  'email',
  'partnerName',
  'publicClientId',
  'ecosystem',
  'emailVerified',
  'coinValues',
] as const

export const PartnerChangesBody = (policy: AddressPolicy) =>
  Type.Partial(
    Type.Object({
      ...addressFields,
      boardsPublic: Type.Boolean({ must: 'be true or false' }),
      timeZone: Line(100, {
        must: TIME_ZONE_MUST,
        description:
          'The time zone in which days begin: those of the overview, of statements, results and history, the periods of memberCoinLimit, and the days on which coins can be spent for the first time and expire. A change counts the days of figures again in the background, and moves no date of coins. The months of boards are UTC.',
        examples: ['Europe/Berlin'],
      }),
      coinName: ObjectOrNull(CoinNameBody),
      coinValue: ObjectOrNull(CoinValueBody),
      memberCoinLimit: NumericString({
        must: MEMBER_LIMIT_MUST,
        description:
          'How many coins all rules together pay one member in a memberLimitPeriod; -1 for no maximum (default).',
      }),
      memberLimitPeriod: MemberLimitPeriodField({
        description:
          'The period of memberCoinLimit, in the timeZone of the programme. Default day. A change of either starts at 0.',
      }),
      coinExpiry: ExpiryField({
        description:
          'How long coins of later awards and positive adjustments live; null for ever (default). Rules may say otherwise. Days, months and years are those of timeZone.',
      }),
      expiryNoticeDays: WholeNumber(1, NOTICE_DAYS_MAX, {
        description: 'How many days before coins expire the event coins.expiring says so. Default 30.',
      }),
      brand: BrandBody,
      ...readOnlyFields(READ_ONLY_FIELDS),
    }),
    { schemaName: 'PartnerChanges', check: checkChanges(policy), examples: [{ boardsPublic: true }] },
  )

type Details = Record<string, unknown>

/** Details may be sent back as they are. */
export function refuseOtherDetails(changes: Details, current: Details & { brand: Details }): void {
  const differing = (names: readonly string[], sent: Details, known: Details) =>
    names.filter((name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], known[name]))
  const brand = (changes.brand ?? {}) as Details
  const others = [
    ...differing(READ_ONLY_FIELDS, changes, current),
    ...differing(BRAND_READ_ONLY, brand, current.brand).map((name) => `brand.${name}`),
  ]
  if (others.length > 0) throw invalidFields(others.map((field) => wrong(field, 'cannot be changed here')))
}
