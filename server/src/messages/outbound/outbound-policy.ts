import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../runtime/settings/config.ts'
import { isOrdinaryAddress, type OutboundTarget } from '../../runtime/settings/outbound-targets.ts'

/** Says which addresses requests to partners may go to. */
export type OutboundPolicy = Pick<Config, 'mode' | 'outboundAllow'>

const LOCAL_RANGES = ['loopback', 'private', 'uniqueLocal']
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
export const NOT_PUBLIC = 'it does not lead to a public address'
const NOT_HTTPS = 'it is not an https address'

/** Why an address is refused before its name is resolved; undefined if it is not. */
export function refusalOf(url: URL, policy: OutboundPolicy): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it is not an http or https address'
  const { hostname, username, password } = url
  const literal = hostname.replace(/^\[|\]$/g, '')
  const refusal = isIP(literal) === 0 ? refusalOfName(url, policy) : refusalOfAddress(literal, url, policy)
  if (refusal === NOT_HTTPS) return refusal
  return username === '' && password === '' ? refusal : 'it holds a user name or a password'
}

/** Why a request may not go to an address that its name resolved to; undefined if it may. */
export function refusalOfAddress(address: string, url: URL, policy: OutboundPolicy): string | undefined {
  if (policy.outboundAllow.some((target) => allows(target, url, address))) return undefined
  if (isPlain(url, policy)) return NOT_HTTPS
  return isPublicAddress(address) || (policy.mode === 'development' && isLocalAddress(address))
    ? undefined
    : NOT_PUBLIC
}

/** A network may allow plain http once the name is resolved. */
function refusalOfName(url: URL, policy: OutboundPolicy): string | undefined {
  if (!isPlain(url, policy)) return undefined
  const mayBeAllowed = policy.outboundAllow.some(
    (target) => takes(target, url) && ('network' in target || isHost(target.host, url)),
  )
  return mayBeAllowed ? undefined : NOT_HTTPS
}

const isPlain = ({ protocol }: URL, { mode }: OutboundPolicy) =>
  protocol === 'http:' && mode !== 'development'

/** A host allows what its name resolves to, a network every name that resolves into it. */
function allows(target: OutboundTarget, url: URL, address: string): boolean {
  if (!takes(target, url)) return false
  const resolved = ipaddr.process(address)
  if ('host' in target) return isHost(target.host, url) && isOrdinaryAddress(resolved)
  const [network, bits] = ipaddr.parseCIDR(target.network)
  if (resolved.kind() !== network.kind() || !resolved.match(network, bits)) return false
  const isSingle = bits === (network.kind() === 'ipv4' ? 32 : 128)
  return isSingle || isOrdinaryAddress(resolved)
}

function takes({ port, allowsHttp }: OutboundTarget, url: URL): boolean {
  if (url.protocol === 'http:' && !allowsHttp) return false
  return port === null || port === Number(url.port || (url.protocol === 'http:' ? 80 : 443))
}

function isHost(host: string, { hostname }: URL): boolean {
  const name = hostname.replace(/\.$/, '')
  return host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host
}

/** False also for IPv6 addresses that embed an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || !isOrdinaryAddress(parsed)) return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

function isLocalAddress(address: string): boolean {
  return isIP(address) !== 0 && LOCAL_RANGES.includes(ipaddr.parse(address).range())
}
