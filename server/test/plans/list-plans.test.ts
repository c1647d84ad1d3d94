import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { EVENTS } from '../../src/feed/events/event-queries.ts'
import { countDropped, listRequests } from '../../src/http/request-log/request-log-store.ts'
import { listCoinsAfter } from '../../src/people/erasure/export-queries.ts'
import { listOwnMovements } from '../../src/people/me/own-movement-queries.ts'
import { findActivityIds } from '../../src/programme/activities/activity-queries.ts'
import { findAwardsByPartner } from '../../src/programme/awards/award-store.ts'
import { newestOf, readActivities } from '../../src/programme/backtests/read-activities.ts'
import { LATEST_MAX } from '../../src/programme/backtests/try-condition.ts'
import { findTransactions } from '../../src/programme/coins/coin-transaction-store.ts'
import {
  findMovement,
  listMovements,
  type MovementFilter,
} from '../../src/programme/coins/transaction-queries.ts'
import {
  findDecision,
  listDecisions,
  readLines,
  SCANNED_MAX,
} from '../../src/programme/history/decision-queries.ts'
import {
  EVERYTHING,
  HISTORY_SOURCES,
  type HistoryFilter,
  scanOf,
} from '../../src/programme/history/scan-queries.ts'
import { SUMMED_MAX, sumLines } from '../../src/programme/history/totals-queries.ts'
import { RANK_KEY, SEGMENT_SCORES } from '../../src/programme/leaderboards/board-queries.ts'
import {
  findScores,
  listGains,
  listLeftUsers,
  listLoweredUsers,
  listScores,
} from '../../src/programme/leaderboards/previous-queries.ts'
import { findLedgerState, type Ledger, openLedger } from '../../src/programme/ledger/ledger.ts'
import { findUnclaimedMember } from '../../src/programme/members/account-member-store.ts'
import {
  findMemberByExternalId,
  findMemberById,
  SHOWN_MEMBER,
  searchMembers,
} from '../../src/programme/members/member-search-store.ts'
import { countMembers, findMembershipsByExternalId } from '../../src/programme/members/membership-store.ts'
import { ALL_TIME, boardKey } from '../../src/programme/ranking/board.ts'
import { cacheSplits, loadStarts } from '../../src/programme/ranking/segment-cache.ts'
import { readSegments } from '../../src/programme/ranking/segment-queries.ts'
import { type Db, roleSettings, type Sql } from '../../src/storage/database/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { assertByIndex, explainer, noteStatements, plansOf, rowsRead } from '../support/plans.ts'

const MANY = 20_000
const EVERY_AWARD = { ...EVERYTHING, kinds: ['award'] as const, before: null, limit: 10 }
const partnerId = randomUUID()
const { client, open } = await openTestDatabase()
const database = open()
before(async () => {
  await client.query(`
    insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
    select '${partnerId}', gen_random_uuid(), gen_random_uuid(), 'tag' || n, '', '', now(), now()
    from generate_series(1, ${MANY}) n;
    insert into member_search_words (partner_id, word, user_id)
    select partner_id, word, user_id
    from memberships
    cross join lateral (values (tag), ('ada'), ('number' || right(tag, 2))) as words (word)
    on conflict do nothing`)
})

test('members are searched and counted by index', async () => {
  const [rarest, search] = await plansOf(client, database, (db) =>
    searchMembers(db, partnerId, 'ada number7'),
  )
  assert.doesNotMatch(rarest as string, /Seq Scan|Disabled/)
  assertByIndex([search as string, ...(await plansOf(client, database, (db) => countMembers(db, partnerId)))])
  const [byId] = await plansOf(client, database, (db) => findMemberById(db, partnerId, randomUUID()))
  assert.doesNotMatch(byId as string, /Seq Scan|Disabled/)
})

test('members are found by the own id of the partner, and unclaimed ones by their address, by index', async () => {
  const plans = async (find: (db: Db) => Promise<unknown>) => (await plansOf(client, database, find)).join()
  for (const plan of [
    await plans((db) => findMemberByExternalId(db, partnerId, 'customer-42')),
    await plans((db) => findMembershipsByExternalId(db, partnerId, ['customer-42', 'customer-43'])),
  ]) {
    assert.doesNotMatch(plan, /Seq Scan|Disabled/)
    assert.match(plan, /memberships_external_id_key/)
  }
  const unclaimed = await plans((db) => findUnclaimedMember(db, partnerId, 'ada@mail.example'))
  assert.match(unclaimed, /memberships_unclaimed_idx/)
})

test('a reader of a board with 4,000 cached segments reads those that changed since', async () => {
  const board = { name: 'points', month: ALL_TIME } as const
  const { noted, database: noting } = noteStatements(database)
  await database.transaction((tx) => openLedger(tx, partnerId))
  await client.query(
    `insert into board_segments (partner_id, board, month, no, negated_score, joined_no, members)
    select $1, 'points', '${ALL_TIME}', n, n, n, 256 from generate_series(1, 4000) n`,
    [partnerId],
  )
  await client.query('analyze board_segments')
  const segments = await readSegments(noting, partnerId, [board])
  assert.equal(segments[0]?.membersThrough.at(-1), 4000 * 256)
  await client.query('update ledgers set last_seq = last_seq + 1 where partner_id = $1', [partnerId])
  await client.query('update board_segments set members = 257, seq = 1 where partner_id = $1 and no = 4', [
    partnerId,
  ])
  const changed = await readSegments(noting, partnerId, [board])
  assert.equal(changed[0]?.membersThrough.at(-1), 4000 * 256 + 1)

  const another = { ...board, month: '2026-03-01' } as const
  await readSegments(noting, partnerId, [board, another])

  const { prepare, explain } = explainer(client)
  const [ofOne, ofSeveral] = [...noted.values()] as [Sql, Sql]
  await client.query('set plan_cache_mode = force_generic_plan')
  await prepare(ofOne)
  assert.equal(rowsRead(await explain(ofOne)), 2, 'the ledger and the changed segment')
  await prepare(ofSeveral)
  assert.ok(rowsRead(await explain(ofSeveral)) <= 2, 'the ledger of each board, and no segment')
  await client.query('reset plan_cache_mode')
})

test('a write takes the segments that a read has cached, until a split made a new version of them', async () => {
  const owner = randomUUID()
  const boards = [
    { name: 'points', month: ALL_TIME },
    { name: 'earner', month: '2026-03-01' },
  ] as const
  const { noted, database: noting } = noteStatements(database)
  await database.transaction((tx) => openLedger(tx, owner))
  await client.query(
    `insert into board_segments (partner_id, board, month, no, negated_score, joined_no, members)
    select $1, board, month::date, n, n, n, 256
    from (values ('points', '${ALL_TIME}'), ('earner', '2026-03-01')) as boards (board, month)
    cross join generate_series(1, 3) n`,
    [owner],
  )
  const load = (segmentsVersion: bigint) =>
    noting.transaction(async (tx) => {
      noted.clear()
      const starts = await loadStarts(tx, { partnerId: owner, segmentsVersion } as Ledger, [...boards])
      const read = [...noted.values()].length
      return { read, nos: boards.map((board) => starts.get(boardKey(board))?.map(({ no }) => no)) }
    })
  const [, earners] = await readSegments(database, owner, boards)
  assert.deepEqual(await load(0n), {
    read: 0,
    nos: [
      [1, 2, 3],
      [1, 2, 3],
    ],
  })

  const split = { negatedScore: 1n, joinedNo: 5n, no: 4n }
  cacheSplits({ partnerId: owner, segmentsVersion: 0n } as Ledger, [
    { ...boards[0], no: 1n, boundaries: [split] },
  ])
  assert.deepEqual(await load(1n), {
    read: 0,
    nos: [
      [1, 4, 2, 3],
      [1, 2, 3],
    ],
  })
  await readSegments(database, owner, boards)
  assert.deepEqual(
    await load(1n),
    {
      read: 0,
      nos: [
        [1, 4, 2, 3],
        [1, 2, 3],
      ],
    },
    'a read of an older version',
  )

  await client.query('update ledgers set segments_version = 1 where partner_id = $1', [owner])
  assert.deepEqual(await readSegments(database, owner, boards), [{ ...earners }, earners], 'counted again')
  assert.deepEqual(
    await load(2n),
    {
      read: 2,
      nos: [
        [1, 2, 3],
        [1, 2, 3],
      ],
    },
    'another version is read again',
  )
})

test('the rank key of a user and the scores of a segment are found by index, on each kind of board', async () => {
  const userId = randomUUID()
  const boards = [
    { board: { name: 'points', month: ALL_TIME }, index: 'wallets_points_segment_idx' },
    { board: { name: 'spender', month: ALL_TIME }, index: 'wallets_spent_segment_idx' },
    { board: { name: 'earner', month: '2026-03-01' }, index: 'wallets_month_earned_segment_idx' },
    { board: { name: 'spender', month: '2026-03-01' }, index: 'wallets_month_spent_segment_idx' },
  ] as const
  for (const { board, index } of boards) {
    const user = { board, userId, isEarner: false }
    const [scores, ...rankKeys] = await plansOf(client, database, async (db) => {
      await SEGMENT_SCORES.load(db, partnerId, [{ board, segment: 7 }])
      await RANK_KEY.load(db, partnerId, [user])
      await RANK_KEY.load(db, partnerId, [user, user])
    })
    for (const plan of [scores, ...rankKeys]) assert.doesNotMatch(plan as string, /Seq Scan|Disabled/)
    for (const rankKey of rankKeys) {
      assert.match(rankKey, /Index Scan using wallets_pkey/)
      if (board.month !== ALL_TIME) assert.match(rankKey, /Index Scan using monthly_scores_pkey/)
    }
    assert.match(scores as string, new RegExp(index))
    // Parts of the view for other boards are not in the plan.
    if (board.name === 'points') assert.doesNotMatch(scores as string, /monthly_scores|Append/)
  }
})

test('what members gained since midnight is read by user, and who fell or left by number', async () => {
  for (const [board, indexes] of [
    [{ name: 'points', month: ALL_TIME }, ['awards_user_idx', 'reversals_user_idx']],
    [{ name: 'earner', month: '2026-03-01' }, ['awards_user_idx', 'reversals_user_idx']],
    [{ name: 'spender', month: ALL_TIME }, ['coin_transactions_user_idx']],
    [{ name: 'spender', month: '2026-03-01' }, ['coin_transactions_user_idx']],
  ] as const) {
    const users = { userIds: [randomUUID(), randomUUID()], after: 7n }
    const [scores = '', others = '', fallen = '', left = '', gains = ''] = await plansOf(
      client,
      database,
      async (db) => {
        await listScores(db, partnerId, board, { segmentNos: [1, 2], skip: 0, limit: 400, after: 7n })
        await findScores(db, partnerId, board, users)
        await listLoweredUsers(db, partnerId, board, { after: 7n, limit: 2_001 })
        await listLeftUsers(db, partnerId, { after: 7n, limit: 2_001 })
        await listGains(db, partnerId, board, users)
      },
    )
    for (const plan of [scores, others, fallen, left, gains]) assert.doesNotMatch(plan, /Seq Scan|Disabled/)
    for (const plan of [scores, others]) assert.match(plan, /lifecycle_events_user_idx/)
    assertByIndex([fallen, left])
    assert.match(left, /lifecycle_events_pkey/)
    for (const index of indexes) assert.match(gains, new RegExp(`Index (Only )?Scan using ${index}`))
  }
})

test('a member is found by tag alone, however many have it as a word of their names', async () => {
  const plans = await plansOf(client, database, (db) => SHOWN_MEMBER.load(db, partnerId, ['tag7']))
  assertByIndex(plans)
  assert.match(plans.join(), /memberships_tag_idx/)
  const [found] = await SHOWN_MEMBER.load(database, partnerId, ['Tag4242'])
  assert.equal(found?.tag, 'tag4242')
  assert.deepEqual(await SHOWN_MEMBER.load(database, partnerId, ['ada', 'number42', '__', '']), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test(`a search that finds many of ${MANY} members takes a thousand`, async () => {
  for (const [search, count] of [
    ['a', 1000],
    ['tag', 1000],
    ['ada number42', 200],
    ['ada tag number4', 1000],
    ['ada tag77', 111],
    ['ada tag4242', 1],
    ['ada nobody', 0],
    ['number nobody', 0],
  ] as const) {
    const found = await searchMembers(database, partnerId, search)
    assert.equal(found.length, count, search)
    assert.equal(new Set(found).size, count, search)
  }
})

test('requests are listed by index, however they are narrowed', async () => {
  for (const outcome of [null, 'ok', 'failed'] as const) {
    const [ids, rows] = await plansOf(client, database, (db) =>
      listRequests(db, partnerId, { requestId: null, outcome, before: null, limit: 10 }),
    )
    assertByIndex([ids as string])
    assert.doesNotMatch(rows as string, /Seq Scan|Disabled/)
  }
  for (const requestId of ['req-1', randomUUID()])
    assertByIndex(
      await plansOf(client, database, (db) =>
        listRequests(db, partnerId, { requestId, outcome: null, before: null, limit: 10 }),
      ).then(([given]) => [given as string]),
    )
  assertByIndex(await plansOf(client, database, (db) => countDropped(db, partnerId, new Date())))
})

test('decisions are listed by index, however they are narrowed', async () => {
  for (const outcome of [null, 'paid', 'counted', 'refused'] as const)
    for (const userId of [null, randomUUID()]) {
      const filter = { ...EVERY_AWARD, userId, outcome }
      const [seqs] = await plansOf(client, database, (db) => listDecisions(db, partnerId, filter))
      assertByIndex([seqs as string])
      const index = userId ? 'user_idx' : outcome === null || outcome === 'paid' ? 'seq_key' : 'not_paid_idx'
      assert.ok(seqs?.includes(`awards_${index}`), seqs)
    }
})

const NARROWINGS: [Partial<HistoryFilter>, string][] = [
  [{}, 'seq_key'],
  [{ outcome: 'refused', actor: 'x', text: 'mug', from: new Date(), to: new Date() }, 'seq_key'],
  [{ userId: randomUUID(), outcome: 'refused' }, 'user_idx'],
  [{ reference: 'order 1', userId: randomUUID() }, 'reference_idx'],
]

test('decisions of any kind are listed and summed up by index, however they are narrowed', async () => {
  for (const kind of [null, 'transfer', 'reversal', 'refund', 'adjustment'] as const)
    for (const [narrowing, index] of NARROWINGS) {
      const filter = { ...EVERYTHING, ...narrowing, kinds: kind && [kind] }
      const [listed, summed] = await Promise.all([
        plansOf(client, database, (db) =>
          listDecisions(db, partnerId, { ...filter, before: null, limit: 10 }),
        ),
        plansOf(client, database, (db) => sumLines(db, partnerId, filter)),
      ])
      const isRare = (kind === 'refund' || kind === 'adjustment') && index === 'seq_key'
      const transactions = kind === 'reversal' ? [] : ['coin_transactions']
      const reversals = kind === null || kind === 'reversal' ? ['reversals'] : []
      for (const scan of [listed.at(-1) ?? '', summed.at(-1) ?? '']) {
        for (const table of [...transactions, ...reversals, ...(kind === null ? ['awards'] : [])])
          assert.ok(scan.includes(`${table}_${isRare ? 'kind_idx' : index}`), scan)
        assert.match(scan, /WindowAgg|Aggregate/)
      }
      for (const plan of [...listed, ...summed])
        assert.doesNotMatch(plan, /Seq Scan|Disabled|-> {2}Sort/, plan)
    }
})

test('whatever lines are compared with, the statement that scans them is the same', async () => {
  const narrowings: Partial<HistoryFilter>[] = [
    { outcome: 'refused' },
    { reason: 'rule_full' },
    { isCredit: true },
    { actor: 'x' },
    { ruleName: 'often' },
    { text: 'mug' },
  ]
  const names = new Set<string>()
  for (let chosen = 0; chosen < 2 ** narrowings.length; chosen += 1) {
    const some = narrowings.filter((_, index) => chosen & (2 ** index))
    const filter: HistoryFilter = Object.assign({ ...EVERYTHING, kinds: ['award', 'reversal'] }, ...some)
    const scan = await scanOf(database, partnerId, filter)
    names.add(scan?.select(10, null).name ?? 'none')
  }
  assert.equal(names.size, 1)
})

test('the whole history is listed by index, of a user and of all, with what its lines show', async () => {
  for (const [narrowing, indexes] of [
    [
      {},
      [
        'awards_seq_key',
        'reversals_seq_key',
        'coin_transactions_seq_key',
        'returns_seq_key',
        'lifecycle_events_pkey',
      ],
    ],
    [
      { userId: randomUUID() },
      ['awards_user_idx', 'reversals_user_idx', 'coin_transactions_user_idx', 'lifecycle_events_user_idx'],
    ],
  ] as [Partial<HistoryFilter>, string[]][]) {
    const filter = { ...EVERYTHING, ...narrowing, before: null, limit: 10 }
    const [scan = ''] = (await plansOf(client, database, (db) => listDecisions(db, partnerId, filter))).slice(
      -1,
    )
    for (const index of indexes) assert.ok(scan.includes(index), scan)
    assert.doesNotMatch(scan, /Seq Scan|Disabled|-> {2}Sort/, scan)
  }
  const lines = await plansOf(client, database, (db) => readLines(db, partnerId, [1n, 2n], HISTORY_SOURCES))
  assert.equal(lines.length, 5)
  for (const plan of lines) assert.doesNotMatch(plan, /Seq Scan|Disabled/, plan)
})

test('events are read by index in both directions', async () => {
  const filter = { after: 0n, types: null, limit: 10, last: 1n }
  for (const before of [null, 9n]) {
    const [events = '', reversed = ''] = await plansOf(client, database, (db) =>
      EVENTS.load(db, partnerId, [{ ...filter, before }]),
    )
    assert.match(events, /Merge Append/)
    assert.match(reversed, /reversals_seq_key/)
    for (const plan of [reversed, events]) assert.doesNotMatch(plan, /Seq Scan|Disabled|-> {2}Sort/, plan)
  }
})

test('records are read with what was noted to them alone, also by a plan from when nothing was', async () => {
  const owner = randomUUID()
  const own = await openTestDatabase()
  const { database: noting, noted } = noteStatements(own.open())
  const readAll = async (ids: string[]) => {
    const window = { before: null, limit: 10 }
    await EVENTS.load(noting, owner, [{ after: 0n, types: null, last: 1n, ...window }])
    const every: MovementFilter = { userId: null, reference: null, type: null, from: null, to: null }
    await listMovements(noting, owner, every, { ...window, offset: 0 })
    await listOwnMovements(noting, { partnerId: owner, memberId: owner, ...window })
    await listCoinsAfter(noting, { partnerId: owner, memberId: owner, after: 0n, limit: 10 })
    await findTransactions(noting, new Map([[owner, ids]]))
    await findAwardsByPartner(noting, new Map([[owner, ids]]))
    return [...noted.values()].filter(({ text }) => text.includes('personal_data'))
  }
  for (const setting of ['plan_cache_mode=force_generic_plan', ...roleSettings()])
    await own.client.query(`set ${setting.replace(/=(.*)/, " = '$1'")}`)
  const { prepare, explain } = explainer(own.client)
  for (const statement of await readAll([randomUUID(), randomUUID()])) await prepare(statement)
  const { rows: transactions } = await own.client.query<{ id: string }>(`
    insert into coin_transactions (partner_id, id, seq, actor_id, kind, user_id, coins, is_credit, outcome, balance,
      points, parties, created_at)
    select '${owner}', gen_random_uuid(), n, 0, 'transfer', '${owner}', 1, false, 'moved', 1, 1, '{"user": {}, "partner": {}}', now()
    from generate_series(1, ${MANY}) n
    returning id`)
  const { rows: awards } = await own.client.query<{ id: string }>(`
    insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, user_id, outcome, coins,
      balance, points, progress, progress_needed, user_awards, participants, participants_max, is_new_participant,
      created_at)
    select '${owner}', gen_random_uuid(), ${MANY} + n, 0, '${owner}', 'often', 1, '${owner}', 'paid', 1, 1, 1, 1, 1, 1, 1,
      1, false, now()
    from generate_series(1, 2) n
    returning id`)
  await own.client.query(`
    insert into personal_data (partner_id, seq, user_id, note)
    select '${owner}', n, '${owner}', 'Paid'
    from generate_series(1, ${MANY + 2}) n`)
  const statements = await readAll([...transactions.slice(0, 2), ...awards].map(({ id }) => id))
  assert.equal(statements.length, 7)
  for (const statement of statements) {
    const read = rowsRead(await explain(statement))
    assert.ok(read <= 50, `${read} rows: ${statement.text}`)
  }
})

test('activities of awards, and the latest of a type, are read alone, also by a plan from when there were none', async () => {
  const owner = randomUUID()
  const own = await openTestDatabase()
  const { database: noting, noted } = noteStatements(own.open())
  const all = { partnerId: owner, types: ['order.paid'], after: 0n, until: BigInt(Number.MAX_SAFE_INTEGER) }
  const readAll = async () => {
    const ids = await findActivityIds(noting, owner, [3n, 4n, BigInt(MANY)])
    const { range } = await newestOf(noting, all, LATEST_MAX)
    let latest = 0
    for await (const page of readActivities(noting, range, { properties: true, member: new Set() }))
      latest += page.length
    return { ids, latest, statements: [...noted.values()] }
  }
  for (const setting of ['plan_cache_mode=force_generic_plan', ...roleSettings()])
    await own.client.query(`set ${setting.replace(/=(.*)/, " = '$1'")}`)
  const { prepare, explain } = explainer(own.client)
  for (const statement of (await readAll()).statements) await prepare(statement)
  // Those with odd numbers each led to one award, with the number after it.
  await own.client.query(`
    insert into activities (partner_id, id, seq, last_seq, actor_id, type, user_id, occurred_at, balance, points,
      has_properties, created_at)
    select '${owner}', gen_random_uuid(), 2 * n - 1, 2 * n, 0, 'order.paid', '${owner}', now(), 0, 0, true, now()
    from generate_series(1, ${MANY}) n;
    insert into activity_data (partner_id, seq, properties, created_at)
    select partner_id, seq, '{}', created_at
    from activities`)
  const { ids, latest, statements } = await readAll()
  assert.deepEqual(new Set(ids.keys()), new Set([4n, BigInt(MANY)]))
  assert.equal(latest, LATEST_MAX)
  assert.equal(statements.length, 4)
  for (const statement of statements) {
    const read = rowsRead(await explain(statement))
    assert.ok(read <= 10 * LATEST_MAX, `${read} rows: ${statement.text}`)
  }
})

test('the state of a ledger is read with the last events alone, also by a plan from when there was none', async () => {
  const owner = randomUUID()
  const own = await openTestDatabase()
  const { database: noting, noted } = noteStatements(own.open())
  for (const setting of ['plan_cache_mode=force_generic_plan', ...roleSettings()])
    await own.client.query(`set ${setting.replace(/=(.*)/, " = '$1'")}`)
  const { prepare, explain } = explainer(own.client)
  const stateSince = async (seq: number) => {
    const state = await findLedgerState(noting, owner, BigInt(seq))
    return { state, statement: [...noted.values()][0] as Sql }
  }
  await prepare((await stateSince(0)).statement)
  await noting.transaction((tx) => openLedger(tx, owner))
  await own.client.query(`
    insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
    select '${owner}', gen_random_uuid(), gen_random_uuid(), 'tag' || n, '', '', now(), now()
    from generate_series(1, ${MANY}) n;
    insert into wallets (partner_id, user_id, id, points, balance, joined_no, on_boards, created_at, updated_at)
    select partner_id, user_id, id, 1, 1, right(tag, -3)::bigint, false, now(), now()
    from memberships;
    insert into coin_transactions (partner_id, id, seq, actor_id, kind, user_id, coins, is_credit, outcome, balance,
      points, parties, created_at)
    select partner_id, id, joined_no, 0, 'transfer', user_id, 1, false, 'moved', 1, 1, '{"user": {}, "partner": {}}', now()
    from wallets;
    insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, user_id, outcome, coins,
      balance, points, progress, progress_needed, user_awards, participants, participants_max, is_new_participant,
      created_at)
    select partner_id, id, ${MANY} + joined_no, 0, '${owner}', 'often', 1, user_id, 'paid', 1, 1, 1, 1, 1, 1, 1, 1, false,
      now()
    from wallets;
    update ledgers set last_seq = ${2 * MANY}`)
  for (const { since, changes, rows } of [
    { since: 2 * MANY - 3, changes: 3, rows: 20 },
    { since: 2 * MANY, changes: 0, rows: 5 },
    { since: MANY - 1, changes: undefined, rows: 5 },
  ]) {
    const { state, statement } = await stateSince(since)
    assert.equal(state.changes?.length, changes)
    const read = rowsRead(await explain(statement))
    assert.ok(read <= rows, `${read} rows since ${since}`)
  }
})

test('movements are listed by index, of a user, of a reference or of all', async () => {
  const every: MovementFilter = { userId: null, reference: null, type: null, from: null, to: null }
  for (const [narrowing, index] of [
    [{}, 'seq_key'],
    [{ userId: randomUUID() }, 'user_idx'],
    [{ reference: 'order 1' }, 'reference_idx'],
  ] as const) {
    const [movements = ''] = await plansOf(client, database, (db) =>
      listMovements(db, partnerId, { ...every, ...narrowing }, { before: null, limit: 10, offset: 0 }),
    )
    for (const table of ['awards', 'coin_transactions', 'reversals'])
      assert.ok(movements.includes(`${table}_${index}`), movements)
    assert.doesNotMatch(movements, /Seq Scan|Disabled|-> {2}Sort/, movements)
  }
})

test('transactions of a rare kind are found by index, however many transfers there are', async () => {
  const owner = randomUUID()
  await client.query(`
    insert into coin_transactions (partner_id, id, seq, actor_id, kind, user_id, coins, is_credit, outcome, balance,
      points, original_id, remaining, parties, created_at)
    select '${owner}', gen_random_uuid(), n, 0, kind, '${owner}', 1, kind <> 'transfer', 'moved', 1, 1,
      case kind when 'refund' then gen_random_uuid() end, case kind when 'refund' then 0 end, '{}', now()
    from generate_series(1, ${MANY}) n
    cross join lateral (values (case n when 1 then 'refund' else 'transfer' end)) as kinds (kind);
    analyze coin_transactions`)
  const every: MovementFilter = { userId: null, reference: null, type: null, from: null, to: null }
  for (const kind of ['refund', 'adjustment', 'settlement'] as const) {
    const [plan = ''] = await plansOf(client, database, (db) =>
      listMovements(
        db,
        owner,
        { ...every, type: { kind, isCredit: true } },
        { before: null, limit: 10, offset: 0 },
      ),
    )
    assert.match(plan, /coin_transactions_kind_idx/)
  }
})

test(`a filter that matches few decisions scans ${SCANNED_MAX} per call, and the next call goes on from there`, async () => {
  const [owner, userId, last] = [randomUUID(), randomUUID(), 2 * SCANNED_MAX + 5_000]
  const seldom = [3, SCANNED_MAX, last - 1]
  await client.query(`
    insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, user_id, outcome, coins,
      balance, points, progress, progress_needed, user_awards, participants, participants_max, is_new_participant,
      created_at)
    select '${owner}', gen_random_uuid(), n, 0, '${userId}',
      case when n in (${seldom}) then 'seldom' else 'often' end, 1,
      '${userId}', case when n = 3 then 'paid' else 'counted' end, case when n = 3 then 1 else 0 end, 1, 1, 1, 2, 0, 0,
      1, false, now()
    from generate_series(1, ${last}) n;
    analyze awards`)
  const walk = async (narrowing: Partial<HistoryFilter>) => {
    const pages: number[][] = []
    for (let before: bigint | null = null; ; ) {
      const filter = { ...EVERY_AWARD, before, limit: 2, ...narrowing }
      const { lines, next } = await listDecisions(database, owner, filter)
      pages.push(lines.map(({ record }) => Number(record.seq)))
      if (next === null) return pages
      before = next
    }
  }
  const [third, second, first] = seldom
  assert.deepEqual(await walk({ ruleName: 'seldom' }), [[first], [second], [third]])
  assert.deepEqual(await walk({ ruleName: 'seldom', userId }), [[first], [second], [third]])
  assert.deepEqual(await walk({ ruleName: 'seldom', outcome: 'counted' }), [[first], [second], []])
  assert.deepEqual(await walk({ outcome: 'paid' }), [[], [], [third]])
  assert.deepEqual(await walk({ ruleName: 'never' }), [[], [], []])
  assert.deepEqual(await walk({ ruleName: 'seldom', kinds: null }), [[first], [second], [third]])
  assert.deepEqual(await walk({ actor: 'nobody' }), [[], [], []])
  assert.deepEqual(await walk({ kinds: ['transfer'] }), [[]])

  const { prepare, explain } = explainer(client)
  const scanFor = async (ruleName: string | null) => {
    const { database: noting, noted } = noteStatements(database)
    await listDecisions(noting, owner, { ...EVERY_AWARD, ruleName, limit: 2 })
    return [...noted.values()].find(({ text }) => text.includes('is_last')) as Sql
  }
  await prepare(await scanFor(null))
  for (const [ruleName, most] of [
    ['seldom', SCANNED_MAX],
    [null, 5],
  ] as const) {
    const read = rowsRead(await explain(await scanFor(ruleName)))
    assert.ok(read <= most, `${ruleName ?? 'no rule'}: ${read} rows`)
  }

  for (const find of [findDecision, findMovement]) {
    const [plan = ''] = await plansOf(client, database, (db) => find(db, owner, randomUUID()))
    assert.match(plan, /awards_pkey/)
    assert.doesNotMatch(plan, /Seq Scan|Disabled/, plan)
  }
})

test(`totals are of the latest ${SUMMED_MAX} lines, and say when there are more`, async () => {
  const owner = randomUUID()
  const rows = SUMMED_MAX + 5_000
  await client.query(`
    insert into coin_transactions (partner_id, id, seq, actor_id, kind, user_id, coins, is_credit, outcome, balance,
      points, parties, created_at)
    select '${owner}', gen_random_uuid(), n, 0, 'transfer', '${owner}', 1, false, 'moved', 1, 1,
      '{"user": {}, "partner": {}}', now()
    from generate_series(1, ${rows}) n;
    analyze coin_transactions`)
  const { database: noting, noted } = noteStatements(database)
  const totals = await sumLines(noting, owner, EVERYTHING)
  assert.equal(totals.isPartial, true)
  assert.equal(totals.lines, BigInt(SUMMED_MAX + 1))
  const { prepare, explain } = explainer(client)
  const statement = [...noted.values()].at(-1) as Sql
  await prepare(statement)
  const read = rowsRead(await explain(statement))
  assert.ok(read <= SUMMED_MAX + 10, `${read} rows`)
  const some = await sumLines(database, owner, { ...EVERYTHING, actor: 'nobody' })
  assert.deepEqual([some.lines, some.isPartial], [0n, true])
})
