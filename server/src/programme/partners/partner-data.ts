import { Type } from 'typebox'
import { Nullable } from '../../http/input/fields.ts'
import { formatCoins, formatDecimal } from '../ledger/coin.ts'
import type { ExpirySettings } from '../ledger/coin-expiry.ts'
import { ExpiryData } from '../ledger/expiry-fields.ts'
import type { MemberLimit } from '../ledger/member-limit.ts'
import { readableAccents } from './accent.ts'
import {
  type CoinValue,
  coinValueOn,
  ECOSYSTEM_NAME,
  logoPath,
  type Partner,
  type PartnerBrand,
} from './partner.ts'
import { MemberLimitPeriodField } from './partner-body.ts'

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
    schemaName: 'Partner',
    examples: [EXAMPLE],
  },
)

export const COIN_VALUE_EXAMPLE = { amount: '0.01', currency: 'EUR', since: '2026-01-01', until: null }

export const CoinValueData = Type.Object(
  {
    amount: Type.String({ description: 'How much one coin is worth.' }),
    currency: Type.String({ description: 'The currency, by ISO 4217.' }),
    since: Type.String({ format: 'date', description: 'The first day of this value.' }),
    until: Nullable(
      Type.String({
        format: 'date',
        description: 'The first day without a value; null while there is none.',
      }),
    ),
  },
  { schemaName: 'CoinValue', description: 'What a coin is worth in money.', examples: [COIN_VALUE_EXAMPLE] },
)

const CoinNameData = Type.Object(
  { one: Type.String(), many: Type.String() },
  { schemaName: 'OwnCoinName', description: 'What one coin and many coins are called.' },
)

const BRAND_EXAMPLE = {
  logo: '/logos/0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c/9f86d081884c7d659a2feaa0c55ad015.png',
  accent: '#3fa36c',
  accentOnLight: '#2a6d48',
  accentOnDark: '#49a874',
}

const BrandData = Type.Object(
  {
    logo: Nullable(
      Type.String({ description: 'The path of the logo on this service. It changes with the logo.' }),
    ),
    accent: Nullable(Type.String({ description: 'The colour of the brand.' })),
    accentOnLight: Nullable(
      Type.String({
        description:
          'The accent for light pages, darkened where it could not be read. White text can be read on it.',
      }),
    ),
    accentOnDark: Nullable(
      Type.String({
        description:
          'The accent for dark pages, lightened where it could not be read. Black text can be read on it.',
      }),
    ),
  },
  { schemaName: 'Brand', description: 'How pages for users show the partner.', examples: [BRAND_EXAMPLE] },
)

export const OwnPartnerData = Type.Object(
  {
    ...PartnerData.properties,
    publicClientId: Type.String({
      description: 'The client id for apps that cannot keep a secret: on a phone, or in a browser.',
    }),
    ecosystem: Type.String(),
    emailVerified: Type.Boolean({
      description:
        'Whether the mailed code was entered. Until then, in production, the partner cannot invite, create client secrets or register webhooks.',
    }),
    boardsPublic: Type.Boolean(),
    timeZone: Type.String({
      description:
        'The time zone in which days begin: those of the overview, of statements, results and history, the periods of memberCoinLimit, and the days on which coins can be spent for the first time and expire.',
    }),
    coinName: Nullable(CoinNameData),
    coinValue: Nullable(CoinValueData),
    coinValues: Type.Array(CoinValueData, { description: 'Every value, the latest day first.' }),
    memberCoinLimit: Type.String({
      description:
        'How many coins all rules together pay one member in a memberLimitPeriod; -1 for no maximum.',
    }),
    memberLimitPeriod: MemberLimitPeriodField(),
    coinExpiry: Nullable(ExpiryData),
    expiryNoticeDays: Type.Integer({
      description: 'How many days before coins expire the event coins.expiring says so.',
    }),
    brand: BrandData,
  },
  {
    schemaName: 'OwnPartner',
    examples: [
      {
        ...EXAMPLE,
        publicClientId: 'b7a695f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d45f0c1e8d9a4b73260e1d4c8',
        ecosystem: 'acme-rewards',
        emailVerified: true,
        boardsPublic: false,
        timeZone: 'Europe/Berlin',
        coinName: { one: 'star', many: 'stars' },
        coinValue: COIN_VALUE_EXAMPLE,
        coinValues: [COIN_VALUE_EXAMPLE],
        memberCoinLimit: '500',
        memberLimitPeriod: 'day',
        coinExpiry: { after: 'P12M', until: 'month' },
        expiryNoticeDays: 30,
        brand: BRAND_EXAMPLE,
      },
    ],
  },
)

/** Shows redirectUrl in place of a redirect address that was not given. */
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

export const coinValueData = ({ amount, currency, since, until }: CoinValue) => ({
  amount: formatDecimal(amount, 6),
  currency,
  since,
  until,
})

/** How pages for users show a partner. */
function brandData(brand: PartnerBrand) {
  const { accent } = brand
  const { onLight = null, onDark = null } = accent === null ? {} : readableAccents(accent)
  return {
    logo: logoPath(brand),
    accent,
    accentOnLight: onLight,
    accentOnDark: onDark,
  }
}

/** A partner with what a coin was worth and will be, the limit over all rules and how long coins live. */
export type OwnPartner = Partner & {
  coinValues: CoinValue[]
  today: string
  memberLimit: MemberLimit
  expiry: ExpirySettings
}

export const ownPartnerData = (partner: OwnPartner) => ({
  ...partnerData(partner),
  publicClientId: partner.publicClientId,
  ecosystem: partner.ecosystem,
  emailVerified: partner.emailVerified,
  boardsPublic: partner.boardsPublic,
  timeZone: partner.timeZone,
  coinName:
    partner.coinName === null || partner.coinsName === null
      ? null
      : { one: partner.coinName, many: partner.coinsName },
  coinValue: valueData(coinValueOn(partner.coinValues, partner.today)),
  coinValues: partner.coinValues.map(coinValueData),
  memberCoinLimit: limitData(partner.memberLimit),
  memberLimitPeriod: partner.memberLimit.memberLimitPeriod,
  coinExpiry: partner.expiry.coinExpiry,
  expiryNoticeDays: partner.expiry.expiryNoticeDays,
  brand: brandData(partner),
})

const limitData = ({ memberCoinsMax }: MemberLimit) =>
  memberCoinsMax === null ? '-1' : formatCoins(memberCoinsMax)

const valueData = (value: CoinValue | undefined) => (value ? coinValueData(value) : null)
