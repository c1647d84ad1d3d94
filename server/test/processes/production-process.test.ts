import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { apiAt, dataOf } from '../support/api.ts'
import { createTestDatabase } from '../support/database.ts'
import { newEmail, newPartnerBody, newRuleBody, PARTNERS, PASSWORD, signIn } from '../support/partner.ts'
import { ended, hasEnded, makeTestFolder, spawnLaurel } from '../support/process.ts'
import { addWebhook, eventsIn, startReceiver } from '../support/receiver.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const folder = await makeTestFolder()
const { settings: databaseUrls, drop } = await createTestDatabase()
const SECRETS: Record<string, string> = {
  ...databaseUrls,
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://mailer:not-to-be-shown@127.0.0.1:9',
}

/** Writes each secret into a file, as a container platform would. */
async function secretFiles(): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const [name, text] of Object.entries(SECRETS)) {
    const path = join(folder, name.toLowerCase())
    await writeFile(path, `${text}\n`, { mode: 0o600 })
    settings[`${name}_FILE`] = path
  }
  return settings
}

const receiver = await startReceiver()
const port = await freePort()
const SETTINGS = {
  ...(await secretFiles()),
  MODE: 'production',
  ORIGIN: 'https://rewards.example.com',
  PORT: String(port),
  PASSWORD_HASHING: 'full',
  WEBHOOK_DELIVERY: 'on',
  LOG_LEVEL: 'debug',
}

test('a production service with workers takes its secrets from files, keeps them out of its output, and calls what is allowed', async () => {
  after(drop)
  const settings = {
    ...SETTINGS,
    WORKERS: '2',
    REGISTRATION: 'closed',
    OUTBOUND_ALLOW: `http://127.0.0.1:${new URL(receiver.url).port}`,
  }
  const { child, said } = spawnLaurel(settings)
  await waitUntil(() => hasEnded(child) || said().includes('Stop it with'), 'it has started')
  assert.equal(hasEnded(child), false, said())
  const api = apiAt(`http://127.0.0.1:${port}`)
  const refused = await api.post(PARTNERS, newPartnerBody())
  assert.deepEqual([refused.status, refused.body.data.appErrorCode], [403, 'registration_closed'])

  const email = newEmail('owner')
  const args = [
    'partner',
    'create',
    '--ecosystem',
    'acme',
    '--name',
    'Acme',
    '--email',
    email,
    '--print-link',
  ]
  const command = spawnLaurel(settings, 'laurel.ts', args)
  await once(command.child, 'close')
  const token = /[?]token=([\w-]{43})&/.exec(command.said())?.[1]
  assert(token, command.said())
  await dataOf(
    api.post(`${PARTNERS}/reset-password`, { token, password: PASSWORD, confirmPassword: PASSWORD }),
  )
  const owner = await signIn(api, email)
  const hook = await addWebhook(api, owner.token, { url: receiver.url })
  await dataOf(api.post('/api/v1/laas/rules/create-rule', newRuleBody(), owner.token))
  await waitUntil(() => receiver.taken.length > 0, 'the event was delivered')
  assert.deepEqual(
    eventsIn(receiver.taken, hook.secret).map(({ type }) => type),
    ['rule.created'],
  )

  child.kill('SIGTERM')
  await ended(child)
  assert.equal(child.exitCode, 0, said())
  for (const secret of [SECRETS.SECRET_KEY as string, 'not-to-be-shown', token, PASSWORD])
    assert.ok(!said().includes(secret), 'no secret is in the output')
})

test('a service does not start with a secret given twice or a malformed list of hosts, and says both', async () => {
  const { child, said } = spawnLaurel({
    ...SETTINGS,
    SECRET_KEY: SECRETS.SECRET_KEY as string,
    OUTBOUND_ALLOW: 'shop.internal, 10.0.0.1/8',
  })
  await once(child, 'close')
  assert.equal(child.exitCode, 1)
  assert.equal(
    said(),
    `
Laurel cannot start. SECRET_KEY and SECRET_KEY_FILE are both set; unset one of them.
OUTBOUND_ALLOW holds "10.0.0.1/8", which is an address within a network; write 10.0.0.0/8 for the network, or 10.0.0.1 alone.

`,
  )
})
