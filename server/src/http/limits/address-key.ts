import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

const NETWORK_GROUPS = 4

/** The rate limit key of an address. One IPv6 client usually has a whole /64, so that network is one key. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
