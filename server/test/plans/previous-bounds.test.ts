import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  CANDIDATES_MAX,
  EVENTS_MAX,
  FALLS_MAX,
  loadPrevious,
} from '../../src/programme/leaderboards/previous-positions.ts'
import { POINTS } from '../../src/programme/leaderboards/read-board.ts'
import { openLedger } from '../../src/programme/ledger/ledger.ts'
import { createPartnerReads } from '../../src/programme/read-batches/partner-reads.ts'
import { readAs } from '../../src/runtime/process/reader.ts'
import { busyWith } from '../../src/storage/database/database-error.ts'
import { notOnCitus } from '../support/citus.ts'
import { openTestDatabase, withClient } from '../support/database.ts'
import { noteStatements } from '../support/plans.ts'

const NOW = new Date('2026-03-11T12:00:00Z')
const AT = `timestamptz '2026-03-11T08:00:00Z'`
const { connectionString, client, open } = await openTestDatabase()
const { database, noted } = noteStatements(open())

const previousOf = (userId: string, partnerId: string, from = database) =>
  createPartnerReads(from).read(partnerId, async (batch) => (await loadPrevious(batch, POINTS, NOW))(userId))

/** A partner with events of today. */
async function partnerWith(events: number | bigint, type = 'rule.updated'): Promise<string> {
  const partnerId = randomUUID()
  const data = type.startsWith('user') ? `{"userData": null, "userId": "${randomUUID()}"}` : '{}'
  await database.transaction((tx) => openLedger(tx, partnerId))
  await client.query(`
    insert into lifecycle_events (partner_id, seq, type, data, created_at)
    select '${partnerId}', n, '${type}', '${data}', ${AT}
    from generate_series(1, ${events}) n;
    update ledgers set last_seq = ${events} where partner_id = '${partnerId}'`)
  return partnerId
}

test('positions are not worked out after very many events, which is remembered', async () => {
  assert.equal(await previousOf(randomUUID(), await partnerWith(3)), 0)
  const partnerId = await partnerWith(EVENTS_MAX + 1n)
  for (const isFirst of [true, false]) {
    noted.clear()
    assert.equal(await previousOf(randomUUID(), partnerId), null)
    const texts = [...noted.values()].map(({ text }) => text)
    assert.equal(
      texts.some((text) => text.includes('halving')),
      isFirst,
    )
    assert.ok(!texts.some((text) => text.includes('ranked_members')))
  }
})

test('positions are not worked out after very many members left', async () => {
  for (const [left, position] of [
    [FALLS_MAX, 0],
    [FALLS_MAX + 1, null],
  ] as const)
    assert.equal(await previousOf(randomUUID(), await partnerWith(left, 'user.left')), position)
})

test('positions on a large board are not worked out after very many reversals', async () => {
  for (const [reversals, position] of [
    [FALLS_MAX, 1],
    [FALLS_MAX + 1, null],
  ] as const) {
    const partnerId = await partnerWith(0)
    const members = CANDIDATES_MAX + 100
    await client.query(`
      insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
      select '${partnerId}', gen_random_uuid(), gen_random_uuid(), 'tag' || n, '', '', ${AT}, ${AT}
      from generate_series(1, ${members}) n;
      insert into wallets (partner_id, user_id, id, points, balance, joined_no, on_boards, points_segment, created_at,
        updated_at)
      select partner_id, user_id, id, 1, 1, right(tag, -3)::bigint, true, 1, ${AT}, ${AT}
      from memberships
      where partner_id = '${partnerId}';
      insert into board_segments (partner_id, board, month, negated_score, joined_no, no, members)
      values ('${partnerId}', 'points', '0001-01-01', -9223372036854775808, 0, 1, ${members});
      update ledgers set last_seq = ${reversals} where partner_id = '${partnerId}'`)
    const { rows } = await client.query<{ userId: string }>(
      `select user_id as "userId" from wallets where partner_id = '${partnerId}' and joined_no = ${members}`,
    )
    const userId = rows[0]?.userId as string
    // They are of no award, which the foreign key would refuse.
    await client.query(`
      set session_replication_role = 'replica';
      insert into reversals (partner_id, id, seq, actor_id, award_id, rule_id, user_id, coins, taken, owed, written_off,
        remaining, has_write_off, outcome, balance, points, created_at)
      select '${partnerId}', gen_random_uuid(), n, 0, gen_random_uuid(), '${userId}', '${userId}', 1, 1, 0, 0, 0, false,
        'reversed', 1, 1, ${AT}
      from generate_series(1, ${reversals}) n;
      set session_replication_role = 'origin'`)
    assert.equal(await previousOf(userId, partnerId), position)
  }
})

test('a board is shown after its positions were not found in time', {
  skip: notOnCitus('the service reads the tables of shards, past the lock of this test'),
}, async () => {
  const partnerId = await partnerWith(3)
  const impatient = open({ readConnectionsMax: 1, waitMs: 100 })
  const read = () => readAs({ id: partnerId }, () => previousOf(randomUUID(), partnerId, impatient))
  await withClient(connectionString, async (holder) => {
    await holder.query('begin; lock table lifecycle_events in access exclusive mode')
    await assert.rejects(read(), (error) => busyWith(error) === 'statement')
    assert.equal(await read(), null)
    await holder.query('rollback')
  })
})
