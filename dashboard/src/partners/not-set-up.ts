/** The public address of the service, which it writes into the page. The server of `npm run dev` does not. */
function serviceOrigin(): string {
  const origin = document.querySelector('meta[name="origin"]')?.getAttribute('content') ?? ''
  return URL.canParse(origin) ? new URL(origin).origin : location.origin
}

/** The page of the service that stands in for an address which the partner has not set yet. */
export const notSetUp = (): string => `${serviceOrigin()}/not-set-up`

export const NOT_SET_UP_TEXT = 'Not set up yet'

/** An address as its input shows it: empty while it is not set. */
export const typedAddress = (address: string): string => (address === notSetUp() ? '' : address)

/** An address that the service requires, as the service takes it. */
export const requiredAddress = (typed: string): string => typed.trim() || notSetUp()
