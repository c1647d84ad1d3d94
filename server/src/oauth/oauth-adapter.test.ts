import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createEncryption } from '../crypto/encryption.ts'
import { openDatabase } from '../database/database.ts'
import { createAdapter } from './oauth-adapter.ts'

test('a database that is unavailable leads to a 503, whatever is asked of it', async () => {
  const database = openDatabase({ connectionString: 'postgres://laurel@127.0.0.1:1/laurel' })
  const accessTokens = {
    issue: async () => '',
    verify: async () => undefined,
    read: async () => undefined,
  }
  const adapterOf = createAdapter({
    database,
    encryption: createEncryption(randomBytes(32)),
    accessTokens,
    now: () => new Date(),
  })
  const away = { error: 'temporarily_unavailable', statusCode: 503 }
  await assert.rejects(adapterOf('Client').find('0'.repeat(64)), away)
  await assert.rejects(adapterOf('RefreshToken').find('a'), away)
  await assert.rejects(adapterOf('RefreshToken').consume('a'), away)
  await assert.rejects(adapterOf('Grant').destroy('a'), away)
  await assert.rejects(adapterOf('Session').upsert('a', { uid: 'b' }, 60), away)
  await database.close()
})
