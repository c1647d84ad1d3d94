import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { openTestDatabase } from '../support/database.ts'
import { header, type Message, startMailServer } from '../support/mail-server.ts'
import { newUserBody } from '../support/partner.ts'
import { makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { waitUntil } from '../support/wait-until.ts'

await makeTestFolder()
const { settings: databaseSettings, client } = await openTestDatabase()

test('mails whose process is killed while it sends them arrive all the same, each with its Message-ID', async () => {
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

  const killed = await startLaurel(settings)
  for (const email of ['early@mail.example', 'late@mail.example']) {
    await dataOf(killed.post('/api/v1/user', newUserBody({ email })))
  }
  await waitUntil(() => asked.includes('early@mail.example') && seen.length === 1, 'both are being sent')
  assert.deepEqual(await states(), ['active', 'active'], 'both are under way')
  killed.process.kill('SIGKILL')
  await once(killed.process, 'exit')
  isHeld = false

  const laurel = await startLaurel(settings)
  await waitUntil(async () => (await states()).every((state) => state === 'completed'), 'both are sent')
  await terminate(laurel)
  const { rows } = await client.query('select id, recipient, sent_at is not null as sent from mails')
  const expected = new Set(rows.map(({ id, recipient }) => `${recipient} <${id}@127.0.0.1>`))
  assert(rows.every(({ sent }) => sent))
  const nameOf = ({ recipients: [to], source }: Message) => `${to} ${header(source, 'Message-ID')}`
  assert.deepEqual(new Set(mailServer.received.map(nameOf)), expected)
  assert.equal(mailServer.received.length, 2)
  // A mail server that had kept the first copy could tell that the second is the same mail.
  assert.equal(seen.length, 3)
  assert.equal(new Set(seen.map(nameOf)).size, 2)
})

async function states(): Promise<string[]> {
  return (await client.query(`select state::text from pgboss.job where name = 'mail'`)).rows.map(
    ({ state }) => state,
  )
}
