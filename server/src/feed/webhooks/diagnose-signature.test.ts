import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { diagnoseSignature } from './diagnose-signature.ts'

test('a decoded secret is recognised even when its bytes look like spaces or quotation marks', async () => {
  const now = new Date()
  for (const padding of ['\n', ' ', '"', "'"]) {
    const key = `${padding}${'k'.repeat(22)}${padding}`
    const secret = `whsec_${Buffer.from(key, 'latin1').toString('base64')}`
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', now, '{}'),
    }
    const known = { current: secret, previous: null, others: [], sentBody: '{}' }
    const findings = await diagnoseSignature({ body: '{}', headers, secret: key }, known, now)
    assert.deepEqual(
      findings.map(({ cause }) => cause),
      ['secret_decoded'],
      JSON.stringify(padding),
    )
  }
})
