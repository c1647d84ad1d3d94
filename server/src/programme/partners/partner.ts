import { endingOf, type ImageType } from './logo-image.ts'

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
  /** Apps that cannot keep a secret use this id. */
  publicClientId: string
  redirectUrl: string
  webRedirectUrl: string | null
  mobileRedirectUrl: string | null
  userDetailsUrl: string
  boardsPublic: boolean
  /** The days of counts begin in this zone. */
  timeZone: string
  /** What one coin and many coins are called; null for coins. */
  coinName: string | null
  coinsName: string | null
  /** The colour of the brand, such as #1e6842. */
  accent: string | null
  /** The type of the logo, and the hash of its bytes; null without one. */
  logoType: ImageType | null
  logoHash: string | null
}

export type Logo = { type: ImageType; hash: string }

/** What a coin is worth from a day on, until before another, in millionths of a currency. */
export type CoinValue = { amount: bigint; currency: string; since: string; until: string | null }

/** The value in force on a day; undefined if there is none. Values are newest first. */
export function coinValueOn(values: CoinValue[], day: string): CoinValue | undefined {
  const latest = values.find(({ since }) => since <= day)
  return latest && (latest.until === null || day < latest.until) ? latest : undefined
}

/** What coins are worth, in hundred-millionths of a currency. */
export const worthOf = (coins: bigint, { amount }: Pick<CoinValue, 'amount'>): bigint => coins * amount

export const ECOSYSTEM_NAME = /^[a-z][a-z0-9-]{1,62}$/

type RedirectUris = Pick<Partner, 'redirectUrl' | 'webRedirectUrl' | 'mobileRedirectUrl'>

/** The web origins of the redirect addresses. A private-use scheme has none. */
export function originsOf({ redirectUrl, webRedirectUrl, mobileRedirectUrl }: RedirectUris): string[] {
  const urls = [redirectUrl, webRedirectUrl, mobileRedirectUrl].map((address) => URL.parse(address ?? ''))
  return [...new Set(urls.flatMap((url) => (url && /^https?:$/.test(url.protocol) ? [url.origin] : [])))]
}

export type PartnerAddresses = Pick<
  Partner,
  'redirectUrl' | 'webRedirectUrl' | 'mobileRedirectUrl' | 'userDetailsUrl'
>

/** What pages need to show a partner as it looks. */
export type PartnerBrand = Pick<Partner, 'partnerId' | 'accent' | 'logoType' | 'logoHash'>

/** The path of a partner's logo on this service; null without one. */
export const logoPath = ({ partnerId, logoType, logoHash }: PartnerBrand): string | null =>
  logoType === null || logoHash === null ? null : `/logos/${partnerId}/${logoHash}.${endingOf(logoType)}`
