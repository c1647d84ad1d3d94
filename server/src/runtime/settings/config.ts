import { resolve } from 'node:path'
import { parseOutboundTargets } from './outbound-targets.ts'
import {
  defaultMailFrom,
  FAILPOINTS,
  loopbackInDevelopment,
  oneOf,
  parseAddresses,
  parseDatabaseUrl,
  parseEcosystems,
  parseFailpoint,
  parseLogLevel,
  parseMailFrom,
  parseMetricsPort,
  parseOrigin,
  parsePasswordHashing,
  parseSecretKey,
  parseSmtpUrl,
  parseWorkers,
  wholeNumber,
} from './parsers.ts'
import { Problem, type Setting, settingText, textOf } from './setting.ts'
import { TRACE_SETTINGS } from './trace-settings.ts'

/** Every setting of the service: what it is called, what it does, and which values it takes. */
export const SETTINGS = {
  mode: {
    name: 'MODE',
    about: 'development or production.',
    more: 'Development allows plain http and loopback addresses for partners, shows mails at /dev/mailbox, and serves this machine only.',
    default: 'development',
    parse: oneOf('development', 'production'),
  },
  port: {
    name: 'PORT',
    about: 'The port to listen on; 0 lets the system choose one.',
    default: '3000',
    parse: wholeNumber(0, 65_535),
  },
  host: {
    name: 'HOST',
    about: 'The address to listen on; in development a loopback address.',
    default: '127.0.0.1',
    parse: loopbackInDevelopment,
  },
  origin: {
    name: 'ORIGIN',
    about: 'The public address of the service, such as https://rewards.example.com; https in production.',
    more: 'Cookies are sent over https alone in production.',
    unsetMeans: 'http://HOST:PORT',
    requiredInProduction: ': the public address, such as https://rewards.example.com.',
    parse: parseOrigin,
  },
  secretKey: {
    name: 'SECRET_KEY',
    about: '32 random bytes in base64, the same for all processes: `openssl rand -base64 32`.',
    more: 'Keep it for the life of the database.',
    unsetMeans: 'made once and kept in DATA_DIR',
    requiredInProduction: ': 32 random bytes in base64, the same for all processes.',
    isSecret: true,
    parse: parseSecretKey,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    about: 'The mail server, such as smtps://user:password@mail.example.com.',
    more: 'Percent-encode what is special in a password, such as %2F for /.',
    unsetMeans: 'mails stay in the database',
    requiredInProduction: ', such as smtps://user:password@mail.example.com.',
    isSecret: true,
    parse: parseSmtpUrl,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    about: 'The sender of mails, such as Acme Rewards <rewards@acme.example>.',
    more: 'Mail servers refuse senders of domains that are not yours.',
    unsetMeans: 'Laurel <no-reply@…> with the host of ORIGIN, or localhost',
    parse: parseMailFrom,
  },
  dataDir: {
    name: 'DATA_DIR',
    about: 'The folder of the embedded database.',
    more: 'It also holds the key that development makes. As root, where the user of the database cannot reach the folder: /var/lib/laurel/data.',
    default: './data',
    parse: (text: string) => resolve(text),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    about: 'A PostgreSQL (15 or later) to use instead of the embedded one.',
    more: 'Its user owns nothing and has the rights of laurel_service. Any number of processes can share it. Each takes up to 25 connections (6 for writes and 6 for reads of requests, 1 for revoked tokens, 3 for background work, 2 for a backtest, 1 to hear of events, 5 to deliver webhooks, 1 for metrics), each of several WORKERS up to 15 (4 for writes, 4 for reads), and 6 for all of them to deliver webhooks and for metrics, directly and not through a pooler such as PgBouncer. Percent-encode what is special in a password.',
    unsetMeans: 'the embedded database',
    isSecret: true,
    parse: parseDatabaseUrl,
  },
  databaseOwnerUrl: {
    name: 'DATABASE_OWNER_URL',
    about: 'The same database as its owner, for creating and upgrading its tables.',
    more: 'Used only at the start, and by `laurel migrate`, `seed`, `backup` and `restore`. Without it, a user of DATABASE_URL who could change what was written is refused in production.',
    unsetMeans: 'DATABASE_URL',
    isSecret: true,
    parse: parseDatabaseUrl,
  },
  databaseNodes: {
    name: 'DATABASE_NODES',
    about: 'On a Citus cluster: direct, or coordinator where processes can reach DATABASE_URL alone.',
    more: "With direct, a process also connects to the other nodes, with the login of DATABASE_URL and as many connections for requests to each, and sends a partner's awards and reads to the node that holds its ledger.",
    default: 'direct',
    parse: oneOf('direct', 'coordinator'),
  },
  databaseWaitSeconds: {
    name: 'DATABASE_WAIT_SECONDS',
    about: 'How long a request waits for a connection to the database before it gets 503.',
    more: 'A statement that reads for a request is ended after twice as long, and after 30 seconds at most.',
    default: '5',
    parse: wholeNumber(1, 300),
  },
  databaseSuperuserUrl: {
    name: 'DATABASE_SUPERUSER_URL',
    about: 'The same database as a superuser, for `laurel distribute` on a Citus cluster.',
    more: 'No other command uses it, and the service does not either.',
    unsetMeans: 'none',
    isSecret: true,
    parse: parseDatabaseUrl,
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    about:
      'Addresses or CIDR ranges of proxies whose X-Forwarded-For and X-Request-Id count, comma-separated.',
    default: '',
    unsetMeans: 'none',
    parse: parseAddresses,
  },
  ecosystems: {
    name: 'ECOSYSTEMS',
    about: 'The ecosystems that partners may be onboarded in, comma-separated.',
    unsetMeans: 'any; the first use creates it',
    parse: parseEcosystems,
  },
  registration: {
    name: 'REGISTRATION',
    about: 'open, or closed: then only `laurel partner create` registers partners.',
    more: 'Closed, `POST /api/v1/<eco>/partners` gets 403 and the dashboard says so. Users sign up in both cases.',
    default: 'open',
    parse: oneOf('open', 'closed'),
  },
  workers: {
    name: 'WORKERS',
    about: 'How many processes serve requests behind the port; auto is one for each core but one.',
    more: 'Each worker is a process in the sense of this page: limits that hold for a process hold for a worker, and of each request limit it has its share. One process delivers webhooks for all of them.',
    default: '1',
    parse: parseWorkers,
  },
  stopDelaySeconds: {
    name: 'STOP_DELAY_SECONDS',
    about: 'How long to serve on after SIGTERM, while /readyz is 503 already.',
    more: 'Longer than a load balancer takes to notice, such as twice the interval of its health checks. With 0 the process stops at once.',
    default: { development: '0', production: '5' },
    parse: wholeNumber(0, 300),
  },
  stoppingStatus: {
    name: 'STOPPING_STATUS',
    about: 'The status of requests that a stopping process refuses before it does anything: 503 or 502.',
    more: 'With 502 nginx can tell them from other unavailability and repeat them at another process.',
    default: '503',
    parse: (text: string) => Number(oneOf('503', '502')(text)),
  },
  partnerRequestsPerSecond: {
    name: 'PARTNER_REQUESTS_PER_SECOND',
    about: 'The rate limit of each partner.',
    more: 'Each service counts alone, and each of its WORKERS allows an equal share of the limit, at least 20 (or the limit, if it is less), which `RateLimit-Limit` shows: three machines on one database allow three times as many. Each user has the same limit. A request with a valid token counts for its partner or user, also where the token is optional.',
    default: '10000',
    parse: wholeNumber(1, 1_000_000_000),
  },
  partnerMailsPerHour: {
    name: 'PARTNER_MAILS_PER_HOUR',
    about: 'How many mails an hour each partner may cause that their recipients did not ask for.',
    more: 'Codes for users whom it creates, invitations, and changes of its address, over all processes. Beyond the limit invitations and changes of address get 429; users are created, and get their code once they ask for one. A partner whose address is unverified has mails sent to its own address only.',
    default: '1000',
    parse: wholeNumber(0, 1_000_000),
  },
  openRequestsPerMinute: {
    name: 'OPEN_REQUESTS_PER_MINUTE',
    about: 'The rate limit of each IP address for requests without a valid token; 0 is no limit.',
    more: 'It counts sign-in, registration, codes, account pages, and requests with a wrong token. IPv6 addresses count per /64. The authorization server at /oauth, which a partner’s backend calls for all its users, takes 20 times as many. Tries of passwords and codes have further limits of their own.',
    default: { development: '0', production: '60' },
    parse: wholeNumber(0, 1_000_000),
  },
  publicReadsPerMinute: {
    name: 'PUBLIC_READS_PER_MINUTE',
    about: 'The rate limit of each IP address for what everyone may read; 0 is no limit.',
    more: 'Published boards without a token, boards in frames, the API reference, the guides, the OpenAPI document, and the keys and metadata of the authorization server. They have a count of their own, so that many readers behind one address do not keep anyone from signing in. /healthz and /readyz have another, of 6,000.',
    default: { development: '0', production: '1200' },
    parse: wholeNumber(0, 1_000_000),
  },
  batchSizeMax: {
    name: 'BATCH_SIZE_MAX',
    about:
      'How many calls of a partner may share a transaction. An activity counts as the awards that it can make.',
    default: '500',
    parse: wholeNumber(1, 5_000),
  },
  publicBoardSeconds: {
    name: 'PUBLIC_BOARD_CACHE_SECONDS',
    about: 'How long browsers and shared caches may show a published board without asking again.',
    more: 'It applies to requests without a token and to boards in frames. With 0 they ask each time.',
    default: '0',
    parse: wholeNumber(0, 86_400),
  },
  eventStreamsMax: {
    name: 'EVENT_STREAMS_MAX',
    about: 'How many event streams a process keeps open; more get 503.',
    more: 'Each partner may have 100 of them. Those of users are counted apart: half as many, and 200 of the users of each partner.',
    default: '2000',
    parse: wholeNumber(0, 100_000),
  },
  deliversWebhooks: {
    name: 'WEBHOOK_DELIVERY',
    about: 'on, or off where other processes on the same database deliver webhooks.',
    default: 'on',
    parse: (text: string) => oneOf('on', 'off')(text) === 'on',
  },
  webhookTimeoutSeconds: {
    name: 'WEBHOOK_TIMEOUT_SECONDS',
    about: 'How long a webhook endpoint may take to respond.',
    default: '15',
    parse: wholeNumber(1, 60),
  },
  requestLogDays: {
    name: 'REQUEST_LOG_DAYS',
    about: 'How many days the request log of the dashboard is kept.',
    default: '3',
    parse: wholeNumber(1, 366),
  },
  webhookAttemptDays: {
    name: 'WEBHOOK_ATTEMPT_DAYS',
    about: 'How many days the attempts of webhook deliveries are kept, at least 3.',
    default: '30',
    parse: wholeNumber(3, 366),
  },
  mailDays: {
    name: 'MAIL_DAYS',
    about: 'How many days recipients and subjects of mails are kept, at least 4.',
    more: 'A mail is retried for three days. Its text is dropped once it is sent or given up; without a mail server it is kept as long.',
    default: '30',
    parse: wholeNumber(4, 3_650),
  },
  auditLogDays: {
    name: 'AUDIT_LOG_DAYS',
    about: 'How many days the audit log is kept, at least 30.',
    default: '400',
    parse: wholeNumber(30, 36_500),
  },
  importDays: {
    name: 'IMPORT_DAYS',
    about: 'How many days an import and the report of its refused lines are kept.',
    default: '30',
    parse: wholeNumber(1, 366),
  },
  activityRetentionDays: {
    name: 'ACTIVITY_RETENTION_DAYS',
    about: 'How many days the properties and metadata of an activity are kept. The activity itself stays.',
    default: '400',
    parse: wholeNumber(1, 36_500),
  },
  unverifiedDays: {
    name: 'UNVERIFIED_DAYS',
    about:
      'How many days a registration with an unverified address is kept if it was never used, at least 7.',
    more: 'Users: signed up, address never verified, never joined to a partner. Partners: address never verified, no event in the ledger, no open session. Tags and addresses of such registrations become free again.',
    default: '90',
    parse: wholeNumber(7, 36_500),
  },
  outboundAllow: {
    name: 'OUTBOUND_ALLOW',
    about:
      'Hosts, addresses and networks beside the public internet that webhooks and user-details requests may go to.',
    more: 'Comma-separated, such as `shop.internal:8443, *.svc.cluster.local, 10.1.0.0/16, http://10.2.0.7:8080`. A host allows whatever its name resolves to, `*.` every name below it, and a network every name that resolves into it; without a port, all ports. Only https, unless `http://` stands before the entry. Link-local and cloud metadata addresses such as 169.254.169.254 stay refused unless that very address is listed. Every partner may use every entry. [More](deployment.md#backends-in-a-private-network).',
    default: '',
    unsetMeans: 'none; in production only public https addresses',
    parse: parseOutboundTargets,
  },
  passwordHashing: {
    name: 'PASSWORD_HASHING',
    about: 'full, or cheap for tests, where hashing would take most of the time.',
    default: 'full',
    parse: parsePasswordHashing,
  },
  metricsPort: {
    name: 'METRICS_PORT',
    about: 'The port of /metrics for Prometheus; 0 lets the system choose one, and off serves none.',
    more: 'It has no authentication, so let only your Prometheus reach it. [Monitoring](monitoring.md) says what is measured.',
    unsetMeans: '9464; none if another program has it',
    parse: parseMetricsPort,
  },
  metricsHost: {
    name: 'METRICS_HOST',
    about: 'The address that /metrics listens on; in development a loopback address.',
    default: '127.0.0.1',
    parse: loopbackInDevelopment,
  },
  ...TRACE_SETTINGS,
  failpoint: {
    name: 'FAILPOINT',
    about: `Where the process kills itself, for tests of crashes: ${FAILPOINTS.join(', ')}, and at which hit, such as before-commit:3.`,
    isForDevelopment: true,
    parse: parseFailpoint,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    about: 'The lowest level to log: trace, debug, info, warn, error, fatal or silent.',
    more: 'Logs hold no bodies, queries or tokens. With warn, development prints a readable line for each request.',
    default: { development: 'warn', production: 'info' },
    parse: parseLogLevel,
  },
} satisfies Record<string, Setting<unknown>>

type Values = {
  [Key in keyof typeof SETTINGS]:
    | ReturnType<(typeof SETTINGS)[Key]['parse']>
    | ((typeof SETTINGS)[Key] extends { default: unknown } ? never : undefined)
}

export type Config = Omit<Values, 'origin' | 'mailFrom'> & {
  /** The origin has no slash at its end. */
  origin: string
  mailFrom: string
  /** Whether DATA_DIR was set; its default may move where the database's user cannot reach it. */
  dataDirGiven: boolean
}

export class ConfigProblem extends Error {}

/** Reads all settings at once, so that everything wrong with them is said in one message. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const mode = readMode(env)
  const problems: string[] = []
  const read = (setting: Setting<unknown>) => {
    try {
      return readSetting(setting, settingText(setting, env), mode)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push(`${setting.name}${error.message}`)
      return undefined
    }
  }
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, read(setting)]),
  ) as Values
  if (problems.length === 0 && values.databaseOwnerUrl !== undefined && values.databaseUrl === undefined)
    problems.push('DATABASE_OWNER_URL needs DATABASE_URL; set both, or neither for the embedded database.')
  if (problems.length > 0) throw new ConfigProblem(problems.join('\n'))

  const { host, port } = values
  const origin = values.origin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    ...values,
    origin,
    mailFrom: values.mailFrom ?? defaultMailFrom(origin),
    dataDirGiven: textOf(env, SETTINGS.dataDir.name) !== undefined,
  }
}

/** The mode alone, for what is refused in production however the other settings are. */
export function readMode(env: NodeJS.ProcessEnv): Config['mode'] {
  return env[SETTINGS.mode.name]?.trim() === 'production' ? 'production' : 'development'
}

function readSetting(setting: Setting<unknown>, value: string | undefined, mode: Config['mode']): unknown {
  const isProduction = mode === 'production'
  if (isProduction && value === undefined && setting.requiredInProduction)
    throw new Problem(` is required in production${setting.requiredInProduction}`)
  if (isProduction && value !== undefined && setting.isForDevelopment)
    throw new Problem(' is for development only; unset it in production.')
  const text = value ?? (typeof setting.default === 'object' ? setting.default[mode] : setting.default)
  return text === undefined ? undefined : setting.parse(text, isProduction)
}
