import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createEncryption } from '../../runtime/crypto/encryption.ts'
import { requestHash } from './idempotency-key.ts'

test('what is hashed of a request never changes, since keys are kept for ever', () => {
  const encryption = createEncryption(randomBytes(32))
  const body = {
    userId: 'u1',
    password: 'left out',
    note: 'ß "quoted" \\ 漢字',
    10: 1,
    9: [null, undefined, {}, [], { b: null, a: 0.1 }],
    inner: { password: 'kept', confirmPassword: null, A: true, a: false },
    nothing: null,
    missing: undefined,
  }
  const text =
    'POST /x {"10":1,"9":[null,null,{},[],{"a":0.1,"b":null}],"inner":{"A":true,"a":false,"confirmPassword":null,"password":"kept"},' +
    '"note":"ß \\"quoted\\" \\\\ 漢字","userId":"u1"}'
  assert.deepEqual(
    requestHash(encryption, 'POST /x', body),
    encryption.keyedHash('request', text).subarray(0, 16),
  )
})
