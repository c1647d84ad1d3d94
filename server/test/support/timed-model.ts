/**
 * A second implementation of coins in time, for one member, as the contract words it. Amounts are hundredths, times
 * milliseconds, days those of UTC.
 */

const DAY = 86_400_000
const NEVER = Number.POSITIVE_INFINITY

export type Shortfall = 'refuse' | 'available' | 'owe'
/** How long coins live, to the end of a day. */
export type Life = { days: number } | null
export type Terms = { pendingDays: number; life: Life }

export type Lot = {
  expires: number
  /** Null for coins that could be spent at once. */
  available: number | null
  parent: Lot | null
  left: bigint
  expired: bigint
  revoked: bigint
  isPending: boolean
  isDropped: boolean
  /** Null when the member was told. */
  noticeAt: number | null
}
/** Coins that become available, or expire, at one moment. */
export type CoinsAt = { coins: bigint; at: number }
type Part = { lot: Lot | null; coins: bigint }
type Award = { coins: bigint; left: bigint; lot: Lot | null }
type Transfer = { coins: bigint; left: bigint; parts: Part[] }
export type Hold = {
  coins: bigint
  parts: Part[]
  madeAt: number
  ends: number
  isActive: boolean
}

const least = (left: bigint, right: bigint) => (left < right ? left : right)
const total = (parts: { coins: bigint }[]) => parts.reduce((sum, { coins }) => sum + coins, 0n)
const startOfDay = (at: number) => Math.floor(at / DAY) * DAY

export class TimedWallet {
  now = 0
  noticeDays = 30
  loose = 0n
  owed = 0n
  expired = 0n
  readonly lots: Lot[] = []
  readonly holds: Hold[] = []
  readonly awards: Award[] = []
  readonly transfers: Transfer[] = []
  /** What happened since somebody looked: the type of the event and its coins. */
  events: [string, bigint][] = []

  get held(): bigint {
    return total(this.holds.filter(({ isActive }) => isActive))
  }
  get pending(): bigint {
    return this.#sum(this.lots.filter(({ isPending }) => isPending))
  }
  get available(): bigint {
    return this.loose + this.#sum(this.#spendable())
  }
  get balance(): bigint {
    return this.loose + this.held + this.#sum(this.lots)
  }

  /** The wallet with everything done that is due now. */
  asOfNow(): TimedWallet {
    const copy = Object.assign(new TimedWallet(), structuredClone({ ...this }))
    copy.due()
    return copy
  }

  get pendingUntil(): CoinsAt[] {
    return nextMoments(this.lots.filter(({ isPending }) => isPending).map((lot) => [lot.available, lot.left]))
  }
  get expiring(): CoinsAt[] {
    return nextMoments(this.lots.map(({ expires, left }) => [expires === NEVER ? null : expires, left]))
  }

  award(coins: bigint, terms: Terms): void {
    this.due()
    const { lot, part } = this.#enter(coins, terms)
    this.events.push(['award.paid', coins])
    this.awards.push({ coins, left: coins, lot })
    this.#settle([part])
  }

  adjust(change: bigint, life: Life): string | null {
    this.due()
    if (change < 0n && this.available < -change)
      return this.#refuse('adjustment.refused', 'insufficient_coins', -change)
    this.events.push(['coins.adjusted', change < 0n ? -change : change])
    if (change < 0n) this.#take(-change)
    else this.#settle([this.#enter(change, { pendingDays: 0, life }).part])
    return null
  }

  transfer(coins: bigint): string | null {
    this.due()
    if (this.available < coins) return this.#refuse('transfer.refused', 'insufficient_coins', coins)
    this.transfers.push({ coins, left: coins, parts: this.#take(coins) })
    this.events.push(['coins.transferred', coins])
    return null
  }

  refund(index: number, asked: bigint | null): string | null {
    this.due()
    const transfer = this.transfers[index] as Transfer
    const coins = asked ?? transfer.left
    if (transfer.left === 0n) return this.#refuse('refund.refused', 'already_refunded', coins)
    if (coins > transfer.left) return this.#refuse('refund.refused', 'refund_exceeds', coins)
    const parts = between(transfer.parts, transfer.left - coins, transfer.left)
    transfer.left -= coins
    this.events.push(['coins.refunded', coins])
    const back = parts.map(({ lot, coins }): Part => ({ lot: lot && this.#late(lot), coins }))
    this.#giveBack(back)
    this.#settle(back)
    this.#expirePast()
    return null
  }

  reverse(index: number, asked: bigint | null, shortfall: Shortfall): string | null {
    this.due()
    const award = this.awards[index] as Award
    const coins = asked ?? award.left
    if (award.left === 0n) return this.#refuse('reversal.refused', 'already_reversed', coins)
    if (coins > award.left) return this.#refuse('reversal.refused', 'reversal_exceeds', coins)
    const { lot } = award
    const own = lot && !lot.isDropped ? this.lots.filter((each) => each === lot || each.parent === lot) : []
    const takes: { lot: Lot | null; coins: bigint; isExpired: boolean }[] = []
    let missing = coins
    const take = (from: Lot | null, at: bigint, isExpired = false) => {
      const taken = least(missing, at)
      missing -= taken
      if (taken > 0n) takes.push({ lot: from, coins: taken, isExpired })
    }
    if (own.length > 0) for (const each of own.sort(bySpending)) take(each, each.left)
    else take(null, this.loose)
    for (const each of own) take(each, each.expired - each.revoked, true)
    for (const each of this.#spendable()) if (!own.includes(each)) take(each, each.left)
    if (own.length > 0) take(null, this.loose)
    const waiting = this.lots.filter((each) => each.isPending && !own.includes(each))
    for (const each of waiting.sort(byAvailability)) take(each, each.left)
    if (missing > 0n && shortfall === 'refuse')
      return this.#refuse('reversal.refused', 'insufficient_coins', coins)
    award.left -= coins
    for (const { lot: from, coins: taken, isExpired } of takes) {
      if (!from) this.loose -= taken
      else if (isExpired) from.revoked += taken
      else from.left -= taken
      if (isExpired) this.expired -= taken
    }
    const settles = this.held > this.owed ? this.held - this.owed : 0n
    this.owed += shortfall === 'owe' ? missing : least(missing, settles)
    this.events.push(['award.reversed', coins])
    return null
  }

  hold(coins: bigint, seconds: number): string | null {
    this.due()
    if (this.available < coins) return this.#refuse('hold.refused', 'insufficient_coins', coins)
    const parts = this.#take(coins)
    this.holds.push({ coins, parts, madeAt: this.now, ends: this.now + seconds * 1_000, isActive: true })
    this.events.push(['coins.held', coins])
    return null
  }

  extend(index: number, seconds: number): string | null {
    this.due()
    const hold = this.holds[index] as Hold
    if (!hold.isActive) return this.#refuse('hold.refused', 'hold_not_active', hold.coins)
    hold.ends = Math.min(this.now + seconds * 1_000, hold.madeAt + 7 * DAY)
    this.events.push(['hold.extended', hold.coins])
    return null
  }

  capture(index: number, asked: bigint | null): string | null {
    this.due()
    const hold = this.holds[index] as Hold
    const coins = asked ?? hold.coins
    if (!hold.isActive) return this.#refuse('hold.refused', 'hold_not_active', coins)
    if (coins > hold.coins) return this.#refuse('hold.refused', 'capture_exceeds', coins)
    this.transfers.push({ coins, left: coins, parts: between(hold.parts, 0n, coins) })
    this.events.push(['coins.transferred', coins])
    this.#end(hold, coins)
    this.#expirePast()
    return null
  }

  release(index: number): string | null {
    this.due()
    const hold = this.holds[index] as Hold
    if (!hold.isActive) return this.#refuse('hold.refused', 'hold_not_active', hold.coins)
    this.events.push(['hold.released', hold.coins])
    this.#end(hold, 0n)
    this.#expirePast()
    return null
  }

  /** Does what is due, in the order of its moments, a hold before a lot. */
  due(): void {
    for (;;) {
      const holds = this.holds
        .filter(({ isActive }) => isActive)
        .map((hold) => ({ at: hold.ends, hold, lot: null }))
      const lots = this.lots
        .filter(({ left }) => left > 0n)
        .map((lot) => ({ at: dueAt(lot), hold: null, lot }))
      const [first] = [...holds, ...lots]
        .filter(({ at }) => at <= this.now)
        .sort((one, other) => one.at - other.at)
      if (!first) return
      if (first.hold) {
        this.events.push(['hold.expired', first.hold.coins])
        this.#end(first.hold, 0n)
      } else this.#dueLot(first.lot as Lot)
    }
  }

  #dueLot(lot: Lot): void {
    if (lot.isPending) {
      lot.isPending = false
      if (lot.expires !== NEVER) return
      this.loose += lot.left
      lot.left = 0n
      lot.isDropped = true
    } else if (lot.noticeAt !== null) {
      if (lot.expires > this.now) this.events.push(['coins.expiring', lot.left])
      lot.noticeAt = null
    } else this.#expire(lot)
  }

  #end(hold: Hold, captured: bigint): void {
    hold.isActive = false
    const back = between(hold.parts, captured, hold.coins)
    this.#giveBack(back)
    this.#settle(back)
  }

  #enter(coins: bigint, { pendingDays, life }: Terms): { lot: Lot | null; part: Part } {
    const available = pendingDays > 0 ? startOfDay(this.now) + pendingDays * DAY : null
    const expires = life ? startOfDay(available ?? this.now) + (life.days + 1) * DAY : NEVER
    if (available === null && expires === NEVER) {
      this.loose += coins
      return { lot: null, part: { lot: null, coins } }
    }
    const noticeAt = expires - this.noticeDays * DAY
    const isSame = (lot: Lot) => lot.parent === null && lot.expires === expires && lot.available === available
    let lot = this.lots.find(isSame)
    if (!lot) {
      const isTold = expires !== NEVER && noticeAt > (available ?? this.now)
      lot = {
        expires,
        available,
        parent: null,
        left: 0n,
        expired: 0n,
        revoked: 0n,
        isPending: available !== null,
        isDropped: false,
        noticeAt: isTold ? noticeAt : null,
      }
      this.lots.push(lot)
    }
    // Coins that enter an empty lot after the time to tell of it live shorter than the notice.
    else if (lot.left === 0n && lot.noticeAt !== null && lot.noticeAt <= (available ?? this.now))
      lot.noticeAt = null
    lot.left += coins
    return { lot, part: { lot, coins } }
  }

  /** Coins that come back when they have expired, or will within 30 days, get the end of the 30th day, once. */
  #late(lot: Lot): Lot {
    const expires = startOfDay(this.now) + 31 * DAY
    const noticeAt = expires - this.noticeDays * DAY
    if (lot.parent !== null || lot.expires >= expires) return lot
    const late = {
      ...lot,
      parent: lot,
      expires,
      available: null,
      left: 0n,
      expired: 0n,
      revoked: 0n,
      noticeAt: noticeAt > this.now ? noticeAt : null,
    }
    this.lots.push(late)
    return late
  }

  #giveBack(parts: Part[]): void {
    for (const { lot, coins } of parts) {
      if (lot) lot.left += coins
      else this.loose += coins
    }
  }

  #take(coins: bigint): Part[] {
    const parts: Part[] = []
    let missing = coins
    for (const lot of this.#spendable()) {
      const taken = least(missing, lot.left)
      if (taken === 0n) continue
      lot.left -= taken
      missing -= taken
      parts.push({ lot, coins: taken })
    }
    if (missing > 0n) parts.push({ lot: null, coins: missing })
    this.loose -= missing
    return parts
  }

  #settle(parts: Part[]): void {
    let missing = least(this.owed, total(parts))
    if (missing === 0n) return
    this.owed -= missing
    this.events.push(['coins.settled', missing])
    const inOrder = [...parts].sort((one, other) => {
      if (!one.lot || !other.lot) return one.lot ? -1 : 1
      return bySpending(one.lot, other.lot)
    })
    for (const { lot, coins } of inOrder) {
      const taken = least(missing, coins)
      missing -= taken
      if (lot) lot.left -= taken
      else this.loose -= taken
    }
  }

  #expirePast(): void {
    for (const lot of this.lots)
      if (!lot.isPending && lot.left > 0n && lot.expires <= this.now) this.#expire(lot)
  }

  #expire(lot: Lot): void {
    this.events.push(['coins.expired', lot.left])
    this.expired += lot.left
    lot.expired += lot.left
    lot.left = 0n
  }

  #spendable(): Lot[] {
    return this.lots.filter(({ isPending, left }) => !isPending && left > 0n).sort(bySpending)
  }

  #sum(lots: Lot[]): bigint {
    return lots.reduce((sum, { left }) => sum + left, 0n)
  }

  #refuse(type: string, reason: string, coins: bigint): string {
    this.events.push([type, coins])
    return reason
  }
}

const dueAt = ({ isPending, available, noticeAt, expires }: Lot): number =>
  isPending ? (available as number) : (noticeAt ?? expires)

const bySpending = (one: Lot, other: Lot): number =>
  one.expires === other.expires
    ? (one.available ?? -1) - (other.available ?? -1) ||
      Number(one.parent !== null) - Number(other.parent !== null)
    : one.expires < other.expires
      ? -1
      : 1

const byAvailability = (one: Lot, other: Lot): number =>
  (one.available ?? -1) - (other.available ?? -1) || bySpending(one, other)

/** The next twelve, those of one moment together. */
function nextMoments(all: [at: number | null, coins: bigint][]): CoinsAt[] {
  const sums = new Map<number, bigint>()
  for (const [at, coins] of all) if (at !== null && coins > 0n) sums.set(at, (sums.get(at) ?? 0n) + coins)
  return [...sums]
    .map(([at, coins]) => ({ coins, at }))
    .sort((one, other) => one.at - other.at)
    .slice(0, 12)
}

function between(parts: Part[], from: bigint, to: bigint): Part[] {
  const found: Part[] = []
  let start = 0n
  for (const { lot, coins } of parts) {
    const first = start > from ? start : from
    const last = least(start + coins, to)
    if (first < last) found.push({ lot, coins: last - first })
    start += coins
  }
  return found
}
