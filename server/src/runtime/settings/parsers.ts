import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import ipaddr from 'ipaddr.js'
import { check } from './setting.ts'

/** Points where a test can kill the process. */
export const FAILPOINTS = [
  'before-writes',
  'before-commit',
  'during-commit',
  'after-commit',
  'before-response',
] as const
export type Failpoint = { name: (typeof FAILPOINTS)[number]; count: number }

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export function oneOf<const Choice extends string>(...choices: Choice[]) {
  return (text: string): Choice => {
    const chosen = choices.find((choice) => choice === text)
    check(chosen !== undefined, `must be ${choices.join(' or ')}, not "${text}".`)
    return chosen
  }
}

export function wholeNumber(from: number, to: number) {
  return (text: string): number => {
    const value = Number(text)
    check(
      Number.isInteger(value) && value >= from && value <= to,
      `must be a whole number from ${from} to ${to}.`,
    )
    return value
  }
}

const WORKERS_MAX = 64

export function parseWorkers(text: string): number {
  if (text === 'auto') return workersFor(availableParallelism())
  const value = Number(text)
  check(
    Number.isInteger(value) && value >= 1 && value <= WORKERS_MAX,
    `must be a whole number from 1 to ${WORKERS_MAX}, or auto.`,
  )
  return value
}

/** Leaves a core to the database. */
export function workersFor(cores: number): number {
  return Math.min(Math.max(1, cores - 1), WORKERS_MAX)
}

export function loopbackInDevelopment(text: string, isProduction: boolean): string {
  check(
    isProduction || isLoopback(text),
    `is ${text}, but development listens on loopback only; set MODE=production to listen elsewhere.`,
  )
  return text
}

export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const address = host.replace(/^\[|\]$/g, '')
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

export function parseOrigin(text: string, isProduction: boolean): string {
  const { protocol, origin } = URL.parse(text) ?? {}
  check(
    /^https?:$/.test(protocol ?? '') && text.replace(/\/$/, '') === origin,
    'must be an http(s) address without a path, such as https://rewards.example.com.',
  )
  check(
    !isProduction || protocol === 'https:',
    'must be an https address in production, because cookies are sent over https alone there.',
  )
  return origin
}

export function parseSecretKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  check(key.length === 32, 'must be 32 bytes in base64; `openssl rand -base64 32` makes one.')
  return key
}

export function parseSmtpUrl(text: string): string {
  check(/^smtps?:\/\/./.test(text), 'must start with smtp:// or smtps://.')
  checkAddress(text)
  return text
}

const MAIL_FROM = /^([^<>\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u

export function parseMailFrom(text: string): string {
  check(
    MAIL_FROM.test(text),
    'must be an e-mail address, or a name and an address, such as Acme Rewards <rewards@acme.example>.',
  )
  return text
}

/** Takes the domain of the service, because mail servers refuse others. */
export function defaultMailFrom(origin: string): string {
  const { hostname } = new URL(origin)
  const isName = hostname.includes('.') && isIP(hostname) === 0
  return `Laurel <no-reply@${isName ? hostname : 'localhost'}>`
}

export function parseDatabaseUrl(text: string): string {
  check(/^postgres(ql)?:\/\/./.test(text), 'must start with postgres:// or postgresql://.')
  // The driver takes an address without a host, such as postgres://user@/db, which URL does not.
  const { searchParams } = checkAddress(text.replace('@/', '@localhost/'))
  check(
    !searchParams.has('options'),
    'must have no options, because Laurel sets its own; set yours with "alter role … set …".',
  )
  return text
}

/** A / # ? in a password ends the host too early, so that the rest and its @ stand behind it. */
function checkAddress(text: string): URL {
  const url = URL.parse(text)
  const behindHost = url ? [url.pathname, url.hash, ...url.searchParams.keys()] : []
  check(
    url !== null &&
      isDecodable(url.username + url.password) &&
      !behindHost.some((part) => part.includes('@')),
    'cannot be read as an address; percent-encode what is special in its user name and password, such as %2F for / and %23 for #.',
  )
  return url
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function parseAddresses(text: string): string[] {
  const addresses = list(text)
  check(
    addresses.every((address) => isIP(address) !== 0 || ipaddr.isValidCIDR(address)),
    'must be a comma-separated list of IP addresses or CIDR ranges.',
  )
  return addresses
}

export function parseEcosystems(text: string): string[] {
  const names = list(text)
  check(
    names.every((name) => /^[a-z][a-z0-9-]{1,62}$/.test(name)),
    'must be a comma-separated list of names of lower-case letters, digits and hyphens.',
  )
  return names
}

export function parseFailpoint(text: string): Failpoint {
  const [, failpoint, count] = /^([a-z-]+):([1-9]\d*)$/.exec(text) ?? []
  const name = FAILPOINTS.find((point) => point === failpoint)
  check(name !== undefined, `must be one of ${FAILPOINTS.join(', ')} and a count, such as before-commit:10.`)
  return { name, count: Number(count) }
}

export function parseMetricsPort(text: string): number | 'off' {
  if (text === 'off') return 'off'
  const value = Number(text)
  check(
    Number.isInteger(value) && value >= 0 && value <= 65_535,
    'must be a whole number from 0 to 65535, or off.',
  )
  return value
}

/** Removes a slash at the end. */
export function parseTraceEndpoint(text: string): string {
  check(
    /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an http(s) address, such as http://127.0.0.1:4318.',
  )
  return text.replace(/\/+$/, '')
}

/** A value is not quoted in a problem, because it can be a secret. */
export const parseTraceHeaders = (text: string) => parsePairs(text, /^([\w-]+)=(.*)$/)

export const parseTraceResource = (text: string) => parsePairs(text, /^([\w.-]+)=(.*)$/)

function parsePairs(text: string, pattern: RegExp): Record<string, string> {
  const pairs = list(text).map((pair) => pattern.exec(pair))
  check(
    pairs.every((pair) => pair !== null && isDecodable(pair[2] ?? '')),
    'must be a comma-separated list of name=value, percent-encoded.',
  )
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], decodeURIComponent(pair?.[2] ?? '')]))
}

export function parseShare(text: string): number {
  const value = Number(text)
  check(value >= 0 && value <= 1, 'must be a number from 0 to 1.')
  return value
}

export function parseLogLevel(text: string): string {
  check(LOG_LEVELS.includes(text), `must be one of ${LOG_LEVELS.join(', ')}.`)
  return text
}

export function parsePasswordHashing(text: string, isProduction: boolean): 'full' | 'cheap' {
  const hashing = oneOf('full', 'cheap')(text)
  check(
    !isProduction || hashing === 'full',
    'must be full in production, because a cheap hash can be guessed; cheap is for tests.',
  )
  return hashing
}
