import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as openid from 'openid-client'
import { rotateSigningKeys } from '../../src/identity/authorization/signing-keys.ts'
import { createEncryption } from '../../src/runtime/crypto/encryption.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { runInProcess } from '../support/command-line.ts'
import { asService } from '../support/database.ts'
import { discover, type OauthPartner, onboardOauthPartner, startOauthService } from '../support/oauth.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startOauthService()
const database = openDatabase({ connectionString: service.connectionString })
after(() => database.close())
let partner: OauthPartner
before(async () => {
  partner = await onboardOauthPartner(service)
})

const settings = () => ({
  DATABASE_URL: asService(service.connectionString),
  SECRET_KEY: service.secretKey.toString('base64'),
})
const use = async (token: string) => (await service.get('/api/v1/laas/rules', token)).status
const keyOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

async function published(): Promise<Record<string, unknown>[]> {
  return (await service.get('/oauth/jwks')).body.keys
}

test('laurel rotate-keys adds a key that the running service signs with, and the old one is honoured until its tokens end', async () => {
  const config = await discover(service, partner)
  const old = await openid.clientCredentialsGrant(config)
  const { code, stdout, stderr } = await runInProcess(['rotate-keys'], settings())
  assert.equal(code, 0, stderr)
  const added = /^Created the key (\S+); .* Keys removed: 0\.\n$/.exec(stdout)?.[1]
  assert.ok(added, stdout)

  // Everyone can know the new key before anything is signed with it.
  await waitUntil(async () => (await published()).length === 2, 'the new key is published')
  assert.equal(keyOf((await openid.clientCredentialsGrant(config)).access_token), keyOf(old.access_token))

  service.clock.now = new Date(Date.now() + 60_000)
  let fresh = old
  await waitUntil(async () => {
    fresh = await openid.clientCredentialsGrant(config)
    return keyOf(fresh.access_token) === added
  }, 'the new key is used')
  assert.deepEqual([await use(old.access_token), await use(fresh.access_token)], [200, 200])
  const { body } = await service.post('/api/v1/acme/partners/login', await loginBody())
  assert.equal(keyOf(body.data.accessToken), added)
  const another = await service.startAnother()
  assert.equal((await another.get('/api/v1/laas/rules', old.access_token)).status, 200)
  for (const key of await published())
    assert.deepEqual(new Set(Object.keys(key)), new Set(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']))
  service.clock.now = undefined
})

test('a key whose tokens have all ended is removed by a later rotation', async () => {
  const later = new Date(Date.now() + 3 * 3_600_000)
  const { removed } = await rotateSigningKeys(database, createEncryption(service.secretKey), later)
  assert.equal(removed, 1)
})

test('laurel rotate-keys does nothing with another SECRET_KEY', async () => {
  const count = async () => (await service.query('select id from signing_keys')).length
  const before = await count()
  const otherKey = { ...settings(), SECRET_KEY: Buffer.alloc(32).toString('base64') }
  const { code, stderr } = await runInProcess(['rotate-keys'], otherKey)
  assert.equal(code, 2)
  assert.match(
    stderr,
    /^Database: .*\nSECRET_KEY is not the one this database was set up with, so its signing keys cannot be read\. Start with the key used before\.\n$/,
  )
  assert.equal(await count(), before)
})

async function loginBody() {
  const { body } = await service.get('/api/v1/acme/partners/me', partner.token)
  return { email: body.data.email, password: 'Sunny-Day-7' }
}
