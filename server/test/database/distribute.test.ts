import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { StartProblem } from '../../src/runtime/process/start-problem.ts'
import { distribute } from '../../src/storage/citus/distribute.ts'
import { LEDGER_TABLES } from '../../src/storage/citus/tables.ts'
import { migrate } from '../../src/storage/database/migrate.ts'
import { addNodes, CITUS_NODES, databaseOf, dropOnEachNode, isOnCitus, onEachNode } from '../support/citus.ts'
import { asService, createTestDatabase, withClient } from '../support/database.ts'

const needsCluster = { skip: !isOnCitus && 'needs CITUS_URL, the nodes of a Citus cluster' }

const refusal = async (connectionString: string): Promise<string> => {
  const error = await distribute(connectionString, { shards: 2, print: () => {} }).then(
    () => undefined,
    (problem) => problem,
  )
  assert.ok(error instanceof StartProblem, String(error))
  return error.message
}

test('a database without the extension, and a login that is no superuser, are refused with what to do', async () => {
  const { connectionString, drop } = await createTestDatabase()
  after(drop)
  assert.match(
    await refusal(asService(connectionString)),
    /^The user laurel_service of DATABASE_SUPERUSER_URL is not/,
  )
  if (!isOnCitus)
    assert.match(
      await refusal(connectionString),
      /does not have the extension citus\. Run "create extension citus"/,
    )
})

test(
  'rows of an existing database are moved to the workers, and a second run changes nothing',
  needsCluster,
  async () => {
    const name = `test_${randomBytes(8).toString('hex')}`
    after(() => dropOnEachNode(name))
    await onEachNode('postgres', (client) => client.query(`create database ${name}`))
    await onEachNode(name, (client) => client.query('create extension citus'))
    const connectionString = databaseOf(CITUS_NODES[0] as string, name)
    await migrate(connectionString)
    const query = (text: string) =>
      withClient(connectionString, async (client) => (await client.query(text)).rows)
    await query(`
    insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account, opening_account, expired_account, last_at,
      created_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), now() from generate_series(1, 50);
    insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
    select partner_id, gen_random_uuid(), gen_random_uuid(), 'tag', 'Ada', '', now(), now() from ledgers;
    insert into wallets (partner_id, user_id, id, joined_no, on_boards, points_segment, created_at, updated_at)
    select partner_id, user_id, id, 1, true, 1, now(), now() from memberships`)

    assert.match(await refusal(connectionString), /^The cluster has no nodes that hold shards\. Add them/)
    await addNodes(name)
    await withClient(connectionString, async (client) => {
      await client.query(`set application_name = 'laurel'`)
      assert.match(
        await refusal(connectionString),
        /^The service uses this database\. Stop all its processes/,
      )
    })

    const said: string[] = []
    const options = { shards: 2, print: (line: string) => void said.push(line) }
    await distribute(connectionString, options)
    assert.ok(
      said.includes(`Distributing ledgers (1 of ${said.filter((line) => / of \d+\)/.test(line)).length}).`),
    )
    assert.deepEqual(
      await query(`
      select (select count(*) from ledgers)::integer as ledgers, (select count(*) from wallets)::integer as wallets,
        count(distinct colocationid)::integer as colocations, count(*)::integer as tables
      from pg_dist_partition where partmethod = 'h'`),
      [{ ledgers: 50, wallets: 50, colocations: 1, tables: LEDGER_TABLES.length }],
    )
    const sizes = await query(
      `select sum(pg_relation_size(logicalrelid))::integer as bytes from pg_dist_partition where partmethod = 'h'`,
    )
    assert.deepEqual(sizes, [{ bytes: 0 }], 'no copy is left on the coordinator')

    said.length = 0
    await distribute(connectionString, options)
    assert.deepEqual(said, [
      'Preparing the role laurel_service on all nodes.',
      'Setting the statistics of the shards.',
      'The ledger side is distributed over 2 nodes.',
    ])
  },
)
