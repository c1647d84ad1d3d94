import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { hashPassword, setPasswordHashing, verifyPassword } from './passwords.ts'

after(() => setPasswordHashing('full'))

test('a password is kept as an argon2id hash at full cost', async () => {
  const hash = await hashPassword('Sunny-Day-7', 'ada')

  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await verifyPassword('Sunny-Day-7', hash), true)
  assert.equal(await verifyPassword('Sunny-Day-8', hash), false)
})

test('a cheap hash is verified like any other, and only new hashes follow the setting', async () => {
  const full = await hashPassword('Sunny-Day-7', 'ada')
  setPasswordHashing('cheap')
  const cheap = await hashPassword('Sunny-Day-7', 'ada')

  assert.match(cheap, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  for (const hash of [full, cheap]) {
    assert.equal(await verifyPassword('Sunny-Day-7', hash), true)
    assert.equal(await verifyPassword('Sunny-Day-8', hash), false)
  }
})

test('no password opens an account without one', async () => {
  assert.equal(await verifyPassword('Sunny-Day-7', null), false)
  assert.equal(await verifyPassword('', undefined), false)
})
