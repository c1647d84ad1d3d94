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

/** An addition to the totals of a day. */
export type DayChange = {
  day: string
  issued: bigint
  reversed: bigint
  spent: bigint
  refunded: bigint
  added: bigint
  deducted: bigint
  settled: bigint
  opened: bigint
  paid: bigint
  counted: bigint
  refused: bigint
  joined: bigint
  departed: bigint
  participants: bigint
  newParticipants: bigint
  lastSeen: bigint
}

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

function addCount(change: DayChange, { type, isCredit, count, coins }: EventCount): void {
  switch (type) {
    case 'award.paid':
      change.paid += count
      change.issued += coins
      break
    case 'award.counted':
      change.counted += count
      break
    case 'award.refused':
      change.refused += count
      break
    case 'award.reversed':
      change.reversed += coins
      break
    case 'coins.transferred':
      change.spent += coins
      break
    case 'coins.refunded':
      change.refunded += coins
      break
    case 'coins.adjusted':
      change[isCredit ? 'added' : 'deducted'] += coins
      break
    case 'coins.settled':
      change.settled += coins
      break
    case 'coins.opened':
      change.opened += coins
      break
    case 'user.onboarded':
      change.joined += count
      break
    case 'user.left':
      change.departed += count
      break
  }
}

const emptyChange = (day: string): DayChange => ({
  day,
  issued: 0n,
  reversed: 0n,
  spent: 0n,
  refunded: 0n,
  added: 0n,
  deducted: 0n,
  settled: 0n,
  opened: 0n,
  paid: 0n,
  counted: 0n,
  refused: 0n,
  joined: 0n,
  departed: 0n,
  participants: 0n,
  newParticipants: 0n,
  lastSeen: 0n,
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
