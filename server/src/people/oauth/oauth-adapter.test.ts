import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createEncryption } from '../../runtime/crypto/encryption.ts'
import { readConfig } from '../../runtime/settings/config.ts'
import { openDatabase } from '../../storage/database/database.ts'
import { createAdapter } from './oauth-adapter.ts'

test('an unavailable database gives 503 for every operation', async () => {
  const database = openDatabase({ connectionString: 'postgres://laurel@127.0.0.1:1/laurel' })
  const accessTokens = {
    issue: async () => '',
    verify: async () => undefined,
    read: async () => undefined,
  }
  const adapterOf = createAdapter({
    config: readConfig({}),
    database,
    encryption: createEncryption(randomBytes(32)),
    accessTokens,
    now: () => new Date(),
  })
  const unavailable = { error: 'temporarily_unavailable', statusCode: 503 }
  await assert.rejects(adapterOf('Client').find('0'.repeat(64)), unavailable)
  await assert.rejects(adapterOf('RefreshToken').find('a'), unavailable)
  await assert.rejects(adapterOf('RefreshToken').consume('a'), unavailable)
  await assert.rejects(adapterOf('Grant').destroy('a'), unavailable)
  await assert.rejects(adapterOf('Session').upsert('a', { uid: 'b' }, 60), unavailable)
  await database.close()
})
