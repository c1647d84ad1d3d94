import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createEncryption } from './encryption.ts'

test('a keyed hash stays the same, because rows are found by it', () => {
  const { keyedHash } = createEncryption(Buffer.alloc(32, 7))
  for (const [text, hash] of [
    ['', 'adfdeacc99cbd3106a67aa166f79f5e4c0336ed6dc6ed14398e0a0f291fa9241'],
    ['ß漢字🎉', 'd51251d5cbbb6981e2e2319e6af994e59b5a261405cc9ab2a9a0da1477dcb88f'],
  ] as const)
    assert.equal(keyedHash('test', text).toString('hex'), hash)
})

test('what is encrypted is read back, and what was changed is refused', () => {
  const { encrypt, decrypt } = createEncryption(randomBytes(32))
  const encrypted = encrypt('BVN 22012345678 ß')
  assert.equal(decrypt(encrypted), 'BVN 22012345678 ß')
  assert.ok(!encrypted.includes('22012345678'))
  encrypted.writeUInt8((encrypted.at(-1) as number) ^ 1, encrypted.length - 1)
  assert.throws(() => decrypt(encrypted), /unable to authenticate/)
})
