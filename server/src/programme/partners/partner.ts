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
}

/** What a coin is worth from a day on, in millionths of a currency. */
export type CoinValue = { amount: bigint; currency: string; since: string }

/** The value in force on a day; undefined before the first. Values are newest first. */
export const coinValueOn = (values: CoinValue[], day: string): CoinValue | undefined =>
  values.find(({ since }) => since <= day)

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
