import type { Config } from '../../runtime/settings/config.ts'
import { NOT_PUBLIC, type OutboundPolicy, refusalOf } from './outbound-policy.ts'

const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/?[^\s\p{Cc}\p{Cs}#]+$/iu

/** An absolute web address without user name or fragment. Plain http is for development only. */
export function isWebAddress(value: string, mode: Config['mode']): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hash } = new URL(value)
  const schemeAllowed = protocol === 'https:' || (protocol === 'http:' && mode === 'development')
  return schemeAllowed && WEB_ADDRESS.test(value) && username === '' && password === '' && hash === ''
}

/** A web address, or one with a scheme that a mobile app registered, such as com.example.app:/callback. */
export function isMobileAddress(value: string, mode: Config['mode']): boolean {
  return isWebAddress(value, mode) || PRIVATE_USE_SCHEME.test(value)
}

export const webAddressNeeded = (mode: Config['mode']) =>
  mode === 'development'
    ? 'be an absolute http or https address without user name or fragment'
    : 'be an absolute https address without user name or fragment'

/**
 * Describes what is wrong with an address that the service calls. Each call resolves its name and checks the
 * rest.
 */
export function calledAddressProblem(value: string, policy: OutboundPolicy): string | undefined {
  const hasForm = isWebAddress(value, 'development')
  const refusal = hasForm ? refusalOf(new URL(value), policy) : undefined
  if (hasForm && refusal === undefined) return undefined
  return refusal === NOT_PUBLIC ? 'must lead to a public address' : `must ${webAddressNeeded(policy.mode)}`
}
