import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import Fastify from 'fastify'
import pg from 'pg'
import { createCapturedLog } from '../../../test/support/captured-log.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import {
  header,
  type MailServer,
  startMailServer as openMailServer,
  refusal,
} from '../../../test/support/mail-server.ts'
import { createEncryption } from '../../runtime/crypto/encryption.ts'
import { type Database, openDatabase, sql } from '../../storage/database/database.ts'
import { type Jobs, startJobs } from '../../storage/jobs/jobs.ts'
import { startMailSender } from './mail-sender.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { type Mail, postMail } from './post-mail.ts'

type MailRow = {
  id: string
  encryptedBody: Buffer | null
  sentAt: Date | null
  givenUp: boolean
  lastError: string | null
  job: string | null
  reason: string | null
  retries: number
  waits: number
}

const encryption = createEncryption(randomBytes(32))
const welcome = { to: 'ada@example.com', subject: 'Your code', text: 'Your code is 493817.' }

let server: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let senders: Jobs[] = []
let mailServers: MailServer[] = []
const { log, logged, clear: clearLog, until } = createCapturedLog()

before(async () => {
  server = await createTestDatabase()
  database = openDatabase({ connectionString: server.connectionString })
})

beforeEach(async () => {
  clearLog()
  await database.run(sql`delete from mails`)
  await database.run(sql`delete from pgboss.job`)
})

afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()))
  await Promise.all(mailServers.map((each) => each.close()))
  senders = []
  mailServers = []
})

after(async () => {
  await database.close()
  await server.drop()
})

test('a mail arrives once, with its own Message-ID, subject and text', async () => {
  const { port, received } = await startMailServer()
  await startSender(port)
  await post(welcome)
  const { id } = await untilSent()

  const [message, ...others] = received
  assert.deepEqual(others, [])
  assert.deepEqual(message?.recipients, ['ada@example.com'])
  assert.equal(header(message.source, 'Message-ID'), `<${id}@rewards.example.com>`)
  assert.equal(header(message.source, 'Subject'), 'Your code')
  assert.equal(header(message.source, 'From'), 'Laurel <no-reply@example.com>')
  assert.equal(header(message.source, 'To'), 'ada@example.com')
  assert.equal(header(message.source, 'Auto-Submitted'), 'auto-generated')
  assert.equal(message.source.split('\r\n\r\n')[1]?.trim(), 'Your code is 493817.')
})

test('a mail of a transaction that was rolled back is never sent', async () => {
  const { port, received } = await startMailServer()
  await startSender(port)
  const failed = database.transaction(async (tx) => {
    await postMail(tx, encryption, { ...welcome, subject: 'Never' }, new Date())
    throw new Error('the cause failed')
  })
  await assert.rejects(failed, /the cause failed/)
  await post({ ...welcome, subject: 'Always' })
  await untilSent()

  assert.deepEqual(
    received.map(({ source }) => header(source, 'Subject')),
    ['Always'],
  )
})

test('a text is never in clear in the table, and is gone after sending', async () => {
  await post(welcome)
  const [waiting] = await rows()
  assert(waiting?.encryptedBody)
  assert.equal(waiting.encryptedBody.includes('493817'), false)
  assert.equal(encryption.decrypt(waiting.encryptedBody), welcome.text)

  const { port } = await startMailServer()
  await startSender(port)
  assert.equal((await untilSent()).encryptedBody, null)
})

test('a mail waits for a mail server that is down', async () => {
  const closed = await startMailServer()
  await closed.close()
  await startSender(closed.port)
  await post(welcome)
  const failed = await untilRow((row) => row.job === 'retry')
  assert.equal(failed.reason, 'ESOCKET ECONNREFUSED CONN')

  const { received } = await startMailServer({ port: closed.port })
  await tryAgainNow()
  await untilSent()
  assert.equal(received.length, 1)
})

test('tries are further and further apart, up to an hour', async () => {
  const closed = await startMailServer()
  await closed.close()
  await startSender(closed.port)
  await post(welcome)
  for (const { before, least, most } of [
    { before: 0, least: 5, most: 10 },
    { before: 4, least: 80, most: 160 },
    { before: 11, least: 3_600, most: 3_600 },
    { before: 500, least: 3_600, most: 3_600 },
  ]) {
    // The first try does not count as a retry; each later one adds one.
    if (before > 0) {
      await database.run(sql`update pgboss.job set retry_count = ${before - 1} where state = 'retry'`)
      await tryAgainNow()
    }
    const { waits } = await untilRow((row) => row.job === 'retry' && row.retries === before)
    assert(waits >= least && waits < most + 20, `after ${before} tries it waits for ${waits} s`)
  }
})

test('a refusal that quotes the mail reaches neither the table nor the log', async (t) => {
  const printed = t.mock.method(console, 'log', () => {})
  let refusals = 1
  const { port, received } = await startMailServer({
    onMessage() {
      if (refusals-- > 0) throw refusal(450, 'Spam: Your code is 493817.')
    },
  })
  await startSender(port)
  await post(welcome)
  const { reason } = await untilRow((row) => row.job === 'retry')
  await tryAgainNow()
  await untilSent()

  assert.equal(received.length, 1)
  assert.equal(reason, 'EMESSAGE 450 DATA')
  assert.match(logged(), /"reason":"EMESSAGE 450 DATA"/)
  assert.doesNotMatch(logged(), /493817/)
  assert.equal(printed.mock.callCount(), 0)
})

for (const { at, refuse, reason } of [
  {
    at: 'a recipient',
    refuse: { onRecipient: () => Promise.reject(refusal(550, 'No ada@example.com here')) },
    reason: 'EENVELOPE 550 RCPT TO',
  },
  {
    at: 'a text',
    refuse: { onMessage: () => Promise.reject(refusal(554, 'Your code is 493817 is spam')) },
    reason: 'EMESSAGE 554 DATA',
  },
]) {
  test(`${at} that is refused permanently is not tried again, and the reason is there`, async () => {
    const { port, received } = await startMailServer(refuse)
    await startSender(port)
    await post(welcome)
    const row = await untilRow(({ job }) => job === 'failed')
    assert.deepEqual(
      [row.givenUp, row.lastError, row.reason, row.encryptedBody, row.sentAt, received],
      [true, reason, reason, null, null, []],
    )
    const failed = await database.many(sql`
      select source_id as id, source_output as output
      from pgboss.job
      where name = 'failed'`)
    assert.deepEqual(failed, [{ id: row.id, output: { reason } }])
    assert.match(logged(), new RegExp(`"reason":"${reason}","msg":"job given up`))
    await nothingToReadInQueue()
  })
}

test('a sender that is refused is a setting to be corrected: the mail waits for it', async () => {
  let isCorrected = false
  const { port, received } = await startMailServer({
    onSender() {
      if (!isCorrected) throw refusal(550, 'Not from here')
    },
  })
  await startSender(port)
  await post(welcome)
  const { reason } = await untilRow((row) => row.job === 'retry')
  assert.equal(reason, 'EENVELOPE 550 MAIL FROM')
  isCorrected = true
  await tryAgainNow()
  await untilSent()
  assert.equal(received.length, 1)
})

test('a recipient whose server hangs does not hold up the others', async () => {
  const hanging = Promise.withResolvers<void>()
  const { port, received } = await startMailServer({
    onRecipient: (address) => (address.startsWith('slow') ? hanging.promise : undefined),
  })
  await startSender(port)
  await post({ ...welcome, to: 'slow@example.com' })
  await until(async () => (await rows())[0]?.job === 'active')
  for (let number = 1; number <= 20; number++) await post({ ...welcome, to: `quick${number}@example.com` })
  await until(async () => received.length === 20)
  hanging.resolve()
  await until(async () => received.length === 21)
})

test('nothing of a mail can be read in the queue or in the log, on its way or after', async () => {
  let refusals = 1
  const { port } = await startMailServer({
    onMessage() {
      if (refusals-- > 0) throw refusal(451, 'Your code is 493817 for ada@example.com')
    },
  })
  await post(welcome)
  await nothingToReadInQueue()
  await startSender(port)
  await untilRow((row) => row.job === 'retry')
  await nothingToReadInQueue()
  await tryAgainNow()
  await untilRow((row) => row.job === 'completed')
  await nothingToReadInQueue()
})

test('two senders at once send fifty mails once each', async () => {
  const { port, received } = await startMailServer()
  const otherDatabase = openDatabase({ connectionString: server.connectionString })
  await database.transaction(async (tx) => {
    for (let number = 1; number <= 50; number++) {
      await postMail(tx, encryption, { ...welcome, subject: `Number ${number}` }, new Date())
    }
  })
  await startSender(port)
  await startSender(port, otherDatabase)
  await until(async () => (await rows()).every((row) => row.sentAt !== null))
  await Promise.all(senders.map((sender) => sender.stop()))
  await otherDatabase.close()

  const posted = (await rows()).map(({ id }) => `<${id}@rewards.example.com>`)
  assert.equal(received.length, 50)
  assert.deepEqual(new Set(received.map(({ source }) => header(source, 'Message-ID'))), new Set(posted))
})

test('a mail is given up after three days, and its text is dropped', async () => {
  const { port, received } = await startMailServer()
  const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000)
  await database.transaction((tx) => postMail(tx, encryption, welcome, fourDaysAgo))
  await startSender(port)
  const row = await untilRow(({ givenUp }) => givenUp)

  assert.deepEqual([row.encryptedBody, row.sentAt, received], [null, null, []])
  assert.equal(row.lastError, 'not sent within three days')
})

test('the sender outlives a time without its database', async () => {
  const { port, received } = await startMailServer()
  await startSender(port)
  await refuseConnections(true)
  await until(async () => logged().includes('jobs are waiting'))
  await refuseConnections(false)
  await post(welcome)
  await untilSent()
  assert.equal(received.length, 1)
})

test('without a mail server nothing is tried, and the mailbox shows what was posted', async () => {
  const jobs = await startJobs({ connectionString: server.connectionString, log })
  senders.push(jobs)
  await startMailSender({
    database,
    jobs,
    encryption,
    smtpUrl: undefined,
    from: '',
    origin: 'http://localhost',
    log,
  })
  await post(welcome)
  await post({ ...welcome, to: 'grace@example.com', subject: 'Hello' })
  const app = await mailbox()

  const all = await app.inject('/dev/mailbox.json')
  assert.deepEqual(
    all.json().map(({ id, createdAt, links, codes, ...mail }: Record<string, string>) => mail),
    [{ ...welcome, to: 'grace@example.com', subject: 'Hello' }, welcome],
  )
  const one = await app.inject('/dev/mailbox.json?to=ADA@example.com')
  assert.deepEqual(Object.keys(one.json()[0]), ['id', 'to', 'subject', 'text', 'links', 'codes', 'createdAt'])
  assert.equal(one.json().length, 1)
})

test('the mailbox lists the links and codes of a mail for tests', async () => {
  const text =
    'Your code is 048213. Order 1234567, a-123456.\n\nhttps://example.com/reset?token=a&eco=acme.\n'
  await post({ to: 'codes@example.com', subject: 'Code', text })
  const app = await mailbox()
  const [mail] = (await app.inject('/dev/mailbox.json?to=codes@example.com')).json()
  assert.deepEqual([mail.links, mail.codes], [['https://example.com/reset?token=a&eco=acme'], ['048213']])
})

test('the mailbox page escapes what it shows and makes links of addresses', async () => {
  const app = await mailbox()
  assert.match((await app.inject('/dev/mailbox')).body, /No mail yet\./)
  await post({
    to: '"<b>"@example.com',
    subject: '<script>alert(1)</script>',
    text: `<img src=x onerror="alert(1)"> Open https://example.com/reset?a=1&b='2'.`,
  })

  const page = await app.inject('/dev/mailbox?to=%22%3E%3Cscript%3E')
  assert.match(page.body, /value="&quot;&gt;&lt;script&gt;"/)
  assert.match(page.body, /No mail to this address\./)

  const { body, headers } = await app.inject('/dev/mailbox')
  assert.match(String(headers['content-type']), /^text\/html/)
  assert.doesNotMatch(body, /<script|<img|<b>/)
  assert.match(body, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.match(
    body,
    /<pre>&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; Open <a href="https:\/\/example\.com\/reset\?a=1&amp;b=" /,
  )
})

async function post(mail: Mail): Promise<void> {
  await database.transaction((tx) => postMail(tx, encryption, mail, new Date()))
  for (const sender of senders) sender.wake('mail')
}

async function startSender(port: number, on = database): Promise<void> {
  const jobs = await startJobs({ connectionString: server.connectionString, log })
  senders.push(jobs)
  const smtpUrl = `smtp://127.0.0.1:${port}?logger=true&debug=true`
  await startMailSender({
    database: on,
    jobs,
    encryption,
    smtpUrl,
    from: 'Laurel <no-reply@example.com>',
    origin: 'https://rewards.example.com',
    log,
  })
}

async function startMailServer(behaviour: Parameters<typeof openMailServer>[0] = {}): Promise<MailServer> {
  const mailServer = await openMailServer(behaviour)
  mailServers.push(mailServer)
  return mailServer
}

async function nothingToReadInQueue(): Promise<void> {
  const tables = await database.many<{ text: string }>(sql`
    select row_to_json(j)::text as text
    from pgboss.job j`)
  assert(tables.length > 0)
  for (const { text } of [...tables, { text: logged() }]) assert.doesNotMatch(text, /493817|ada@|Your code/)
}

async function rows(): Promise<MailRow[]> {
  return database.many<MailRow>(sql`
    select m.id, encrypted_body, sent_at, given_up_at is not null as given_up, last_error,
      j.state::text as job, j.output ->> 'reason' as reason, j.retry_count as retries,
      extract(epoch from j.start_after - j.started_on)::float8 as waits
    from mails m
    left join pgboss.job j on j.name = 'mail' and j.id = m.id`)
}

async function untilRow(holds: (row: MailRow) => boolean): Promise<MailRow> {
  let found: MailRow | undefined
  await until(async () => {
    found = (await rows()).find(holds)
    return found !== undefined
  })
  return found as unknown as MailRow
}

/** Skips the delay between retries. */
async function tryAgainNow(): Promise<void> {
  await database.run(sql`update pgboss.job set start_after = now() where state = 'retry'`)
  for (const sender of senders) sender.wake('mail')
}

const untilSent = () => untilRow((row) => row.sentAt !== null)

async function refuseConnections(refused: boolean): Promise<void> {
  const url = new URL(server.connectionString)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`alter database ${pg.escapeIdentifier(name)} allow_connections ${!refused}`)
  if (refused)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await client.end()
}

async function mailbox() {
  const app = Fastify()
  await app.register(mailboxRoutes({ database, encryption }))
  return app
}
