import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { openTestDatabase } from '../support/database.ts'
import { finished, IMPORTS, sendImport } from '../support/imports-of.ts'
import { header, type Message, startMailServer } from '../support/mail-server.ts'
import { newUserBody, onboardTestPartner } from '../support/partner.ts'
import { makeTestFolder, startLaurel } from '../support/process.ts'
import { waitUntil } from '../support/wait-until.ts'

/** IMPORT_LINES=100000 takes minutes. */
const LINES = Number(process.env.IMPORT_LINES ?? 6_000)
const RECIPIENTS = ['early@mail.example', 'late@mail.example']

await makeTestFolder()
const { settings: databaseSettings, client } = await openTestDatabase()

const never = new Promise<void>(() => {})
let isHeld = true
const asked: string[] = []
const seen: Message[] = []
const mailServer = await startMailServer({
  onRecipient(address) {
    asked.push(address)
    return isHeld && address.startsWith('early') ? never : undefined
  },
  onMessage(message) {
    seen.push(message)
    return isHeld ? never : undefined
  },
})
after(() => mailServer.close())
const settings = {
  ...databaseSettings,
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
}

/** Sends two mails and imports half of a file, then is killed. */
const killed = await startLaurel(settings)
for (const email of RECIPIENTS) await dataOf(killed.post('/api/v1/user', newUserBody({ email })))
await waitUntil(() => asked.includes('early@mail.example') && seen.length === 1, 'both are being sent')
assert.deepEqual(await mailStates(), ['active', 'active'], 'both are under way')
const { token, partnerId } = await onboardTestPartner(killed)
const rows = Array.from(
  { length: LINES },
  (_, index) => `m${index},Member ${index},${index % 7}.5,${index % 5}`,
)
const body = `externalId,fullname,coins,points\n${rows.join('\n')}\n`
const { id } = await dataOf(sendImport(killed, body, { token, type: 'text/csv' }))
const half = async () => (await dataOf(killed.get(`${IMPORTS}/${id}`, token))).done >= LINES / 2
await waitUntil(half, 'half of the lines are worked off')
killed.process.kill('SIGKILL')
await once(killed.process, 'exit')
const before = await counts()
isHeld = false
const laurel = await startLaurel(settings)

test(`an import of ${LINES} members that is killed half-way makes each of them once, with its coins`, async () => {
  assert(before.members < LINES, `${before.members} members before the process was killed`)
  const { created, refused, done } = await finished(laurel, id, token)
  assert.deepEqual({ created, refused, done }, { created: LINES, refused: 0, done: LINES })
  const sum = (of: (index: number) => number) =>
    Array.from({ length: LINES }, (_, index) => of(index)).reduce((left, right) => left + right, 0)
  assert.deepEqual(await counts(), {
    members: LINES,
    opened: sum((index) => (index % 7) * 100 + 50),
    points: sum((index) => (index % 5) * 100),
    openings: LINES,
  })
  const { userId } = (await dataOf(laurel.get('/api/v1/laas/users?externalId=m6', token))).data[0]
  const member = await dataOf(laurel.get(`/api/v1/laas/users/${userId}`, token))
  assert.deepEqual([member.wallet.coins, member.wallet.points], ['6.5', '1'])
  assert.deepEqual((await client.query('select * from broken_invariants limit 5')).rows, [])
})

test('mails whose process is killed while it sends them arrive all the same, each with its Message-ID', async () => {
  await waitUntil(async () => (await mailStates()).every((state) => state === 'completed'), 'all are sent')
  const mails = await client.query(
    'select id, recipient, sent_at is not null as sent from mails where recipient = any($1)',
    [RECIPIENTS],
  )
  const expected = new Set(mails.rows.map(({ id, recipient }) => `${recipient} <${id}@127.0.0.1>`))
  assert(mails.rows.every(({ sent }) => sent))
  const isOne = ({ recipients: [to = ''] }: Message) => RECIPIENTS.includes(to)
  const nameOf = ({ recipients: [to], source }: Message) => `${to} ${header(source, 'Message-ID')}`
  const received = mailServer.received.filter(isOne)
  assert.deepEqual(new Set(received.map(nameOf)), expected)
  assert.equal(received.length, 2)
  // A mail server that had kept the first copy could tell that the second is the same mail.
  const copies = seen.filter(isOne)
  assert.equal(copies.length, 3)
  assert.equal(new Set(copies.map(nameOf)).size, 2)
})

async function mailStates(): Promise<string[]> {
  const { rows: jobs } = await client.query(`select state::text from pgboss.job where name = 'mail'`)
  return jobs.map(({ state }) => state)
}

async function counts() {
  const { rows: found } = await client.query(
    `select count(*)::integer as members, sum(w.opened)::integer as opened, sum(w.opening_points)::integer as points,
       (select count(*)::integer from coin_transactions where partner_id = $1 and kind = 'opening') as openings
     from wallets w
     where w.partner_id = $1`,
    [partnerId],
  )
  return found[0]
}
