import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { asService, withClient } from '../support/database.ts'
import { killAll, makeTestFolder, runCommand, startLaurel } from '../support/process.ts'
import { freePort } from '../support/server.ts'

const COMPOSE = new URL('../../../deploy/compose.yaml', import.meta.url)

const server = process.env.LAUREL_TEST_DATABASE_URL ?? ''
const name = `test_${randomBytes(8).toString('hex')}`
await withClient(server, (client) => client.query(`create database ${name} template template0`))
const owner = Object.assign(new URL(server), { pathname: `/${name}` }).href
const folder = await makeTestFolder()

after(async () => {
  await killAll()
  await withClient(server, (client) => client.query(`drop database ${name} with (force)`))
})

/** Stands for what Compose puts in: the passwords, and the hosts of its network. */
const PUT_IN: Record<string, string> = {
  SECRET_KEY: randomBytes(32).toString('base64'),
  DATABASE_URL: asService(owner),
  DATABASE_OWNER_URL: owner,
  SMTP_URL: 'smtp://127.0.0.1:9',
}

/** What Compose gives a service, with the settings of the image. */
async function settingsOf(service: 'migrate' | 'laurel'): Promise<Record<string, string>> {
  const { services } = parse(readFileSync(COMPOSE, 'utf8'), { merge: true })
  const given = Object.entries<string>(services[service].environment)
  return {
    ...Object.fromEntries(given.map(([setting, value]) => [setting, PUT_IN[setting] ?? value])),
    MODE: 'production',
    PASSWORD_HASHING: 'full',
    DATA_DIR: folder,
    PORT: String(await freePort()),
  }
}

test('the service of compose.yaml starts after its migrations, and not before, without the password of the owner', async () => {
  const settings = await settingsOf('laurel')
  assert.equal('DATABASE_OWNER_URL' in settings, false)
  await assert.rejects(startLaurel(settings), /it ended with 1/)

  const migrated = await runCommand(['migrate'], await settingsOf('migrate'))
  assert.equal(migrated.code, 0, migrated.said)
  const laurel = await startLaurel(settings)
  assert.equal((await fetch(`${laurel.url}/readyz`)).status, 200)
})
