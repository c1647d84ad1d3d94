import assert from 'node:assert/strict'
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createEncryption } from './encryption.ts'

test('a keyed hash is the HMAC-SHA-256 of Node, for texts of any length and script', () => {
  const secretKey = randomBytes(32)
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'laurel keyed hash', 32))
  const { keyedHash } = createEncryption(secretKey)
  for (const text of ['', 'a', 'ß漢字🎉', 'x'.repeat(47), 'x'.repeat(64), 'long '.repeat(20_000)])
    assert.deepEqual(keyedHash('test', text), createHmac('sha256', key).update(`test\0${text}`).digest())
})

test('what is encrypted is read back, and what was changed is refused', () => {
  const { encrypt, decrypt } = createEncryption(randomBytes(32))
  const encrypted = encrypt('BVN 22012345678 ß')
  assert.equal(decrypt(encrypted), 'BVN 22012345678 ß')
  assert.ok(!encrypted.includes('22012345678'))
  encrypted.writeUInt8((encrypted.at(-1) as number) ^ 1, encrypted.length - 1)
  assert.throws(() => decrypt(encrypted), /unable to authenticate/)
})
