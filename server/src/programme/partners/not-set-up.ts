import type { Config } from '../../runtime/settings/config.ts'

/** The page that stands in for an address which a partner has not set yet. */
export const NOT_SET_UP_PATH = '/not-set-up'

/** Whether a partner has no such address: none was given, or the page that stands in for it. */
export const isNotSetUp = (address: string, { origin }: Pick<Config, 'origin'>): boolean =>
  address === '' || address === `${origin}${NOT_SET_UP_PATH}`
