import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'

export type Config = {
  mode: 'development' | 'production'
  host: string
  port: number
  /** The address the service is reached under, without a slash at its end. */
  origin: string
  dataDir: string
  /** Whether DATA_DIR was set; its default may move where the database's user cannot reach it. */
  dataDirGiven: boolean
  databaseUrl: string | undefined
  /** Undefined in development, where one is made and kept in the data folder. */
  secretKey: Buffer | undefined
  smtpUrl: string | undefined
  mailFrom: string
  trustProxy: string[]
  /** Undefined: any ecosystem may be used, and the first use creates it. */
  ecosystems: string[] | undefined
  partnerRequestsPerSecond: number
  /** How many calls of a partner may share a transaction. */
  batchSizeMax: number
  /** Whether this process delivers webhooks; if not, another on the same database must. */
  deliversWebhooks: boolean
  /** How long an endpoint may take to answer a delivery. */
  webhookTimeoutSeconds: number
  /** `cheap` is for tests, where sign-ins would otherwise take most of the time. */
  passwordHashing: 'full' | 'cheap'
  /** Where the process is to die, for tests of crashes: a name, and at which of its hits. */
  failpoint: { name: string; count: number } | undefined
  logLevel: string
}

export class ConfigProblem extends Error {}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Reads all settings at once, so that everything wrong with them is said in one message. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const check = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem)
  }
  const wholeNumber = (
    name: string,
    { from, to, otherwise }: { from: number; to: number; otherwise: number },
  ): number => {
    const value = Number(text(name) ?? otherwise)
    check(
      Number.isInteger(value) && value >= from && value <= to,
      `${name} must be a whole number from ${from} to ${to}.`,
    )
    return value
  }

  const mode = text('MODE') ?? 'development'
  check(
    mode === 'development' || mode === 'production',
    `MODE must be development or production, not "${mode}".`,
  )
  const production = mode === 'production'

  const port = wholeNumber('PORT', { from: 0, to: 65_535, otherwise: 3000 })

  const host = text('HOST') ?? '127.0.0.1'
  check(
    production || isLoopback(host),
    `HOST is ${host}, but development listens on loopback only; set MODE=production to listen elsewhere.`,
  )

  const origin = text('ORIGIN')
  check(
    !production || origin !== undefined,
    'ORIGIN is required in production: the public address, such as https://rewards.example.com.',
  )
  check(
    origin === undefined || isOrigin(origin),
    'ORIGIN must be an http(s) address without a path, such as https://rewards.example.com.',
  )
  check(
    !production || origin === undefined || !isOrigin(origin) || new URL(origin).protocol === 'https:',
    'ORIGIN must be an https address in production, because cookies are sent over https alone there.',
  )

  const secret = text('SECRET_KEY')
  const secretKey = secret === undefined ? undefined : Buffer.from(secret, 'base64')
  check(
    !production || secret !== undefined,
    'SECRET_KEY is required in production: 32 random bytes in base64, the same for all processes.',
  )
  check(
    secretKey === undefined || secretKey.length === 32,
    'SECRET_KEY must be 32 bytes in base64; `openssl rand -base64 32` makes one.',
  )

  const smtpUrl = text('SMTP_URL')
  check(
    !production || smtpUrl !== undefined,
    'SMTP_URL is required in production, such as smtps://user:password@mail.example.com.',
  )
  check(
    smtpUrl === undefined || /^smtps?:\/\/./.test(smtpUrl),
    'SMTP_URL must start with smtp:// or smtps://.',
  )
  check(!smtpUrl?.startsWith('smtp') || parseAddress(smtpUrl) !== undefined, unreadable('SMTP_URL'))

  const databaseUrl = text('DATABASE_URL')
  check(
    databaseUrl === undefined || /^postgres(ql)?:\/\/./.test(databaseUrl),
    'DATABASE_URL must start with postgres:// or postgresql://.',
  )
  // The driver takes an address without a host, such as postgres://user@/db, which URL does not.
  const database = parseAddress(databaseUrl?.replace('@/', '@localhost/') ?? '')
  check(!databaseUrl?.startsWith('postgres') || database !== undefined, unreadable('DATABASE_URL'))
  check(
    !database?.searchParams.has('options'),
    'DATABASE_URL must have no options, because Laurel sets its own; set yours with "alter role … set …".',
  )

  const trustProxy = list(text('TRUST_PROXY')) ?? []
  check(
    trustProxy.every(isAddressOrRange),
    'TRUST_PROXY must be a comma-separated list of IP addresses or CIDR ranges.',
  )

  const ecosystems = list(text('ECOSYSTEMS'))
  check(
    ecosystems === undefined || ecosystems.every((name) => /^[a-z][a-z0-9-]{1,62}$/.test(name)),
    'ECOSYSTEMS must be a comma-separated list of names of lower-case letters, digits and hyphens.',
  )

  const partnerRequestsPerSecond = wholeNumber('PARTNER_REQUESTS_PER_SECOND', {
    from: 1,
    to: 1_000_000_000,
    otherwise: 10_000,
  })
  const batchSizeMax = wholeNumber('CALLS_PER_TURN', { from: 1, to: 5000, otherwise: 500 })

  const delivery = text('WEBHOOK_DELIVERY') ?? 'on'
  check(delivery === 'on' || delivery === 'off', `WEBHOOK_DELIVERY must be on or off, not "${delivery}".`)

  const webhookTimeoutSeconds = wholeNumber('WEBHOOK_TIMEOUT_SECONDS', { from: 1, to: 60, otherwise: 15 })

  const passwordHashing = text('PASSWORD_HASHING') ?? 'full'
  check(
    passwordHashing === 'full' || passwordHashing === 'cheap',
    `PASSWORD_HASHING must be full or cheap, not "${passwordHashing}".`,
  )
  check(
    !production || passwordHashing !== 'cheap',
    'PASSWORD_HASHING must be full in production, because a cheap hash can be guessed; cheap is for tests.',
  )

  const failpoint = /^([a-z-]+):([1-9]\d*)$/.exec(text('FAILPOINT') ?? '')
  check(
    text('FAILPOINT') === undefined || (failpoint !== null && !production),
    'FAILPOINT must be a name and a count, such as before-commit:10, and is for development only.',
  )

  const logLevel = text('LOG_LEVEL') ?? (production ? 'info' : 'warn')
  check(LOG_LEVELS.includes(logLevel), `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`)

  if (problems.length > 0) throw new ConfigProblem(problems.join('\n'))

  const dataDir = text('DATA_DIR')
  return {
    mode: production ? 'production' : 'development',
    host,
    port,
    origin: origin ? new URL(origin).origin : `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    dataDir: resolve(dataDir ?? 'data'),
    dataDirGiven: dataDir !== undefined,
    databaseUrl,
    secretKey,
    smtpUrl,
    mailFrom: text('MAIL_FROM') ?? 'Laurel <no-reply@localhost>',
    trustProxy,
    ecosystems,
    partnerRequestsPerSecond,
    batchSizeMax,
    deliversWebhooks: delivery === 'on',
    webhookTimeoutSeconds,
    passwordHashing: passwordHashing === 'cheap' ? 'cheap' : 'full',
    failpoint: failpoint ? { name: failpoint[1] as string, count: Number(failpoint[2]) } : undefined,
    logLevel,
  }
}

function list(value: string | undefined): string[] | undefined {
  return value
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const address = host.replace(/^\[|\]$/g, '')
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, origin } = new URL(value)
  return (protocol === 'https:' || protocol === 'http:') && value.replace(/\/$/, '') === origin
}

/** Undefined also when a / # ? in a password ended the host too early, so that the rest and its @ stand behind it. */
function parseAddress(value: string): URL | undefined {
  try {
    const url = new URL(value)
    decodeURIComponent(url.username + url.password)
    const behindHost = [url.pathname, url.hash, ...url.searchParams.keys()]
    return behindHost.some((part) => part.includes('@')) ? undefined : url
  } catch {
    return undefined
  }
}

function unreadable(setting: string): string {
  return `${setting} cannot be read as an address; percent-encode what is special in its user name and password, such as %2F for / and %23 for #.`
}

function isAddressOrRange(value: string): boolean {
  return isIP(value) !== 0 || ipaddr.isValidCIDR(value)
}
