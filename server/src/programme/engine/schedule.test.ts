import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import {
  addCall,
  afterBatch,
  CALL_WAIT_MS_MAX,
  CALLS_WAITING_MAX,
  hasRoom,
  newSchedule,
  nextBatch,
  PARTNER_CALLS_GUARANTEED,
  PARTNER_CALLS_WAITING_MAX,
  PARTNER_SHARE,
  resume,
  type ScheduledBatch,
  SHARD_BATCH_SIZE,
  SHARED_BATCH_SIZE,
  SHARED_BATCHES_MAX,
} from './schedule.ts'

type Queued = { id: number; queuedAt: number; runsAlone: boolean; isCentral: boolean; weight: number }
type End = 'committed' | 'failed' | 'busy' | 'deferred' | 'undecided'
type Step =
  | { kind: 'add'; partner: number; count: number; runsAlone: boolean; weight: number }
  | { kind: 'start' }
  | { kind: 'end'; batch: number; ends: End[] }
  | { kind: 'resume' }
  | { kind: 'wait'; ms: number }

const OPTIONS = {
  batchSizeMax: 500,
  connections: 10,
  machineOf: (): string | undefined => '',
  shardOf: () => undefined,
}
const ISOLATED_BATCHES_MAX = 3

type Addition = Pick<Extract<Step, { kind: 'add' }>, 'count' | 'runsAlone' | 'weight'>

const weightOf = (calls: Queued[]) => calls.reduce((sum, { weight }) => sum + weight, 0)

/** A schedule beside a plain model of what waits, which is compared after every step. */
function newWorld(sharesBatches: boolean) {
  const schedule = newSchedule<Queued>({
    ...OPTIONS,
    machineOf: () => (sharesBatches ? '' : undefined),
  })
  const pending = new Map<string, Queued[]>()
  /** Partners that may be in the next batch, the longest waiting first. */
  const ready: string[] = []
  const deferred = new Set<string>()
  const running: ScheduledBatch<Queued>[] = []
  const added: number[] = []
  const done: number[] = []
  let now = 0

  const callsOf = (partnerId: string) => pending.get(partnerId) ?? []
  const runsAlone = (partnerId: string) => callsOf(partnerId)[0]?.runsAlone === true
  const isIsolated = (partnerId: string) => !sharesBatches || schedule.isolated.has(partnerId)
  const isRunning = (partnerId: string) =>
    running.some(({ partners }) => partners.some((each) => each.partnerId === partnerId))

  function add(partnerId: string, { count, runsAlone: alone, weight }: Addition): void {
    for (let made = 0; made < count; made += 1) {
      const runsAlone = alone && made === 0
      const queued = { id: added.length, queuedAt: now, runsAlone, isCentral: false, weight }
      const opens = !isRunning(partnerId) && !deferred.has(partnerId) && callsOf(partnerId).length === 0
      assert.equal(addCall(schedule, partnerId, queued), opens)
      if (opens) ready.push(partnerId)
      pending.set(partnerId, [...callsOf(partnerId), queued])
      added.push(queued.id)
    }
  }

  function start(): void {
    for (let batch = nextBatch(schedule, now); batch; batch = nextBatch(schedule, now)) {
      checkOrder(batch)
      checkSize(batch)
      for (const { partnerId, calls } of batch.partners) {
        assert.ok(!isRunning(partnerId), 'a partner is in one batch at a time')
        assert.ok(!deferred.has(partnerId), 'a deferred partner is in no batch')
        assert.deepEqual(calls, callsOf(partnerId).splice(0, calls.length), 'calls keep their order')
        ready.splice(ready.indexOf(partnerId), 1)
      }
      running.push(batch)
      const isolated = running.filter((each) => each.isIsolated).length
      if (sharesBatches) assert.ok(isolated <= ISOLATED_BATCHES_MAX)
      assert.ok(running.length - isolated <= SHARED_BATCHES_MAX)
    }
    const isolated = running.filter((each) => each.isIsolated).length
    assert.ok(ready.length === 0 || running.length - isolated === SHARED_BATCHES_MAX, 'a free batch is used')
  }

  function checkOrder({ partners }: ScheduledBatch<Queued>): void {
    const taken = partners.map(({ partnerId }) => partnerId)
    const [first = ''] = taken
    assert.deepEqual(
      taken,
      ready.filter((partnerId) => taken.includes(partnerId)),
    )
    for (const partnerId of ready.slice(0, ready.indexOf(taken.at(-1) as string)))
      if (!taken.includes(partnerId))
        assert.ok(
          isIsolated(first) ? !isIsolated(partnerId) : isIsolated(partnerId) || runsAlone(partnerId),
          'the longest wait goes first',
        )
  }

  function checkSize({ partners }: ScheduledBatch<Queued>): void {
    const calls = partners.flatMap((each) => each.calls)
    assert.ok(calls.length > 0)
    assert.ok(calls.length === 1 || weightOf(calls) <= OPTIONS.batchSizeMax)
    if (calls.some((call) => call.runsAlone)) assert.equal(calls.length, 1, 'such a call is alone')
    if (partners.length === 1) return
    assert.ok(sharesBatches)
    assert.ok(weightOf(calls) <= SHARED_BATCH_SIZE)
    for (const each of partners) {
      assert.ok(each.calls.length === 1 || weightOf(each.calls) <= PARTNER_SHARE)
      assert.ok(!isIsolated(each.partnerId))
    }
  }

  function end(index: number, ends: End[]): void {
    const [batch] = running.splice(index, 1)
    if (!batch) return
    const endOf = (at: number) => {
      const given = ends[at % ends.length] ?? 'committed'
      return given === 'busy' && batch.isIsolated ? 'committed' : given
    }
    const ending = (wanted: End) => batch.partners.filter((_, at) => endOf(at) === wanted)
    const idsOf = (partners: typeof batch.partners) => partners.map(({ partnerId }) => partnerId)
    const requeued = ending('busy')
    const undecided = ending('undecided').map(({ partnerId, calls }) => ({
      partnerId,
      calls: calls.slice(1),
    }))
    const outcome = {
      requeued,
      undecided,
      failed: idsOf(ending('failed')),
      committed: idsOf([...ending('committed'), ...ending('deferred'), ...ending('undecided')]),
      deferred: idsOf(ending('deferred')),
    }
    const { expired, paused } = afterBatch(schedule, batch, outcome, now)
    for (const each of expired) assert.ok(now - each.queuedAt > CALL_WAIT_MS_MAX)
    for (const each of batch.partners) {
      const isRequeued = requeued.includes(each)
      const left = undecided.find(({ partnerId }) => partnerId === each.partnerId)?.calls ?? []
      const kept = isRequeued ? each.calls.filter((call) => !expired.includes(call)) : left
      done.push(...each.calls.filter((call) => !kept.includes(call)).map(({ id }) => id))
      pending.set(each.partnerId, [...kept, ...callsOf(each.partnerId)])
      if (outcome.deferred.includes(each.partnerId) || paused.includes(each.partnerId))
        deferred.add(each.partnerId)
      else if (callsOf(each.partnerId).length > 0) ready.push(each.partnerId)
    }
  }

  function resumeAll(): void {
    for (const partnerId of deferred) {
      resume(schedule, partnerId)
      if (callsOf(partnerId).length > 0) ready.push(partnerId)
    }
    deferred.clear()
  }

  function run(step: Step): void {
    if (step.kind === 'add') add(`partner ${step.partner}`, step)
    else if (step.kind === 'start') start()
    else if (step.kind === 'end') end(step.batch % Math.max(1, running.length), step.ends)
    else if (step.kind === 'resume') resumeAll()
    else now += step.ms
    const waiting = [...pending.values()].flat().length
    const inBatches = running.flatMap(({ partners }) => partners.flatMap(({ calls }) => calls)).length
    assert.equal(schedule.waiting, waiting + inBatches)
  }

  /** Runs everything that still waits. */
  function finish(): void {
    for (let rounds = 0; schedule.waiting > 0; rounds += 1) {
      assert.ok(rounds < 10_000, 'everything runs at last')
      start()
      while (running.length > 0) end(0, ['committed'])
      resumeAll()
    }
    resumeAll()
    assert.deepEqual(
      done.toSorted((one, other) => one - other),
      added,
      'nothing is lost and nothing runs twice',
    )
    assert.equal(schedule.queues.size, 0)
    for (const { running: left } of schedule.machines.values())
      assert.deepEqual(left, { shared: 0, isolated: 0 })
  }

  return { run, finish }
}

const anyEnd = fc.constantFrom<End>(
  'committed',
  'committed',
  'committed',
  'failed',
  'busy',
  'deferred',
  'undecided',
)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      partner: fc.nat(7),
      count: fc.integer({ min: 1, max: 90 }),
      runsAlone: fc.integer({ min: 1, max: 5 }).map((number) => number === 1),
      weight: fc.constantFrom(1, 1, 1, 3, 50, 150),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'start' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      batch: fc.nat(9),
      ends: fc.array(anyEnd, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'resume' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(0.4, 7, 120, CALL_WAIT_MS_MAX + 1),
    }),
  },
)

test('whatever arrives and however batches end, order, limits and every call are kept', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(anyStep, { maxLength: 60 }), (sharesBatches, steps) => {
      const { run, finish } = newWorld(sharesBatches)
      for (const step of steps) run(step)
      finish()
    }),
    { numRuns: 300 },
  )
})

test('what waits is bounded for a partner and for all, and each partner is sure of its room', () => {
  const anyCalls = fc.record({ partner: fc.nat(20), calls: fc.integer({ min: 1, max: 8_000 }) })
  fc.assert(
    fc.property(fc.array(anyCalls, { maxLength: 40 }), (additions) => {
      const schedule = newSchedule<Queued>(OPTIONS)
      const waiting = new Map<string, number>()
      for (const { partner, calls } of additions) {
        const partnerId = String(partner)
        if (!hasRoom(schedule, partnerId, calls)) continue
        for (let id = 0; id < calls; id += 1)
          addCall(schedule, partnerId, { id, queuedAt: 0, runsAlone: false, isCentral: false, weight: 1 })
        waiting.set(partnerId, (waiting.get(partnerId) ?? 0) + calls)
      }
      for (const calls of waiting.values()) assert.ok(calls <= PARTNER_CALLS_WAITING_MAX)
      assert.ok(schedule.waiting <= CALLS_WAITING_MAX + waiting.size * PARTNER_CALLS_GUARANTEED)
      assert.ok(hasRoom(schedule, 'new', PARTNER_CALLS_GUARANTEED))
    }),
    { numRuns: 20 },
  )
})

suite('one partner', () => {
  const addMany = (
    schedule: ReturnType<typeof newSchedule<Queued>>,
    partnerId: string,
    count: number,
    at = 0,
  ) => {
    for (let id = 0; id < count; id += 1)
      addCall(schedule, partnerId, { id, queuedAt: at, runsAlone: false, isCentral: false, weight: 1 })
  }
  const sizeOf = (batch: ScheduledBatch<Queued> | undefined) => batch?.partners[0]?.calls.length
  const NOTHING = { requeued: [], undecided: [], failed: [], committed: [], deferred: [] }

  test('has small batches while others call, which grow by a call each millisecond without them', () => {
    const schedule = newSchedule<Queued>(OPTIONS)
    const commit = (batch: ScheduledBatch<Queued> | undefined, now: number) => {
      assert.ok(batch)
      afterBatch(schedule, batch, { ...NOTHING, committed: ['hot'] }, now)
    }
    addMany(schedule, 'hot', 600)
    const alone = nextBatch(schedule, 0)
    assert.equal(sizeOf(alone), OPTIONS.batchSizeMax, 'no other partner ever called')
    commit(alone, 0)
    addMany(schedule, 'other', 1, 10)
    addMany(schedule, 'hot', 1, 10)
    const shared = nextBatch(schedule, 10)
    assert.deepEqual(
      shared?.partners.map(({ partnerId, calls }) => [partnerId, calls.length]),
      [
        ['hot', PARTNER_SHARE],
        ['other', 1],
      ],
    )
    commit(shared, 10)
    const afterwards = nextBatch(schedule, 10 + PARTNER_SHARE + 5.5)
    assert.equal(sizeOf(afterwards), PARTNER_SHARE + 5)
  })

  test('has batches that are bounded by the awards that its calls can make', () => {
    const schedule = newSchedule<Queued>(OPTIONS)
    const add = (partnerId: string, weights: number[]) => {
      for (const [id, weight] of weights.entries())
        addCall(schedule, partnerId, { id, queuedAt: 0, runsAlone: false, isCentral: false, weight })
    }
    add('alone', [...Array(20).fill(50), 1])
    const alone = nextBatch(schedule, 0)
    assert.equal(sizeOf(alone), OPTIONS.batchSizeMax / 50)

    add('many', Array(5).fill(12))
    add('few', [150, 1])
    add('fits', [8])
    add('waits', [9])
    const shared = nextBatch(schedule, 0)
    assert.deepEqual(
      shared?.partners.map(({ partnerId, calls }) => [partnerId, calls.map(({ weight }) => weight)]),
      [
        ['many', [12, 12, 12]],
        ['few', [150]],
        ['fits', [8]],
      ],
      'one call of each at least, and those that wait longest first',
    )
  })

  test('puts calls that its batch did not decide before the others, however long they waited', () => {
    const schedule = newSchedule<Queued>(OPTIONS)
    addMany(schedule, 'own', 3)
    const batch = nextBatch(schedule, 0)
    assert.ok(batch)
    addMany(schedule, 'own', 1, 1)
    const [own] = batch.partners
    const left = [{ partnerId: 'own', calls: own?.calls.slice(1) ?? [] }]
    const ended = { ...NOTHING, undecided: left, committed: ['own'], deferred: ['own'] }
    const { expired } = afterBatch(schedule, batch, ended, CALL_WAIT_MS_MAX + 1)
    assert.deepEqual(expired, [])
    assert.equal(schedule.waiting, 3)
    assert.equal(nextBatch(schedule, CALL_WAIT_MS_MAX + 1), undefined, 'they are prepared first')
    resume(schedule, 'own')
    const next = nextBatch(schedule, CALL_WAIT_MS_MAX + 1)
    assert.deepEqual(
      next?.partners[0]?.calls.map(({ id, queuedAt }) => [id, queuedAt]),
      [
        [1, 0],
        [2, 0],
        [0, 1],
      ],
    )
  })

  test('whose ledger is busy four times in a row is isolated, and shares batches again after a commit', () => {
    const schedule = newSchedule<Queued>(OPTIONS)
    for (let tries = 1; tries <= 4; tries += 1) {
      addMany(schedule, 'busy', 1)
      addMany(schedule, 'other', 1)
      const batch = nextBatch(schedule, 0)
      assert.equal(batch?.partners.length, 2)
      assert.ok(batch && !batch.isIsolated)
      const requeued = batch.partners.filter(({ partnerId }) => partnerId === 'busy')
      afterBatch(schedule, batch, { ...NOTHING, requeued, committed: ['other'] }, 0)
    }
    assert.ok(schedule.isolated.has('busy'))
    const isolated = nextBatch(schedule, 0)
    assert.ok(isolated?.isIsolated)
    assert.equal(sizeOf(isolated), 4, 'its calls were requeued in order')
    afterBatch(schedule, isolated, { ...NOTHING, committed: ['busy'] }, 0)
    assert.ok(!schedule.isolated.has('busy'))
  })

  test('with a call that failed is isolated for sixteen batches', () => {
    const schedule = newSchedule<Queued>(OPTIONS)
    const runOne = (outcome: object) => {
      addMany(schedule, 'bad', 1)
      addMany(schedule, 'other', 1)
      const batches = [nextBatch(schedule, 0), nextBatch(schedule, 0)].filter((batch) => batch !== undefined)
      for (const batch of batches) {
        const committed = batch.partners.map(({ partnerId }) => partnerId)
        afterBatch(schedule, batch, { ...NOTHING, committed, ...outcome }, 0)
      }
      return batches.length
    }
    assert.equal(runOne({ committed: [], failed: ['bad'] }), 1)
    for (let batches = 0; batches < 16; batches += 1) assert.equal(runOne({}), 2)
    assert.equal(runOne({}), 1)
  })

  test('that no isolated batch can take waits until it is resumed, and its old calls expire', () => {
    const schedule = newSchedule<Queued>({ ...OPTIONS, connections: 3 })
    addMany(schedule, 'waits', 1)
    const isolated = nextBatch(schedule, 0)
    assert.ok(isolated?.isIsolated)
    addMany(schedule, 'busy', 2, 0)
    addMany(schedule, 'busy', 1, CALL_WAIT_MS_MAX)
    const shared = nextBatch(schedule, CALL_WAIT_MS_MAX)
    assert.ok(shared && !shared.isIsolated)
    const { expired, paused } = afterBatch(
      schedule,
      shared,
      { ...NOTHING, requeued: shared.partners },
      CALL_WAIT_MS_MAX + 1,
    )
    assert.equal(expired.length, 2)
    assert.deepEqual(paused, ['busy'])
    assert.equal(nextBatch(schedule, CALL_WAIT_MS_MAX + 1), undefined)
    resume(schedule, 'busy')
    assert.equal(sizeOf(nextBatch(schedule, CALL_WAIT_MS_MAX + 1)), 1)
  })
})

suite('several machines', () => {
  const machineOf = (partnerId: string, { isCentral }: { isCentral: boolean }) =>
    isCentral ? undefined : partnerId[0]
  const add = (schedule: ReturnType<typeof newSchedule<Queued>>, partnerId: string, isCentral = false) =>
    addCall(schedule, partnerId, { id: 0, queuedAt: 0, runsAlone: false, isCentral, weight: 1 })
  const partnersIn = (batch: ScheduledBatch<Queued> | undefined) =>
    batch?.partners.map(({ partnerId }) => partnerId)

  const shardsIn = (batch: ScheduledBatch<Queued> | undefined) =>
    [...new Set(partnersIn(batch)?.map((partnerId) => partnerId[0]))].join('')

  test('have batches of their own partners, one each at the same time', () => {
    const schedule = newSchedule<Queued>({ ...OPTIONS, machineOf })
    for (const partnerId of ['a1', 'b1', 'a2', 'b2', 'c1', 'c2']) add(schedule, partnerId)
    const batches = [1, 2, 3].map(() => nextBatch(schedule, 0))
    assert.deepEqual(batches.map(partnersIn), [
      ['a1', 'a2'],
      ['b1', 'b2'],
      ['c1', 'c2'],
    ])
    for (const partnerId of ['a3', 'a4']) add(schedule, partnerId)
    assert.equal(nextBatch(schedule, 0), undefined, 'two in all, and one of each machine')
  })

  test('take the calls of one shard together, and those of others while a batch is small', () => {
    const shards = new Map(['x', 'y', 'z'].map((name) => [name, { name }]))
    const schedule = newSchedule<Queued>({
      ...OPTIONS,
      shardOf: (partnerId) => shards.get(partnerId[0] ?? ''),
    })
    for (let no = 1; no <= SHARD_BATCH_SIZE; no += 1)
      for (const shard of ['x', 'y', 'z']) add(schedule, `${shard}${no}`)
    const small = SHARD_BATCH_SIZE - 1
    assert.deepEqual(
      [1, 2].map(() => shardsIn(nextBatch(schedule, 0))),
      ['x', 'y'],
    )

    const others = newSchedule<Queued>({ ...OPTIONS, shardOf: (partnerId) => shards.get(partnerId[0] ?? '') })
    for (let no = 1; no <= small; no += 1) for (const shard of ['x', 'y', 'z']) add(others, `${shard}${no}`)
    assert.deepEqual(
      [1, 2].map(() => shardsIn(nextBatch(others, 0))),
      ['xy', 'z'],
    )
  })

  test('leave calls that are central to batches of one partner', () => {
    const schedule = newSchedule<Queued>({ ...OPTIONS, machineOf })
    add(schedule, 'a1')
    add(schedule, 'a1', true)
    add(schedule, 'a1', true)
    add(schedule, 'a2')
    const shared = nextBatch(schedule, 0)
    assert.deepEqual(partnersIn(shared), ['a1', 'a2'])
    assert(shared)
    const ended = { requeued: [], undecided: [], failed: [], committed: ['a1', 'a2'], deferred: [] }
    afterBatch(schedule, shared, ended, 0)
    const central = nextBatch(schedule, 0)
    assert.deepEqual(partnersIn(central), ['a1'])
    assert.deepEqual([central?.isIsolated, central?.partners[0]?.calls.length], [true, 2])
  })
})
