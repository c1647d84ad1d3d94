import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { list } from './parsers.ts'
import { check } from './setting.ts'

/**
 * OUTBOUND_ALLOW adds this to the public internet. It is plain data, because it is sent to other processes.
 */
export type OutboundTarget = ({ host: string } | { network: string }) & {
  /** Null means all ports. */
  port: number | null
  allowsHttp: boolean
}

const ORDINARY_RANGES = ['unicast', 'private', 'uniqueLocal', 'loopback', 'carrierGradeNat', 'reserved']
/** Addresses where clouds hand credentials to their machines, besides link-local ones. */
const METADATA = [
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['fd00:ec2::23', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe'],
]

const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/
const FORMS =
  'must be a comma-separated list of hosts (shop.internal, *.svc.cluster.local), addresses and networks (10.1.0.0/16), each with a :port if only one is meant, and with http:// before it if it may be called without TLS'

/**
 * False for link-local, metadata, multicast and unspecified addresses, and IPv6 that embeds an IPv4 address.
 */
export function isOrdinaryAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return ORDINARY_RANGES.includes(address.range()) && !METADATA.includes(address.toString())
}

export function parseOutboundTargets(text: string): OutboundTarget[] {
  return list(text).map(parseTarget)
}

function parseTarget(text: string): OutboundTarget {
  const [, scheme, rest = ''] = /^(https?:\/\/)?(.*)$/i.exec(text) ?? []
  const { target, port } = splitPort(rest)
  const malformed = `${FORMS}; "${text}" is none of these.`
  check(target !== '' && (port === null || (port >= 1 && port <= 65_535)), malformed)
  const allowsHttp = scheme?.toLowerCase() === 'http://'
  const isNetwork = isIP(target.split('/')[0] as string) !== 0
  return {
    ...(isNetwork ? { network: networkOf(target, malformed) } : { host: hostOf(target, malformed) }),
    port,
    allowsHttp,
  }
}

/** IPv6 stands in brackets where a port follows. */
function splitPort(text: string): { target: string; port: number | null } {
  const [, inBrackets, without, port] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? ([undefined, undefined, text] as const)
  return { target: inBrackets ?? without ?? '', port: port === undefined ? null : Number(port) }
}

/** Returns the host as URLs have it: lower case, and international names in their ASCII form. */
function hostOf(text: string, malformed: string): string {
  const [, wildcard = '', name] = /^(\*\.)?(.*)$/.exec(text) ?? []
  const host = domainToASCII(name ?? '').replace(/\.$/, '')
  check(!/[/?#\\]/.test(text) && HOST_NAME.test(host) && isIP(host) === 0, malformed)
  return wildcard + host
}

function networkOf(text: string, malformed: string): string {
  const [ip = '', bits] = text.split('/')
  const address = ipaddr.process(ip)
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return `${address}/${bitsMax}`
  check(/^\d{1,3}$/.test(bits) && ipaddr.isValidCIDR(text), malformed)
  const { IPv4, IPv6 } = ipaddr
  const first = (IPv4.isValid(ip) ? IPv4 : IPv6).networkAddressFromCIDR(text)
  check(
    `${first}` === `${ipaddr.parse(ip)}`,
    `holds "${text}", which is an address within a network; write ${first}/${bits} for the network, or ${ip} alone.`,
  )
  check(
    Number(bits) === bitsMax || isOrdinaryAddress(first),
    `holds "${text}", a network with link-local or other special addresses; list each address that is needed instead.`,
  )
  return `${first}/${bits}`
}
