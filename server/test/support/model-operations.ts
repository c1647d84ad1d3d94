import fc from 'fast-check'
import type { Period } from './calendar.ts'
import { type MemberLimit, NONE, type RuleGiven, type Shortfall, WHOLE } from './model.ts'
import { type Attributes, type Properties, UNITS_TEXTS, WHEN_TEXTS } from './model-conditions.ts'

/** What partners of the model test do, at random. There are few names of each kind, so that operations meet. */

export const TAGS = ['ada', 'ben', 'cy', 'dee']
/** They have no account. */
export const CUSTOMERS = ['eve', 'fay']
const NAMES = ['order', 'visit', 'profile', 'photo', 'address', 'survey']
const REFERENCES = ['o-1', 'o-2', 'o-3']
const KEYS = 20
const TYPES = ['order.paid', 'order.paid', 'visited']
const GROUPS = ['campaign', 'welcome']

/** Clocks change in all but the first two: at midnight in Havana and Beirut, by half an hour on Lord Howe. */
const ZONES = ['UTC', 'Africa/Lagos', 'Europe/Berlin', 'America/Havana', 'Asia/Beirut', 'Australia/Lord_Howe']

/** Shortly before clocks change, or before a year ends. */
export const BEGINNINGS = [
  '2027-03-13T22:00:00Z',
  '2027-03-27T18:00:00Z',
  '2027-04-03T10:00:00Z',
  '2027-10-30T18:00:00Z',
  '2027-11-06T23:00:00Z',
  '2027-12-31T20:00:00Z',
].map((time) => Date.parse(time))

const MINUTES_PASSING = [20, 60, 180, 720, 1_500, 8 * 1_440, 31 * 1_440]

/** The terms of a rule, with its window as minutes from the time of the operation. */
export type RuleDraft = Omit<RuleGiven, 'startsAt' | 'endsAt'> & Window
type Window = { startsIn: number | null; endsIn: number | null }
export type ChangeDraft = Partial<Omit<RuleDraft, 'name' | 'type'>>
export type AwardDraft = {
  user: string
  ruleName: string
  narration: string
  reference: string | null
  isByExternalId: boolean
  /** Sent to rules that pay per unit, or, where `isMistaken`, to the others. */
  units: bigint
  isMistaken: boolean
}

export type ActivityDraft = {
  type: string
  user: string
  isByExternalId: boolean
  enrols: boolean
  reference: string | null
  properties: Properties | null
  /** Null for now. */
  minutesAgo: number | null
}

type Keyed = { key: string | null }
export type Operation =
  | { do: 'join' | 'leave'; user: string }
  | ({ do: 'set attributes'; user: string; changes: Record<string, Attributes[string] | null> } & Keyed)
  | ({ do: 'activity'; activity: ActivityDraft } & Keyed)
  | { do: 'bulk activity'; activities: [ActivityDraft, string | null][] }
  | { do: 'try activities'; activities: ActivityDraft[] }
  | { do: 'create rule'; rule: RuleDraft }
  | { do: 'change rule'; which: number; change: ChangeDraft }
  | { do: 'set limit'; change: Partial<MemberLimit> }
  | ({ do: 'award'; award: AwardDraft } & Keyed)
  | { do: 'bulk award'; awards: [AwardDraft, string | null][] }
  | ({
      do: 'transfer'
      user: string
      /** Null for most of what the richest member has, in place of this user. */
      coins: bigint | null
      reference: string | null
      isByExternalId: boolean
    } & Keyed)
  | ({ do: 'reverse'; which: number; isLikely: boolean; coins: bigint | null; shortfall: Shortfall } & Keyed)
  | ({ do: 'refund'; which: number; isLikely: boolean; coins: bigint | null } & Keyed)
  | ({ do: 'adjust'; user: string; coins: bigint; reference: string | null } & Keyed)
  | ({ do: 'return'; reference: string; share: bigint; shortfall: Shortfall } & Keyed)
  | { do: 'repeat'; which: number }

/** One operation of each partner at the same time, or minutes that pass. */
export type Step = Operation[] | number

const oftenNull = <T>(often: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: often, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
/** Once among so many. Not by number, because small numbers are likelier. */
const seldom = (among: number) => fc.constantFrom(true, ...Array<boolean>(among - 1).fill(false))

const user = fc.constantFrom(...TAGS)
const anyUser = fc.constantFrom(...TAGS, ...TAGS, ...CUSTOMERS)
const name = fc.constantFrom(...NAMES)
/** Seldom one that another request has used: repetitions have an operation of their own. */
const key = oftenNull(
  2,
  fc.nat(KEYS - 1).map((number) => `k${number}`),
)
const reference = oftenNull(1, fc.constantFrom(...REFERENCES))
const coins = fc.bigInt({ min: 1n, max: 500n })
const part = fc.bigInt({ min: 1n, max: 200n })
const coinsMax = (max: bigint, often = 2) =>
  oftenNull(often, fc.bigInt({ min: 300n, max })).map((amount) => amount ?? NONE)
const period = fc.constantFrom<Period[]>('total', 'day', 'day', 'week', 'month')
const shortfall = fc.constantFrom<Shortfall[]>('refuse', 'available', 'owe')
const status = seldom(20).map((isInactive): RuleGiven['status'] => (isInactive ? 'inactive' : 'active'))
const activityType = fc.constantFrom(null, ...TYPES)
const when = oftenNull(1, fc.constantFrom(...WHEN_TEXTS))
const unitsFrom = fc.constantFrom(...UNITS_TEXTS)
const priority = fc.constantFrom(0, 0, 0, -1, 5)
const exclusiveGroup = fc.constantFrom(null, ...GROUPS, 'campaign')
const subRule = fc
  .record({ name, status, activityType, when })
  .map((sub) => ({ ...sub, when: sub.activityType === null ? null : sub.when }))
const subRules = fc.uniqueArray(subRule, {
  minLength: 1,
  maxLength: 3,
  selector: (sub) => sub.name,
})
const condition = fc.constantFrom('Did it', 'Did it well')
const participantsMax = fc.constantFrom(1, 2, 4, 4, 4, 4)
const completions = fc.integer({ min: 1, max: 3 })
const countPer = fc.constantFrom<RuleGiven['countPer'][]>('call', 'day', 'day', 'week')
const consecutive = fc.boolean()
const userLimit = fc.constantFrom(-1, -1, 1, 2)
const window = fc.record<Window>({
  startsIn: oftenNull(3, fc.constantFrom(-60, 0, 30, 300)),
  endsIn: oftenNull(2, fc.constantFrom(40, 200, 1_500, 20_000)),
})
const zone = fc.constantFrom(...ZONES)

/** Terms that go together, mostly: periods only where there is something to limit. */
const rule: fc.Arbitrary<RuleDraft> = fc
  .record({
    name,
    type: fc.constantFrom<RuleGiven['type'][]>('single', 'batched', 'combined'),
    status,
    condition,
    coins,
    participantsMax,
    completions,
    countPer,
    consecutive,
    userLimit,
    zone,
    subRules,
    perUnit: fc.boolean(),
    awardMax: coinsMax(3_000n),
    budget: coinsMax(6_000n, 1),
    budgetPeriod: period,
    userCoins: coinsMax(3_000n),
    userPeriod: period,
    window: oftenNull(3, window),
    activityType,
    when,
    unitsFrom,
    priority,
    exclusiveGroup,
  })
  .map(({ window: given, ...terms }) => fitted({ ...terms, ...(given ?? { startsIn: null, endsIn: null }) }))
  .filter(({ type, subRules: subs }) => type !== 'combined' || subs.length > 0)

function fitted(draft: RuleDraft): RuleDraft {
  const { name: own, type, budget, userLimit: limit, userCoins } = draft
  const perUnit = type === 'single' && draft.perUnit
  const listens = type !== 'combined' && draft.activityType !== null
  const countsPeriods = type === 'batched' && draft.countPer !== 'call'
  return {
    ...draft,
    perUnit,
    awardMax: perUnit ? draft.awardMax : NONE,
    budgetPeriod: budget === NONE ? 'total' : draft.budgetPeriod,
    userPeriod: limit === -1 && userCoins === NONE ? 'total' : draft.userPeriod,
    completions: type === 'batched' ? draft.completions : 1,
    countPer: countsPeriods ? draft.countPer : 'call',
    consecutive: countsPeriods && draft.consecutive,
    activityType: listens ? draft.activityType : null,
    when: listens ? draft.when : null,
    unitsFrom: listens && perUnit ? draft.unitsFrom : null,
    subRules: type === 'combined' ? draft.subRules.filter((sub) => sub.name !== own) : [],
  }
}

const oneChange: fc.Arbitrary<ChangeDraft> = fc.oneof(
  fc.record({ coins }),
  fc.record({ status }),
  fc.record({ condition }),
  fc.record({ participantsMax }),
  fc.record({ completions }),
  fc.record({ countPer }),
  fc.record({ countPer, consecutive }),
  fc.record({ subRules }),
  fc.record({ userLimit, userPeriod: period }),
  fc.record({ userLimit }),
  fc.record({ userCoins: coinsMax(3_000n), userPeriod: period }),
  fc.record({ budget: coinsMax(6_000n) }),
  fc.record({ budget: fc.bigInt({ min: 100n, max: 6_000n }), budgetPeriod: period }),
  fc.record({ budgetPeriod: period }),
  fc.record({ zone }),
  fc.record({ activityType }),
  fc.record({ when }),
  fc.record({ activityType: fc.constantFrom(...TYPES), when, unitsFrom }),
  fc.record({ activityType: fc.constantFrom(...TYPES), when }),
  fc.record({ priority }),
  fc.record({ exclusiveGroup }),
  fc.record({ perUnit: fc.boolean(), awardMax: coinsMax(3_000n) }),
  window,
)
const change = fc.tuple(oneChange, fc.option(oneChange)).map(([first, second]) => ({ ...first, ...second }))

/** Low enough that some members reach it. */
const limitChange = fc.oneof(
  fc.record({ coins: coinsMax(5_000n, 1) }),
  fc.record({ coins: coinsMax(5_000n, 1), period: fc.constantFrom('day', 'week', 'month') }),
  fc.record({ zone }),
)

const units = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 10_000n, max: 3_000_000n }) },
  { weight: 1, arbitrary: fc.constantFrom(1n, 1_000_000_000n * 1_000_000n) },
)
const award: fc.Arbitrary<AwardDraft> = fc.record({
  user,
  ruleName: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('order', 'order', 'visit', 'photo', 'address') },
    { weight: 1, arbitrary: name },
  ),
  narration: fc.constantFrom('', 'why not'),
  reference,
  isByExternalId: seldom(2),
  units,
  isMistaken: seldom(20),
})

const item = fc.record(
  {
    price: fc.constantFrom(0.1, 2.5, 9.75, 19.99),
    quantity: fc.integer({ min: 1, max: 3 }),
    category: fc.constantFrom('shoes', 'socks'),
  },
  { requiredKeys: ['price', 'quantity'], noNullPrototype: true },
)
const properties: fc.Arbitrary<Properties> = fc.record(
  {
    total: fc.constantFrom(5, 10.01, 19.99, 20, 42.5, 0, 0.000_000_4, 0.001, -1, 10_000_000_000, 'much'),
    city: fc.constantFrom('Lagos', 'Oslo', 'Lima'),
    items: fc.array(item, { maxLength: 3 }),
  },
  { requiredKeys: [], noNullPrototype: true },
)
const activity: fc.Arbitrary<ActivityDraft> = fc
  .record({
    type: fc.constantFrom(...TYPES, ...TYPES, 'unheard.of'),
    user: anyUser,
    isByExternalId: fc.boolean(),
    enrols: fc.boolean(),
    reference,
    properties: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 8, arbitrary: properties }),
    minutesAgo: oftenNull(2, fc.constantFrom(10, 61, 3_000)),
  })
  .map((draft) => ({ ...draft, enrols: draft.enrols && draft.isByExternalId }))
const attributeChanges = fc.record(
  {
    tier: fc.constantFrom('gold', 'silver', null),
    visits: fc.constantFrom(1, 2.5, null),
    vip: fc.constantFrom(true, false, null),
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** What each partner begins with: everyone, and a rule of each type. */
export const beginning: fc.Arbitrary<Operation[]> = fc
  .tuple(rule, rule, rule, rule, subRules)
  .map(([single, batched, combined, survey, subs]) => {
    const profile = ['photo', 'address'].map((sub, index) => ({
      name: sub,
      status: subs[index]?.status ?? 'active',
      activityType: subs[index]?.activityType ?? null,
      when: subs[index]?.when ?? null,
    }))
    return [
      ...TAGS.map((tag): Operation => ({ do: 'join', user: tag })),
      ...[
        fitted({ ...single, name: 'order', type: 'single', perUnit: single.coins % 3n !== 0n }),
        fitted({
          ...survey,
          name: 'survey',
          type: 'single',
          activityType: survey.activityType ?? 'order.paid',
        }),
        fitted({ ...batched, name: 'visit', type: 'batched', completions: 2 }),
        fitted({ ...combined, name: 'profile', type: 'combined', subRules: profile }),
      ].map((given): Operation => ({ do: 'create rule', rule: given })),
    ]
  })

const weighted = (weight: number, arbitrary: fc.Arbitrary<Operation>) => ({ weight, arbitrary })
const which = fc.nat(99)
const isLikely = fc.constantFrom(true, true, true, false)
const done = <const T>(what: T) => fc.constant(what)

const operation: fc.Arbitrary<Operation> = fc.oneof(
  weighted(2, fc.record({ do: done('join'), user })),
  weighted(1, fc.record({ do: done('join'), user: anyUser })),
  weighted(1, fc.record({ do: done('leave'), user: anyUser })),
  weighted(5, fc.record({ do: done('set attributes'), user: anyUser, changes: attributeChanges, key })),
  weighted(24, fc.record({ do: done('activity'), activity, key })),
  weighted(
    5,
    fc.record({
      do: done('bulk activity'),
      activities: fc.array(fc.tuple(activity, key), { minLength: 1, maxLength: 6 }),
    }),
  ),
  weighted(
    4,
    fc.record({ do: done('try activities'), activities: fc.array(activity, { minLength: 1, maxLength: 4 }) }),
  ),
  weighted(1, fc.record({ do: done('create rule'), rule })),
  weighted(4, fc.record({ do: done('change rule'), which: fc.nat(9), change })),
  weighted(2, fc.record({ do: done('set limit'), change: limitChange })),
  weighted(20, fc.record({ do: done('award'), award, key })),
  weighted(
    3,
    fc.record({
      do: done('bulk award'),
      awards: fc.array(fc.tuple(award, key), { minLength: 1, maxLength: 8 }),
    }),
  ),
  weighted(
    6,
    fc.record({
      do: done('transfer'),
      user,
      coins: oftenNull(1, part),
      reference,
      isByExternalId: seldom(2),
      key,
    }),
  ),
  weighted(8, fc.record({ do: done('reverse'), which, isLikely, coins: oftenNull(1, part), shortfall, key })),
  weighted(3, fc.record({ do: done('refund'), which, isLikely, coins: oftenNull(1, part), key })),
  weighted(
    2,
    fc.record({
      do: done('adjust'),
      user,
      coins: coins.chain((amount) => fc.constantFrom(amount, amount, -amount)),
      reference,
      key,
    }),
  ),
  weighted(
    4,
    fc.record({
      do: done('return'),
      reference: fc.constantFrom(...REFERENCES),
      share: fc.constantFrom(WHOLE, 1n, 250_000n, 333_333n, 500_000n),
      shortfall,
      key,
    }),
  ),
  weighted(3, fc.record({ do: done('repeat'), which })),
)

export const steps = (partners: number, length: { minLength: number; maxLength: number }) =>
  fc.array(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.array(operation, { minLength: partners, maxLength: partners }) as fc.Arbitrary<Step>,
      },
      { weight: 1, arbitrary: fc.constantFrom(...MINUTES_PASSING) as fc.Arbitrary<Step> },
    ),
    { ...length, size: 'max' },
  )
