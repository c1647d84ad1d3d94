/** How many events of one type a partner had on a day; for refusals, with one reason. */
export type EventCount = {
  partnerId: string
  day: string
  type: string
  /** Whether coins entered the wallet; null for events without coins. */
  isCredit: boolean | null
  reason: string | null
  count: bigint
  coins: bigint
}

/**
 * A payment on a later day than the user's earlier payments. It counts the user on its day, and removes the
 * user from those last seen on the day before.
 */
export type Visit = { partnerId: string; userId: string; day: string; before: string | null }

const SUMS = [
  'issued',
  'reversed',
  'spent',
  'refunded',
  'added',
  'deducted',
  'settled',
  'opened',
  'paid',
  'counted',
  'refused',
  'joined',
  'departed',
  'participants',
  'newParticipants',
  'lastSeen',
] as const

type Sum = (typeof SUMS)[number]

/** An addition to the totals of a day. */
export type DayChange = { day: string } & Record<Sum, bigint>

/** Additions to the overview of a partner. */
export type PartnerChanges = {
  days: DayChange[]
  refusals: { day: string; reason: string; count: bigint }[]
  /** The last day on which each visitor was paid. */
  participations: { userId: string; lastOn: string }[]
}

/** Sums up the events of one partner. */
export function sumChanges(counts: readonly EventCount[], visits: readonly Visit[]): PartnerChanges {
  const days = new Map<string, DayChange>()
  const on = (day: string): DayChange => {
    const change = days.get(day) ?? emptyChange(day)
    days.set(day, change)
    return change
  }
  for (const count of counts) addCount(on(count.day), count)
  const lastOn = new Map<string, string>()
  for (const { userId, day, before } of visits) {
    const change = on(day)
    change.participants += 1n
    change.lastSeen += 1n
    if (before === null) change.newParticipants += 1n
    else on(before).lastSeen -= 1n
    const last = lastOn.get(userId)
    if (last === undefined || last < day) lastOn.set(userId, day)
  }
  return {
    days: [...days.values()],
    refusals: counts.flatMap(({ day, type, reason, count }) =>
      type === 'award.refused' && reason !== null ? [{ day, reason, count }] : [],
    ),
    participations: Array.from(lastOn, ([userId, day]) => ({ userId, lastOn: day })),
  }
}

/** The sums to which events of a type add their number. */
const NUMBERS: Record<string, Sum> = {
  'award.paid': 'paid',
  'award.counted': 'counted',
  'award.refused': 'refused',
  'user.onboarded': 'joined',
  'user.left': 'departed',
}

/** The sums to which events of a type add their coins. An adjustment adds to one of two. */
const COINS: Record<string, Sum> = {
  'award.paid': 'issued',
  'award.reversed': 'reversed',
  'coins.transferred': 'spent',
  'coins.refunded': 'refunded',
  'coins.settled': 'settled',
  'coins.opened': 'opened',
}

function addCount(change: DayChange, { type, isCredit, count, coins }: EventCount): void {
  const numberOf = NUMBERS[type]
  const coinsOf = type === 'coins.adjusted' ? (isCredit ? 'added' : 'deducted') : COINS[type]
  if (numberOf) change[numberOf] += count
  if (coinsOf) change[coinsOf] += coins
}

const emptyChange = (day: string): DayChange => ({
  day,
  ...(Object.fromEntries(SUMS.map((sum) => [sum, 0n])) as Record<Sum, bigint>),
})

/** Sums up what the changed days add to the whole overview. */
export const sumOfDays = (days: readonly DayChange[]) => ({
  members: days.reduce((sum, { joined, departed }) => sum + joined - departed, 0n),
  participants: days.reduce((sum, { newParticipants }) => sum + newParticipants, 0n),
  coins: days.reduce(
    (sum, day) =>
      sum +
      (day.issued + day.refunded + day.added + day.opened) -
      (day.reversed + day.spent + day.deducted + day.settled),
    0n,
  ),
})
