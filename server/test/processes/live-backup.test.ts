import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { assertFailure } from '../support/api-response.ts'
import { runInProcess } from '../support/command-line.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { actionsOf, newUserBody, onboardByTag, onboardTestPartner } from '../support/partner.ts'
import {
  handOver,
  type Laurel,
  makeTestFolder,
  queryEmbedded,
  runCommand,
  startLaurel,
  terminate,
} from '../support/process.ts'
import { addWebhook, eventsIn, readWebhook, startReceiver } from '../support/receiver.ts'
import { startTraffic } from '../support/traffic.ts'
import { startUserDetails } from '../support/user-details.ts'
import { waitUntil } from '../support/wait-until.ts'

const ANSWERED = 100
const HELD = 'This copy of the service sends nothing; its operator lifts that with `laurel resume-sending`.'

const folder = await makeTestFolder()
const file = join(folder, 'laurel.backup')
const original = { DATA_DIR: join(folder, 'original'), WEBHOOK_DELIVERY: 'on' }
const mailServer: MailServer = await startMailServer()
after(() => mailServer.close())
const copy = {
  DATA_DIR: join(folder, 'copy'),
  WEBHOOK_DELIVERY: 'on',
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
}
const running = handOver(copy)
const receiver = await startReceiver()
const answered: string[] = []
let answeredBefore: string[]
let token: string
let hook: Awaited<ReturnType<typeof addWebhook>>
let userId: string
let ruleName: string

test('a backup during awards has every award that was answered before it began', async () => {
  const laurel = await startLaurel(original)
  const partner = await onboardTestPartner(laurel, { userDetailsUrl: await startUserDetails() })
  token = partner.token
  userId = await partner.addUser()
  ruleName = (await partner.addRule()).name
  hook = await addWebhook(laurel, token, { url: receiver.url })
  const traffic = startTraffic([laurel], async () => {
    const { status, body } = await partner.award(userId, ruleName)
    if (status === 201) answered.push(body.data.id)
    return status === 201
  })
  await traffic.until(() => answered.length >= ANSWERED)
  answeredBefore = [...answered]
  const { code, said } = await runCommand(['backup', file], original)
  await traffic.until(() => answered.length > answeredBefore.length)
  await traffic.stop()
  assert.match(said, new RegExp(`Wrote ${file}: [\\d,]+ rows, [\\d.]+ MB, in `))
  assert.match(said, /The file holds the key of development mode too/)
  assert.equal(code, 0, said)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual((await readdir(folder)).sort(), ['laurel.backup', 'original'])
  await terminate(laurel)
})

test('a restore elsewhere has them all, holds every invariant, and can serve', async () => {
  const { code, said } = await runCommand(['restore', file], copy)
  assert.match(said, /\nAll invariants hold\.\nThis copy sends no webhooks, mails or user-details requests/)
  assert.equal(code, 0, said)

  const laurel = await running.take()
  assert.match(
    laurel.said(),
    /No webhooks, mails or user-details requests have been sent since .*resume-sending/,
  )
  const rows = await queryEmbedded(copy.DATA_DIR, 'select id from awards')
  const restored = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    answeredBefore.filter((id) => !restored.has(id)),
    [],
  )
  const { award } = actionsOf(laurel, () => token)
  assert.equal((await award(userId, ruleName)).status, 201, 'tokens and rules work as before')
  running.leave(laurel)
})

test('a restored copy sends nothing until it is told to, and then what waited', async () => {
  const laurel = await running.take()
  const sentBefore = receiver.received.length
  const behind = await endpoint(laurel)
  await actionsOf(laurel, () => token).award(userId, ruleName)
  await dataOf(laurel.post('/api/v1/user', newUserBody({ email: 'held@mail.example' })))
  await waitUntil(async () => (await mailJobs()).includes('sending is paused'), 'the mail waits')
  assertFailure(await onboardByTag(laurel, { token }, 'ada'), 'unavailable', HELD)
  const tried = await laurel.request('POST', `${hook.path}/test`, { token })
  assertFailure(tried, 'unavailable', HELD)
  assert.equal(receiver.received.length, sentBefore)
  assert.equal(mailServer.received.length, 0)
  assert.equal((await endpoint(laurel)).cursor, behind.cursor)

  assert.match(
    (await runInProcess(['resume-sending'], copy)).stdout,
    /^Sending goes on; it was paused since /,
  )
  const [{ lastSeq } = {}] = await queryEmbedded(
    copy.DATA_DIR,
    'select max(last_seq)::integer as "lastSeq" from ledgers',
  )
  const seqs = () => eventsIn(receiver.taken.slice(sentBefore), hook.secret).map(({ seq }) => seq)
  await waitUntil(() => seqs().includes(lastSeq as number), 'the events are delivered')
  await waitUntil(async () => (await countUnsent()) === 0, 'the mails are sent, also those of the original')
  assert(mailServer.received.some(({ recipients }) => recipients.includes('held@mail.example')))
  const onboarded = await onboardByTag(laurel, { token }, 'ada')
  assert.notEqual(onboarded.status, 503, 'the user-details address is asked')
  running.leave(laurel)
})

test('what waited is dropped on request', async () => {
  const laurel = await running.take()
  assert.match((await runInProcess(['pause-sending'], copy)).stdout, /^Nothing is sent any more/)
  const sentBefore = receiver.received.length
  const mailsBefore = mailServer.received.length
  await actionsOf(laurel, () => token).award(userId, ruleName)
  await dataOf(laurel.post('/api/v1/user', newUserBody({ email: 'dropped@mail.example' })))
  await waitUntil(async () => (await mailJobs()).includes('sending is paused'), 'the mail waits')
  const { stdout } = await runInProcess(['resume-sending', '--drop'], copy)
  assert.match(stdout, /^Dropped 1 mails, and the events that 1 webhooks waited for\.\nSending goes on; /)

  await dataOf(laurel.post('/api/v1/user', newUserBody({ email: 'later@mail.example' })))
  await waitUntil(() => mailServer.received.length > mailsBefore, 'later mails are sent')
  assert.deepEqual(mailServer.received.at(-1)?.recipients, ['later@mail.example'])
  await actionsOf(laurel, () => token).award(userId, ruleName)
  await waitUntil(() => receiver.received.length > sentBefore, 'later events are delivered')
  const [first] = eventsIn(receiver.received.slice(sentBefore), hook.secret)
  const newest = await dataOf(laurel.get('/api/v1/laas/events?limit=1&before=999999999', token))
  assert.equal(first?.seq, newest.events[0].seq)
  assert.match((await runInProcess(['resume-sending'], copy)).stdout, /^Sending was not paused\.\n$/)
  await terminate(laurel)
})

const endpoint = (laurel: Laurel) => readWebhook(laurel, token, hook)

async function countUnsent(): Promise<number> {
  const rows = await queryEmbedded(
    copy.DATA_DIR,
    'select id from mails where sent_at is null and given_up_at is null',
  )
  return rows.length
}

/** Why mails wait. */
async function mailJobs(): Promise<unknown[]> {
  const rows = await queryEmbedded(
    copy.DATA_DIR,
    `select output ->> 'reason' as reason from pgboss.job where name = 'mail' and state = 'retry'`,
  )
  return rows.map(({ reason }) => reason)
}
