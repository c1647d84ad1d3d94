import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { createEngine, type Engine } from '../../src/programme/engine/engine.ts'
import { type KeyedRequest, storedKey } from '../../src/programme/idempotency/idempotency-key.ts'
import { NO_LABELS } from '../../src/programme/ledger/labels.ts'
import type { Actor } from '../../src/runtime/caller.ts'
import { areLedgersDistributed } from '../../src/storage/citus/partner-nodes.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { lockLedgers, openTestDatabase, withClient } from '../support/database.ts'
import { onboardPartnerWithRule, signIn } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const PARTNER_SHARE = 100

// The catalog that a test makes names no nodes.
const service = await startTestService({ databaseNodes: 'coordinator' })
const warnings: { calls?: number; partners?: number }[] = []

/** The engine of another process on the same database. */
function startEngine({ sharesBatches = true, connections = 10 } = {}): Engine {
  const { connectionString } = service
  const database = openDatabase({ connectionString, connectionsMax: connections })
  after(() => database.close())
  const log = { warn: (details: object) => void warnings.push(details) }
  return createEngine({
    database: sharesBatches ? database : { ...database, machineOf: () => undefined },
    batchSizeMax: 500,
    connections,
    log,
  })
}

const engine = startEngine()

type Partner = Awaited<ReturnType<typeof onboardPartnerWithRule>>

async function onboardPartners<Count extends number>(count: Count, members = 1) {
  const partners: Partner[] = []
  for (let made = 0; made < count; made += 1) partners.push(await onboardPartnerWithRule(service, members))
  return partners as [Partner, Partner, ...Partner[]]
}

async function award(
  { partnerId, users, rule }: Partner,
  given: { by?: Engine; actor?: Actor; user?: number; note?: string; key?: string } = {},
) {
  const { by = engine, actor = { partnerId }, user = 0, note = null, key } = given
  const keyed: KeyedRequest | null =
    key === undefined ? null : { key: storedKey(key), hash: Buffer.alloc(16) }
  const request = {
    member: { userId: users[user] as string },
    ruleName: rule.name,
    note,
    units: null,
    ...NO_LABELS,
  }
  const result = await by.coinCalls.award.decide(actor, request, keyed)
  assert.ok(result.kind === 'decided' || result.kind === 'denied', result.kind)
  return result.kind === 'denied'
    ? { denied: result.failure }
    : { ...result.record, isReplay: result.isReplay }
}

/** The transactions that wrote the awards of partners with this note, by partner. */
async function transactionsOf(partners: Partner[], note: string): Promise<string[][]> {
  const rows = await service.query<{ partner_id: string; transactions: string[] }>(
    `select partner_id, array_agg(distinct xmin::text) as transactions
    from personal_data
    where partner_id = any($1) and note = $2
    group by partner_id`,
    [partners.map(({ partnerId }) => partnerId), note],
  )
  return partners.map(({ partnerId }) => rows.find((row) => row.partner_id === partnerId)?.transactions ?? [])
}

test('calls of many partners that wait together share one transaction', async () => {
  const partners = await onboardPartners(4)
  const readChangeNos = async () => {
    const rows = await service.query<{ change_no: bigint }>(
      'select change_no from ledgers where partner_id = any($1) order by partner_id',
      [partners.map(({ partnerId }) => partnerId)],
    )
    return rows.map((row) => row.change_no)
  }
  const before = await readChangeNos()
  await Promise.all(partners.flatMap((partner) => [1, 2].map(() => award(partner, { note: 'together' }))))
  assert.equal(new Set((await transactionsOf(partners, 'together')).flat()).size, 1)
  assert.deepEqual(
    await readChangeNos(),
    before.map((changeNo) => changeNo + 1n),
  )
})

test('a return, which can be large, has a transaction alone', async () => {
  const [first, second] = await onboardPartners(2)
  const [userId = ''] = first.users
  const order = { member: { userId }, ruleName: first.rule.name, note: null, units: null, metadata: null }
  await engine.coinCalls.award.decide(
    { partnerId: first.partnerId },
    { ...order, reference: 'order 1' },
    null,
  )
  const back = (share: number) =>
    engine.coinCalls.return.decide(
      { partnerId: first.partnerId },
      { reference: 'order 1', share, shortfall: 'refuse', narration: null },
      null,
    )
  const [, one, , two] = await Promise.all([
    award(first, { note: 'before' }),
    back(400_000),
    award(second, { note: 'beside' }),
    back(600_000),
    award(first, { note: 'after' }),
  ])
  for (const result of [one, two])
    assert.equal(result.kind === 'decided' && result.record.outcome, 'returned')
  const returns = await service.query<{ xmin: string }>(
    'select xmin::text from returns where partner_id = $1 order by share_total',
    [first.partnerId],
  )
  const awards = await Promise.all(
    ['before', 'beside', 'after'].map((note) => transactionsOf([first, second], note)),
  )
  assert.equal(new Set(returns.map(({ xmin }) => xmin)).size, 2)
  for (const { xmin } of returns) assert(!awards.flat(2).includes(xmin))
  const rows = await service.query<{ note: string; seq: bigint }>(
    "select note, seq from personal_data where partner_id = $1 and note in ('before', 'after') order by seq",
    [first.partnerId],
  )
  assert.deepEqual(
    rows.map(({ note }) => note),
    ['before', 'after'],
  )
})

test('where batches are not shared, a transaction has calls of one partner', async () => {
  const partners = await onboardPartners(3)
  const isolated = startEngine({ sharesBatches: false })
  await Promise.all(
    partners.flatMap((partner) => [1, 2].map(() => award(partner, { by: isolated, note: 'alone' }))),
  )
  const transactions = await transactionsOf(partners, 'alone')
  assert.deepEqual(
    transactions.map(({ length }) => length),
    [1, 1, 1],
  )
  assert.equal(new Set(transactions.flat()).size, 3)
})

test('on ledgers that Citus distributes, a service shares no batches', async () => {
  const partners = await onboardPartners(8)
  await service.query(`
    create table pg_dist_partition as select 'ledgers'::regclass as logicalrelid, 'h'::"char" as partmethod;
    grant select on pg_dist_partition to public`)
  const distributed = await service.startAnother()
  await service.query('drop table pg_dist_partition')
  const post = ({ users, rule, token }: Partner, narration: string, instance: typeof service) =>
    instance.post('/api/v1/laas/rules/award', { userId: users[0], ruleName: rule.name, narration }, token)
  const mixes = async (note: string, instance: typeof service) => {
    const calls = partners.flatMap((partner) =>
      Array.from({ length: 5 }, () => post(partner, note, instance)),
    )
    for (const { status } of await Promise.all(calls)) assert.equal(status, 201)
    const transactions = (await transactionsOf(partners, note)).flat()
    return new Set(transactions).size < transactions.length
  }
  // Which calls wait together depends on how fast they arrive.
  await waitUntil(async () => {
    assert.equal(await mixes('distributed', distributed), false)
    return mixes('on one machine', service)
  }, 'a batch that mixes partners')
})

test('a service finds out whether its ledgers are distributed by Citus', async () => {
  const { client, open } = await openTestDatabase()
  const database = open()
  assert.equal(await areLedgersDistributed(database), false)
  await client.query(`
    create table pg_dist_partition (logicalrelid regclass, partmethod "char");
    grant select on pg_dist_partition to public`)
  assert.equal(await areLedgersDistributed(database), false)
  await client.query(`insert into pg_dist_partition values ('users', 'h'), ('ledgers', 'n')`)
  assert.equal(await areLedgersDistributed(database), false)
  await client.query(`insert into pg_dist_partition values ('ledgers', 'h')`)
  assert.equal(await areLedgersDistributed(database), true)
})

test('a ledger that is locked does not hold up the others of its batch, and its calls keep their order', async () => {
  const partners = await onboardPartners(3)
  const [locked, ...others] = partners
  const ledger = await lockLedgers(service, locked)
  const answered: string[] = []
  const awardLocked = async (key: string) => {
    const decided = await award(locked, { key, note: 'locked' })
    answered.push(key)
    return decided
  }
  const waiting = ['one', 'two', 'one', 'three'].map(awardLocked)
  const shared = others.map((partner) => award(partner, { note: 'locked' }))
  // Comes while the batch of the others runs.
  await nextTick()
  waiting.push(awardLocked('four'))
  await Promise.all(shared)
  assert.deepEqual(answered, [])
  assert.equal(new Set((await transactionsOf(others, 'locked')).flat()).size, 1)
  await waitUntil(async () => (await ledger.countWaiting()) === 1, 'a batch that waits for the ledger')
  await Promise.all(others.map((partner) => award(partner)))
  waiting.push(awardLocked('five'))
  await ledger.letGo()

  const decided = (await Promise.all(waiting)).map((each) => {
    assert.ok(!('denied' in each))
    return each
  })
  assert.deepEqual(answered, ['one', 'two', 'one', 'three', 'four', 'five'])
  const [one, ...later] = decided.map(({ seq }) => seq) as [bigint, ...bigint[]]
  assert.deepEqual(later, [one + 1n, one, one + 2n, one + 3n, one + 4n])
  assert.deepEqual(
    decided.map(({ isReplay }) => isReplay),
    [false, false, true, false, false, false],
  )
  assert.equal(await locked.coinsOf(locked.users[0] as string), '50')
})

test('when more ledgers are locked than batches may wait for, the others still go on', async () => {
  const partners = await onboardPartners(9)
  const [free, ...lockedPartners] = partners
  const ledgers = await lockLedgers(service, ...lockedPartners)
  const waiting = lockedPartners.map((partner) => award(partner, { note: 'many' }))
  await waitUntil(async () => (await ledgers.countWaiting()) === 3, 'the batches that may wait')
  for (let round = 0; round < 20; round += 1) await award(free, { note: 'many' })
  await ledgers.letGo()
  await Promise.all(waiting)
  for (const partner of lockedPartners) assert.equal(await partner.coinsOf(partner.users[0] as string), '10')
})

test('a session that is locked does not hold up the others, and one that has ended is refused', async () => {
  const [locked, other] = await onboardPartners(2)
  const { sessionId } = await signIn(service, locked.email)
  const actor: Actor = {
    partnerId: locked.partnerId,
    caller: {
      credential: {
        kind: 'team',
        subject: '',
        name: 'owner@acme.example',
        partnerId: locked.partnerId,
        sessionId,
        ecosystem: 'acme',
        scopes: new Set(),
      },
      roles: ['owner'],
      hasCookie: false,
    },
  }
  const asOwner = () => award(locked, { actor })
  assert.ok(!('denied' in (await asOwner())))
  await withClient(service.connectionString, async (client) => {
    await client.query('begin')
    await client.query('update sessions set ended_at = now() where id = $1', [sessionId])
    let isAnswered = false
    const waiting = asOwner().finally(() => {
      isAnswered = true
    })
    await award(other)
    assert.ok(!isAnswered)
    await client.query('commit')
    assert.ok('denied' in (await waiting))
  })
})

/** Has the database refuse awards with the note "poison" with this error, at most so many times. */
async function withRefusals(code: string, times: number, work: () => Promise<void>): Promise<void> {
  // What a sequence counted is not rolled back.
  await service.query(`
    create sequence refusals;
    create function refuse() returns trigger language plpgsql security definer as
      $$ begin
        if new.note = 'poison' and nextval('refusals') <= ${times} then
          raise exception 'refused' using errcode = '${code}';
        end if;
        return new;
      end $$;
    create trigger refuse before insert on personal_data for each row execute function refuse()`)
  try {
    await work()
  } finally {
    await service.query('drop function refuse cascade; drop sequence refusals')
  }
}

test('a call that fails harms no other partner, and its partner then runs alone', async () => {
  const partners = await onboardPartners(5)
  const [bad, ...others] = partners
  await withRefusals('23514', 1_000, async () => {
    const calls = partners.flatMap((partner) =>
      [1, 2, 3].map((number) => ({ partner, note: partner === bad && number === 2 ? 'poison' : 'good' })),
    )
    const results = await Promise.allSettled(calls.map(({ partner, note }) => award(partner, { note })))
    assert.deepEqual(
      results.map(({ status }) => status),
      calls.map(({ note }) => (note === 'poison' ? 'rejected' : 'fulfilled')),
    )
  })
  assert.equal(await bad.coinsOf(bad.users[0] as string), '20')
  for (const other of others) assert.equal(await other.coinsOf(other.users[0] as string), '30')

  await Promise.all(partners.map((partner) => award(partner, { note: 'later' })))
  const [alone, ...shared] = await transactionsOf(partners, 'later')
  assert.equal(new Set(shared.flat()).size, 1)
  assert.notDeepEqual(alone, shared[0])
})

for (const code of ['55P03', '40P01', '40001']) {
  test(`a batch that fails once with ${code} is retried as a whole, and written once`, async () => {
    const partners = await onboardPartners(3)
    warnings.length = 0
    await withRefusals(code, 1, async () => {
      await Promise.all(partners.map((partner) => award(partner, { note: 'poison' })))
    })
    assert.deepEqual(warnings, [])
    assert.equal(new Set((await transactionsOf(partners, 'poison')).flat()).size, 1)
    for (const partner of partners) assert.equal(await partner.coinsOf(partner.users[0] as string), '10')
  })
}

test('a partner with a long queue does not make the others wait', async () => {
  const [hot, small] = await onboardPartners(2)
  let answered = 0
  const queue = Array.from({ length: 10 * PARTNER_SHARE }, async () => {
    await award(hot)
    answered += 1
  })
  await award(small)
  assert.ok(answered <= PARTNER_SHARE, `${answered} of the long queue were first`)
  await Promise.all(queue)
})

test('a partner with a long queue has small batches while others call, which grow when they no longer do', async (t) => {
  const [hot, small] = await onboardPartners(2)
  const by = startEngine()
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  const largestBatch = async (note: string) => {
    await Promise.all(Array.from({ length: 2 * PARTNER_SHARE }, () => award(hot, { by, note })))
    const [largest] = await service.query<{ count: number }>(
      `select count(*)::integer as count
      from personal_data
      where partner_id = $1 and note = $2
      group by xmin
      order by count desc
      limit 1`,
      [hot.partnerId, note],
    )
    return largest?.count ?? 0
  }
  assert.equal(await largestBatch('alone'), 2 * PARTNER_SHARE)
  await award(small, { by })
  assert.ok((await largestBatch('beside')) <= PARTNER_SHARE)
  now += 120
  assert.equal(await largestBatch('alone for 120 ms'), 120)
  now += 2 * PARTNER_SHARE
  assert.equal(await largestBatch('alone again'), 2 * PARTNER_SHARE)
})

test('limits of several partners hold across two processes that share batches', async () => {
  const partners = await onboardPartners(4, 12)
  const rules = await Promise.all(
    partners.map((partner) => partner.addRule({ maxNumberOfParticipant: '5', userLimitAward: '2' })),
  )
  const engines = [engine, startEngine()]
  const calls = partners.flatMap((partner, index) =>
    Array.from({ length: 96 }, (_, number) =>
      award(
        { ...partner, rule: rules[index] as Partner['rule'] },
        { by: engines[number % 2] as Engine, user: Math.floor(number / 2) % 12 },
      ),
    ),
  )
  await Promise.all(calls)
  for (const [index, { partnerId, users }] of partners.entries()) {
    const paid = await service.query<{ awards: bigint }>(
      `select count(*) as awards from awards where partner_id = $1 and rule_id = $2 and outcome = 'paid' group by user_id`,
      [partnerId, rules[index]?.id],
    )
    assert.deepEqual(
      paid.map(({ awards }) => awards),
      Array(5).fill(2n),
    )
    assert.equal(users.length, 12)
  }
})

test('with few connections, many busy ledgers leave some to other partners', async () => {
  const by = startEngine({ connections: 4 })
  const [free, ...busy] = await onboardPartners(8)
  const locked = await lockLedgers(service, ...busy)
  const waiting = busy.flatMap((partner) => [1, 2].map(() => award(partner, { by, note: 'busy' })))
  await waitUntil(async () => (await locked.countWaiting()) > 0, 'a batch waits')
  for (let calls = 0; calls < 5; calls += 1) await award(free, { by, note: 'free' })
  await locked.letGo()
  for (const { seq } of (await Promise.all(waiting)) as { seq: bigint }[]) assert.ok(seq > 0n)
})
