/** How many events of one type, rule and reason a partner had on a day, and what they moved. */
export type EventCount = {
  partnerId: string
  day: string
  type: string
  /** The rule of an award or reversal, or the one that refused an activity. */
  ruleId: string | null
  /** The reason of a refusal; the type of an activity. */
  reason: string | null
  /** The kind of movement; null for events that move no coins. */
  kind: string | null
  count: bigint
  /** Those that moved coins of a wallet, their coins, and what they add to the coins in wallets. */
  movements: bigint
  coins: bigint
  change: bigint
  /** Reversals that took expired coins, of which something is owed, or was written off, and how many coins. */
  takingExpired: bigint
  fromExpired: bigint
  owing: bigint
  owed: bigint
  writingOff: bigint
  writtenOff: bigint
  /** By how much the number of wallets with coins grew. */
  filled: bigint
  firstSeq: bigint
}

/**
 * The first payment of a rule to a user on a day, or with `ALL_RULES` the first other movement, and what is counted
 * before it.
 */
export type FirstMovement = {
  partnerId: string
  userId: string
  ruleId: string
  day: string
  /** The days of the latest payments by this rule, and by any, and of the latest movement. */
  ruleLastOn: string | null
  lastOn: string | null
  movedOn: string | null
  /** The coins in the wallet before. */
  balance: bigint
}

/** Stands for all rules. */
export const ALL_RULES = '00000000-0000-0000-0000-000000000000'

/** The day before a user's first payment. */
const NEVER = '-infinity'

/** An event of the day comes first; a later one changes the members whose last movement was on this day. */
type DayChange = {
  day: string
  firstSeq: bigint
  joined: bigint
  departed: bigint
  idleMembers: bigint
  idleCoins: bigint
}

type MovementChange = { day: string; kind: string; movements: bigint; coins: bigint; change: bigint }

const AWARD_SUMS = [
  'paid',
  'counted',
  'refused',
  'coins',
  'reversals',
  'reversed',
  'fromExpired',
  'owed',
  'writtenOff',
  'people',
  'newPeople',
  'lastSeen',
] as const

type AwardChange = { ruleId: string; day: string } & Record<(typeof AWARD_SUMS)[number], bigint>

type RefusalChange = { ruleId: string; day: string; reason: string; count: bigint }

/** Additions to the counts of a partner. */
export type PartnerChanges = {
  days: DayChange[]
  movements: MovementChange[]
  awards: AwardChange[]
  refusals: RefusalChange[]
  activities: { type: string; day: string; activities: bigint }[]
  /** What rules refused of activities. */
  activityRefusals: RefusalChange[]
  visits: { ruleId: string; day: string; before: string; people: bigint }[]
  /** The last day on which each rule paid a user, or another movement was the first. */
  participations: { userId: string; ruleId: string; lastOn: string }[]
}

/** Sums up the events of one partner. Movements are in the order of their numbers. */
export function sumChanges(
  counts: readonly EventCount[],
  firstMovements: readonly FirstMovement[],
): PartnerChanges {
  const days = sums(
    (day: string): DayChange => ({
      day,
      firstSeq: 0n,
      joined: 0n,
      departed: 0n,
      idleMembers: 0n,
      idleCoins: 0n,
    }),
  )
  const movements = sums(
    (day: string, kind: string): MovementChange => ({ day, kind, movements: 0n, coins: 0n, change: 0n }),
  )
  const awards = sums(
    (ruleId: string, day: string): AwardChange => ({
      ruleId,
      day,
      ...(Object.fromEntries(AWARD_SUMS.map((sum) => [sum, 0n])) as Record<
        (typeof AWARD_SUMS)[number],
        bigint
      >),
    }),
  )
  const newRefusals = () =>
    sums((ruleId: string, day: string, reason: string) => ({ ruleId, day, reason, count: 0n }))
  const [refusals, activityRefusals] = [newRefusals(), newRefusals()]
  const activities = sums((type: string, day: string) => ({ type, day, activities: 0n }))
  const visits = sums((ruleId: string, day: string, before: string) => ({ ruleId, day, before, people: 0n }))

  for (const event of counts) {
    addToDay(days.of(event.day), event)
    addMovements((kind) => movements.of(event.day, kind), event)
    const isOfActivity = event.type.startsWith('activity.')
    if (event.type === 'activity.recorded')
      activities.of(event.reason as string, event.day).activities += event.count
    if (event.ruleId !== null)
      for (const ruleId of [event.ruleId, ALL_RULES]) {
        if (!isOfActivity) addAwards(awards.of(ruleId, event.day), event)
        const counted = isOfActivity ? activityRefusals : refusals
        if (event.reason !== null) counted.of(ruleId, event.day, event.reason).count += event.count
      }
  }

  const latest = new Map<string, string>()
  /** Counts the payment if it is the user's first on its day. A day before an earlier one does not count. */
  const visit = (userId: string, ruleId: string, day: string, lastOn: string | null) => {
    const key = `${userId} ${ruleId}`
    const before = latest.get(key) ?? lastOn
    if (before !== null && before >= day) return
    latest.set(key, day)
    const change = awards.of(ruleId, day)
    change.people += 1n
    change.lastSeen += 1n
    if (before === null) change.newPeople += 1n
    else awards.of(ruleId, before).lastSeen -= 1n
    visits.of(ruleId, day, before ?? NEVER).people += 1n
  }
  const moved = new Map<string, string>()
  /** Has the member's coins count on the day of the movement, if it is the first of that day. */
  const move = ({ userId, day, movedOn, balance }: FirstMovement) => {
    const before = moved.get(userId) ?? movedOn
    if (before !== null && before >= day) return
    moved.set(userId, day)
    if (before === null || balance === 0n) return
    addIdle(days.of(before), -1n, -balance)
    addIdle(days.of(day), 1n, balance)
  }
  const participations = new Map<string, PartnerChanges['participations'][number]>()
  for (const first of firstMovements) {
    const { userId, ruleId, day, ruleLastOn, lastOn } = first
    move(first)
    if (ruleId !== ALL_RULES) {
      visit(userId, ruleId, day, ruleLastOn)
      visit(userId, ALL_RULES, day, lastOn)
    }
    const paidOn = ruleId === ALL_RULES ? moved.get(userId) : latest.get(`${userId} ${ruleId}`)
    participations.set(`${userId} ${ruleId}`, { userId, ruleId, lastOn: paidOn ?? day })
  }
  return {
    days: days.all(),
    movements: movements.all(),
    awards: awards.all(),
    refusals: refusals.all(),
    activities: activities.all(),
    activityRefusals: activityRefusals.all(),
    visits: visits.all(),
    participations: [...participations.values()],
  }
}

/** Rows by the columns of their key, made when they are first asked for. */
function sums<Key extends string[], Row>(make: (...key: Key) => Row) {
  const rows = new Map<string, Row>()
  return {
    of(...key: Key): Row {
      const text = key.join(' ')
      const row = rows.get(text) ?? make(...key)
      rows.set(text, row)
      return row
    },
    all: () => [...rows.values()],
  }
}

function addIdle(change: DayChange, members: bigint, coins: bigint): void {
  change.idleMembers += members
  change.idleCoins += coins
}

/** Members whose coins move on a day are among those whose last movement is on it. */
function addToDay(
  change: DayChange,
  { type, count, kind, filled, change: coins, firstSeq }: EventCount,
): void {
  if (type === 'user.onboarded') change.joined += count
  if (type === 'user.left') change.departed += count
  if (kind !== null) addIdle(change, filled, coins)
  if (change.firstSeq === 0n || firstSeq < change.firstSeq) change.firstSeq = firstSeq
}

function addMovements(of: (kind: string) => MovementChange, event: EventCount): void {
  const add = (kind: string, movements: bigint, coins: bigint, change: bigint) => {
    if (movements === 0n) return
    const sum = of(kind)
    sum.movements += movements
    sum.coins += coins
    sum.change += change
  }
  if (event.kind !== null) add(event.kind, event.movements, event.coins, event.change)
  add('fromExpired', event.takingExpired, event.fromExpired, 0n)
  add('owed', event.owing, event.owed, 0n)
  add('writtenOff', event.writingOff, event.writtenOff, 0n)
}

function addAwards(change: AwardChange, event: EventCount): void {
  switch (event.type) {
    case 'award.paid':
      change.paid += event.count
      change.coins += event.coins
      break
    case 'award.counted':
      change.counted += event.count
      break
    case 'award.refused':
      change.refused += event.count
      break
    case 'award.reversed':
      change.reversals += event.movements
      change.reversed += event.coins
      change.fromExpired += event.fromExpired
      change.owed += event.owed
      change.writtenOff += event.writtenOff
      break
  }
}

/** Sums up what the changes add to the whole. */
export const sumOfChanges = ({ days, movements, awards }: PartnerChanges) => ({
  members: days.reduce((sum, { joined, departed }) => sum + joined - departed, 0n),
  participants: awards.reduce(
    (sum, { ruleId, newPeople }) => (ruleId === ALL_RULES ? sum + newPeople : sum),
    0n,
  ),
  coins: movements.reduce((sum, { change }) => sum + change, 0n),
})
