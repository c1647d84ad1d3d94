import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { type Config, ConfigProblem, readConfig, SETTINGS } from './config.ts'
import { settingsHelp } from './describe-settings.ts'
import { isLoopback, workersFor } from './parsers.ts'
import type { Setting } from './setting.ts'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const production = {
  MODE: 'production',
  ORIGIN: 'https://rewards.example.com',
  SECRET_KEY,
  SMTP_URL: 'smtps://user:password@mail.example.com',
}

const OUTBOUND_ALLOWED = [
  { host: 'shop', port: 8080, allowsHttp: true },
  { network: '10.1.0.0/16', port: null, allowsHttp: false },
]

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigProblem)
    return error.message.split('\n')
  }
  return []
}

/** Each field of the settings: what it is in development without any, and how another value is written and read. */
const READ: [field: keyof Config, byDefault: unknown, name: string, text: string, value?: unknown][] = [
  ['mode', 'development', 'MODE', 'production'],
  ['host', '127.0.0.1', 'HOST', '0.0.0.0'],
  ['port', 3000, 'PORT', '8080', 8080],
  ['origin', 'http://127.0.0.1:3000', 'ORIGIN', 'https://rewards.example.com'],
  ['dataDir', resolve('data'), 'DATA_DIR', '/srv/laurel'],
  ['dataDirGiven', false, 'DATA_DIR', '/srv/laurel', true],
  ['databaseUrl', undefined, 'DATABASE_URL', 'postgres://laurel_service@db/laurel'],
  ['databaseOwnerUrl', undefined, 'DATABASE_OWNER_URL', 'postgres://laurel@db/laurel'],
  ['databaseSuperuserUrl', undefined, 'DATABASE_SUPERUSER_URL', 'postgres://postgres@db/laurel'],
  ['databaseNodes', 'direct', 'DATABASE_NODES', 'coordinator'],
  ['databaseWaitSeconds', 5, 'DATABASE_WAIT_SECONDS', '20', 20],
  ['secretKey', undefined, 'SECRET_KEY', SECRET_KEY, Buffer.alloc(32, 7)],
  ['smtpUrl', undefined, 'SMTP_URL', production.SMTP_URL],
  ['mailFrom', 'Laurel <no-reply@localhost>', 'MAIL_FROM', 'Acme <rewards@acme.example>'],
  ['trustProxy', [], 'TRUST_PROXY', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['ecosystems', undefined, 'ECOSYSTEMS', 'acme, beta-2', ['acme', 'beta-2']],
  ['registration', 'open', 'REGISTRATION', 'closed'],
  ['workers', 1, 'WORKERS', '3', 3],
  ['stopDelaySeconds', 0, 'STOP_DELAY_SECONDS', '12', 12],
  ['stoppingStatus', 503, 'STOPPING_STATUS', '502', 502],
  ['partnerRequestsPerSecond', 10_000, 'PARTNER_REQUESTS_PER_SECOND', '50', 50],
  ['partnerMailsPerHour', 1_000, 'PARTNER_MAILS_PER_HOUR', '70', 70],
  ['openRequestsPerMinute', 0, 'OPEN_REQUESTS_PER_MINUTE', '120', 120],
  // Not set, it has another default in production.
  ['publicReadsPerMinute', 0, 'PUBLIC_READS_PER_MINUTE', '', 1200],
  ['batchSizeMax', 500, 'BATCH_SIZE_MAX', '7', 7],
  ['publicBoardSeconds', 0, 'PUBLIC_BOARD_CACHE_SECONDS', '30', 30],
  ['eventStreamsMax', 2000, 'EVENT_STREAMS_MAX', '0', 0],
  ['deliversWebhooks', true, 'WEBHOOK_DELIVERY', 'off', false],
  ['webhookTimeoutSeconds', 15, 'WEBHOOK_TIMEOUT_SECONDS', '20', 20],
  ['requestLogDays', 3, 'REQUEST_LOG_DAYS', '7', 7],
  ['webhookAttemptDays', 30, 'WEBHOOK_ATTEMPT_DAYS', '3', 3],
  ['mailDays', 30, 'MAIL_DAYS', '4', 4],
  ['importDays', 30, 'IMPORT_DAYS', '5', 5],
  ['activityRetentionDays', 400, 'ACTIVITY_RETENTION_DAYS', '90', 90],
  ['auditLogDays', 400, 'AUDIT_LOG_DAYS', '90', 90],
  ['unverifiedDays', 90, 'UNVERIFIED_DAYS', '7', 7],
  ['outboundAllow', [], 'OUTBOUND_ALLOW', 'http://shop:8080, 10.1.0.0/16', OUTBOUND_ALLOWED],
  ['passwordHashing', 'full', 'PASSWORD_HASHING', 'full'],
  ['metricsPort', undefined, 'METRICS_PORT', '9100', 9100],
  ['metricsHost', '127.0.0.1', 'METRICS_HOST', '0.0.0.0'],
  ['traceEndpoint', undefined, 'OTEL_EXPORTER_OTLP_ENDPOINT', 'https://otel.example.com'],
  ['traceHeaders', {}, 'OTEL_EXPORTER_OTLP_HEADERS', 'a=Bearer%20b, x=y', { a: 'Bearer b', x: 'y' }],
  ['traceService', undefined, 'OTEL_SERVICE_NAME', 'rewards'],
  ['traceResource', {}, 'OTEL_RESOURCE_ATTRIBUTES', 'a.b=c, d=e%20f', { 'a.b': 'c', d: 'e f' }],
  ['traceSampler', 'parentbased_traceidratio', 'OTEL_TRACES_SAMPLER', 'traceidratio'],
  ['traceShare', 1, 'OTEL_TRACES_SAMPLER_ARG', '0.25', 0.25],
  ['failpoint', undefined, 'FAILPOINT', '', undefined],
  ['logLevel', 'warn', 'LOG_LEVEL', 'debug'],
]

test('without any setting the service runs in development on loopback', () => {
  assert.deepEqual(readConfig({}), Object.fromEntries(READ.map(([field, byDefault]) => [field, byDefault])))
})

test('every setting is read', () => {
  const env = Object.fromEntries(READ.map(([, , name, text]) => [name, text]))
  const values = READ.map(([field, , , text, ...value]) => [field, value.length > 0 ? value[0] : text])
  assert.deepEqual(readConfig(env), Object.fromEntries(values))
  assert.equal(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com/' }).traceEndpoint,
    'https://otel.example.com',
    'the slash at its end is dropped',
  )
})

test('a setting that is empty or all spaces is not set', () => {
  assert.deepEqual(
    readConfig({ PORT: '', HOST: ' ', MODE: '', DATABASE_URL: ' ', DATA_DIR: '', SMTP_URL: '' }),
    readConfig({}),
  )
})

test('everything that production lacks is said in one message', () => {
  assert.deepEqual(problemsOf({ MODE: 'production' }), [
    'ORIGIN is required in production: the public address, such as https://rewards.example.com.',
    'SECRET_KEY is required in production: 32 random bytes in base64, the same for all processes.',
    'SMTP_URL is required in production, such as smtps://user:password@mail.example.com.',
  ])
})

test('everything that is wrong is said in one message', () => {
  assert.deepEqual(
    problemsOf({
      MODE: 'staging',
      HOST: '0.0.0.0',
      PORT: '70000',
      ORIGIN: 'rewards.example.com',
      SECRET_KEY: 'c2hvcnQ=',
      SMTP_URL: 'http://mail.example.com',
      DATABASE_URL: 'mysql://db',
      TRUST_PROXY: 'everyone',
      ECOSYSTEMS: 'Acme',
      PARTNER_REQUESTS_PER_SECOND: '0',
      METRICS_PORT: 'on',
      METRICS_HOST: '0.0.0.0',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'secret',
      OTEL_RESOURCE_ATTRIBUTES: 'team',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_TRACES_SAMPLER_ARG: '2',
      LOG_LEVEL: 'loud',
    }),
    [
      'MODE must be development or production, not "staging".',
      'PORT must be a whole number from 0 to 65535.',
      'HOST is 0.0.0.0, but development listens on loopback only; set MODE=production to listen elsewhere.',
      'ORIGIN must be an http(s) address without a path, such as https://rewards.example.com.',
      'SECRET_KEY must be 32 bytes in base64; `openssl rand -base64 32` makes one.',
      'SMTP_URL must start with smtp:// or smtps://.',
      'DATABASE_URL must start with postgres:// or postgresql://.',
      'TRUST_PROXY must be a comma-separated list of IP addresses or CIDR ranges.',
      'ECOSYSTEMS must be a comma-separated list of names of lower-case letters, digits and hyphens.',
      'PARTNER_REQUESTS_PER_SECOND must be a whole number from 1 to 1000000000.',
      'METRICS_PORT must be a whole number from 0 to 65535, or off.',
      'METRICS_HOST is 0.0.0.0, but development listens on loopback only; set MODE=production to listen elsewhere.',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) address, such as http://127.0.0.1:4318.',
      'OTEL_EXPORTER_OTLP_HEADERS must be a comma-separated list of name=value, percent-encoded.',
      'OTEL_RESOURCE_ATTRIBUTES must be a comma-separated list of name=value, percent-encoded.',
      'OTEL_TRACES_SAMPLER must be always_on or always_off or traceidratio or parentbased_always_on or parentbased_always_off or parentbased_traceidratio, not "jaeger_remote".',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
    ],
  )
})

for (const [name, must, texts] of [
  ['PORT', 'a whole number from 0 to 65535', ['x', '-1', '65536', '80.5', '3000x', '0x10000']],
  ['WORKERS', 'a whole number from 1 to 64, or auto', ['0', '-1', '1.5', '65', 'all', 'AUTO']],
  [
    'ORIGIN',
    'an http(s) address without a path, such as https://rewards.example.com',
    ['ftp://a.example', 'https://a.example/path', 'https://a.example?x', 'https://u:p@a.example', 'x'],
  ],
] as const) {
  test(`${name} is refused unless it is ${must}`, () => {
    for (const text of texts)
      assert.deepEqual(problemsOf({ [name]: text }), [`${name} must be ${must}.`], text)
  })
}

test('WORKERS=auto is one for each core but one, and never none', () => {
  assert.equal(readConfig({ WORKERS: 'auto' }).workers, workersFor(availableParallelism()))
  assert.deepEqual([1, 2, 3, 4, 16, 128].map(workersFor), [1, 1, 2, 3, 15, 64])
})

test('ORIGIN must be https in production alone', () => {
  assert.deepEqual(problemsOf({ ...production, ORIGIN: 'http://rewards.example.com' }), [
    'ORIGIN must be an https address in production, because cookies are sent over https alone there.',
  ])
  assert.deepEqual(problemsOf({ ...production, ORIGIN: 'rewards.example.com' }), [
    'ORIGIN must be an http(s) address without a path, such as https://rewards.example.com.',
  ])
  assert.equal(readConfig({ ORIGIN: 'http://rewards.example.com' }).origin, 'http://rewards.example.com')
})

test('an address with an unescaped password is refused by the name of its setting, without its value', () => {
  const must =
    'cannot be read as an address; percent-encode what is special in its user name and password, such as %2F for / and %23 for #.'
  for (const password of ['pa/ss', 'pa#ss', 'pa?ss', '12/x', '12#x', '12?x', '/', '100%', '%ff', 'a@/b']) {
    const env = {
      SMTP_URL: `smtps://user:${password}@mail.example.com`,
      DATABASE_URL: `postgres://laurel:${password}@db:5432/laurel`,
    }
    assert.deepEqual(problemsOf(env), [`SMTP_URL ${must}`, `DATABASE_URL ${must}`], password)
  }
})

test('addresses are accepted with any percent-encoded password, and those of databases also without a host', () => {
  const password = encodeURIComponent('a/b#c?d@e:f%g ü')
  for (const SMTP_URL of [
    `smtps://user:${password}@mail.example.com:465/?name=a@b`,
    'smtp://rewards@acme.example:secret@mail.example.com',
    'smtp://[::1]:25',
  ])
    assert.equal(readConfig({ SMTP_URL }).smtpUrl, SMTP_URL)
  for (const DATABASE_URL of [
    `postgresql://laurel:${password}@db:5432/laurel?sslmode=verify-full`,
    'postgres:///laurel?host=/run/postgresql',
    'postgres:///laurel?host=/run/postgresql&user=a@b',
    'postgres://user@/db',
    'postgres://user:secret@/db?host=/run/postgresql',
    'postgres://laurel@%2Frun%2Fpostgresql/laurel',
  ]) {
    assert.equal(readConfig({ DATABASE_URL }).databaseUrl, DATABASE_URL)
    assert.doesNotThrow(() => new pg.Client({ connectionString: DATABASE_URL }))
  }
})

test('mails come from the host of ORIGIN, unless MAIL_FROM says otherwise', () => {
  const defaultOf = (env: NodeJS.ProcessEnv) => readConfig(env).mailFrom
  assert.equal(defaultOf(production), 'Laurel <no-reply@rewards.example.com>')
  for (const ORIGIN of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    assert.equal(defaultOf({ ORIGIN }), 'Laurel <no-reply@localhost>')
  for (const MAIL_FROM of ['rewards@acme.example', '"Acme, Inc." <rewards@acme.example>'])
    assert.equal(defaultOf({ MAIL_FROM }), MAIL_FROM)
  for (const MAIL_FROM of [
    'Acme',
    'Acme <rewards>',
    'a@b.example, c@d.example',
    'Acme <a@b.example> x',
    'A\nB <a@b.example>',
  ])
    assert.deepEqual(problemsOf({ MAIL_FROM }), [
      'MAIL_FROM must be an e-mail address, or a name and an address, such as Acme Rewards <rewards@acme.example>.',
    ])
})

test('the slash at the end of ORIGIN is dropped', () => {
  assert.equal(readConfig({ ORIGIN: 'https://a.example/' }).origin, 'https://a.example')
  assert.equal(readConfig({ HOST: '::1', PORT: '80' }).origin, 'http://[::1]:80')
})

test('development listens on loopback addresses alone', () => {
  for (const HOST of ['localhost', '127.0.0.1', '127.8.9.10', '::1', 'laurel.localhost'])
    assert.deepEqual(problemsOf({ HOST }), [], HOST)
  for (const HOST of ['0.0.0.0', '::', '192.168.0.1', 'example.com', '127.0.0.1.example.com'])
    assert.equal(problemsOf({ HOST }).length, 1, HOST)
  assert.deepEqual(problemsOf({ ...production, HOST: '0.0.0.0' }), [])
})

test('hosts that only resemble loopback addresses are not loopback', () => {
  for (const host of ['localhost', '[::1]', '::ffff:127.0.0.1', '127.0.0.1'])
    assert.equal(isLoopback(host), true, host)
  for (const host of ['', 'localhost.example.com', '1.127.0.0', '[::2]', 'localhost.', '10.0.0.1'])
    assert.equal(isLoopback(host), false, host)
})

test('a failpoint is a known name and a count, and never set in production', () => {
  const problem =
    'FAILPOINT must be one of before-writes, before-commit, during-commit, after-commit, before-response and a count, such as before-commit:10.'
  assert.deepEqual(readConfig({ FAILPOINT: 'before-commit:10' }).failpoint, {
    name: 'before-commit',
    count: 10,
  })
  for (const FAILPOINT of ['before-commit', 'before-commit:0', ':1', 'before-comit:1', 'before-commit:1.5'])
    assert.deepEqual(problemsOf({ FAILPOINT }), [problem], FAILPOINT)
  assert.deepEqual(problemsOf({ ...production, FAILPOINT: 'before-commit:10' }), [
    'FAILPOINT is for development only; unset it in production.',
  ])
})

test('nothing can be kept for less time than it needs', () => {
  assert.deepEqual(
    problemsOf({
      REQUEST_LOG_DAYS: '0',
      WEBHOOK_ATTEMPT_DAYS: '2',
      MAIL_DAYS: '3',
      AUDIT_LOG_DAYS: '29',
      UNVERIFIED_DAYS: '6',
    }),
    [
      'REQUEST_LOG_DAYS must be a whole number from 1 to 366.',
      'WEBHOOK_ATTEMPT_DAYS must be a whole number from 3 to 366.',
      'MAIL_DAYS must be a whole number from 4 to 3650.',
      'AUDIT_LOG_DAYS must be a whole number from 30 to 36500.',
      'UNVERIFIED_DAYS must be a whole number from 7 to 36500.',
    ],
  )
})

test('the list of settings says their defaults, and which are required, secret or for development', () => {
  const help = settingsHelp(SETTINGS)
  for (const line of [
    '  PORT (default: 3000)\n      The port to listen on; 0 lets the system choose one.\n',
    '  LOG_LEVEL (default: warn, in production info)\n',
    '  SECRET_KEY (default: made once and kept in DATA_DIR; required in production; secret)\n',
    '  FAILPOINT (default: none; development only)\n',
  ])
    assert.ok(help.includes(line), `${line} is in ${help}`)
})

test('passwords are hashed at full cost unless the setting says cheap, which production refuses', () => {
  assert.equal(readConfig({}).passwordHashing, 'full')
  assert.equal(readConfig({ PASSWORD_HASHING: 'cheap' }).passwordHashing, 'cheap')
  assert.deepEqual(problemsOf({ PASSWORD_HASHING: 'none' }), [
    'PASSWORD_HASHING must be full or cheap, not "none".',
  ])
  assert.equal(readConfig({ ...production, PASSWORD_HASHING: 'full' }).passwordHashing, 'full')
  assert.deepEqual(problemsOf({ ...production, PASSWORD_HASHING: 'cheap' }), [
    'PASSWORD_HASHING must be full in production, because a cheap hash can be guessed; cheap is for tests.',
  ])
})

const secretFolder = mkdtempSync(join(tmpdir(), 'laurel-secrets-'))
after(() => rmSync(secretFolder, { recursive: true }))

function secretFile(text: string): string {
  const path = join(secretFolder, `${Math.random()}`)
  writeFileSync(path, text)
  return path
}

test('a secret can come from a file, without the newline at its end', () => {
  const secrets = {
    SECRET_KEY,
    SMTP_URL: 'smtps://user:password@mail.example.com',
    DATABASE_URL: 'postgres://laurel_service:password@db/laurel',
    DATABASE_OWNER_URL: 'postgres://laurel:password@db/laurel',
  }
  for (const end of ['', '\n', '\r\n']) {
    const files = Object.entries(secrets).map(([name, text]) => [`${name}_FILE`, secretFile(text + end)])
    assert.deepEqual(readConfig(Object.fromEntries(files)), readConfig(secrets))
  }
  assert.equal(
    readConfig({ SMTP_URL_FILE: secretFile('smtp://mail.example.com/?name=a \n\n') }).smtpUrl,
    'smtp://mail.example.com/?name=a \n',
    'only one newline is left out',
  )
})

test('a secret that is given twice, unreadable, empty or wrong is refused by its name, without its text', () => {
  const path = secretFile('c2hvcnQ=')
  assert.deepEqual(problemsOf({ SECRET_KEY, SECRET_KEY_FILE: path }), [
    'SECRET_KEY and SECRET_KEY_FILE are both set; unset one of them.',
  ])
  assert.deepEqual(
    problemsOf({ SECRET_KEY_FILE: join(secretFolder, 'missing'), SMTP_URL_FILE: secretFolder }),
    [
      "SECRET_KEY_FILE names a file that cannot be read (ENOENT); correct the path, or let the service's user read it.",
      "SMTP_URL_FILE names a file that cannot be read (EISDIR); correct the path, or let the service's user read it.",
    ],
  )
  for (const text of ['', '\n', ' \n'])
    assert.deepEqual(problemsOf({ DATABASE_URL_FILE: secretFile(text) }), [
      'DATABASE_URL_FILE names an empty file; write the secret into it.',
    ])
  assert.deepEqual(problemsOf({ SECRET_KEY_FILE: path }), [
    'SECRET_KEY must be 32 bytes in base64; `openssl rand -base64 32` makes one.',
  ])
  assert.deepEqual(problemsOf({ SECRET_KEY, SECRET_KEY_FILE: ' ' }), [], 'an empty path is not set')
})

test('secrets come from files, and only secrets', () => {
  for (const { name, isSecret } of Object.values<Setting<unknown>>(SETTINGS))
    assert.equal(problemsOf({ [`${name}_FILE`]: secretFile('') }).length, isSecret ? 1 : 0, name)
})

test('DATABASE_OWNER_URL alone is refused, because the service needs a login of its own', () => {
  assert.deepEqual(problemsOf({ DATABASE_OWNER_URL: 'postgres://laurel@db/laurel' }), [
    'DATABASE_OWNER_URL needs DATABASE_URL; set both, or neither for the embedded database.',
  ])
})

test('DATABASE_URL with options is refused, because they would replace those that Laurel needs', () => {
  assert.deepEqual(problemsOf({ DATABASE_URL: 'postgres://db/laurel?options=-c%20search_path%3Dx' }), [
    'DATABASE_URL must have no options, because Laurel sets its own; set yours with "alter role … set …".',
  ])
  assert.equal(problemsOf({ DATABASE_URL: 'postgres://user@/db?options=-c%20search_path%3Dx' }).length, 1)
  assert.deepEqual(problemsOf({ DATABASE_URL: 'postgres://db/laurel?sslmode=require' }), [])
})
