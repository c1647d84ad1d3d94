import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashUuid } from '../../src/storage/citus/hash-uuid.ts'
import { openTestDatabase } from '../support/database.ts'

test('ids are hashed as PostgreSQL hashes them', async () => {
  const { client } = await openTestDatabase()
  const { rows } = await client.query<{ id: string; hash: number }>(`
    select id::text, uuid_hash(id) as hash
    from (
      select gen_random_uuid() as id
      from generate_series(1, 1000)
      union all
      values (uuid '00000000-0000-0000-0000-000000000000'), (uuid 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF')
    ) ids`)
  for (const { id, hash } of rows) assert.equal(hashUuid(id), hash, id)
})
