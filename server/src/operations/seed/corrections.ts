import type { Laurel } from '../../../../sdk/src/index.ts'
import type { Random } from './random.ts'

/** A member, with about as many coins as the wallet has. */
export type Member = { userId: string; weight: number; balance: number; subRule: number }

type PaidAward = { id: string; member: Member; coins: number; reference?: string | undefined }
type Spending = { id: string; member: Member; coins: number }

/** What a team puts right: awards, transfers and orders of the last days. */
type Corrections = {
  paid(award: PaidAward): void
  spent(spending: Spending): void
  /** Reverses an award, all of it or a part. */
  reverse(): Promise<boolean>
  /** A refund, a return and an adjustment, of each one. */
  ofTheWeek(member: Member): Promise<void>
}

const KEPT_MAX = 20
const ADJUSTMENTS = [
  { coins: 25, reason: 'Parcel arrived late' },
  { coins: 10, reason: 'Goodwill after a complaint' },
  { coins: -5, reason: 'Counted twice by the till' },
  { coins: 50, reason: 'Prize of the newsletter' },
]
const SHARES = ['0.4', '0.6', '1']
const RETURN_REASONS = ['Did not fit', 'Arrived broken', 'Ordered twice', 'Changed their mind']
const REVERSAL_REASONS = ['Awarded to the wrong member', 'Visit was counted twice', 'Purchase was cancelled']

export function createCorrections({
  manager,
  support,
  random,
}: {
  manager: Laurel
  support: Laurel
  random: Random
}): Corrections {
  let awards: PaidAward[] = []
  let orders: PaidAward[] = []
  let spendings: Spending[] = []
  let reasonsGiven = 0
  const latest = <Item>(item: Item, items: Item[]) => [item, ...items].slice(0, KEPT_MAX)

  /** The next one of a list, without a random number. */
  function nextOf(reasons: string[]): string {
    reasonsGiven += 1
    return reasons[reasonsGiven % reasons.length] as string
  }

  async function refund(): Promise<void> {
    const spending = spendings.shift()
    if (!spending) return
    const { id, member, coins } = spending
    const part = random.chance(0.5) ? coins : coins / 2
    const { ok } = await support.coins.refund(id, { coins: part, narration: 'Voucher not used' })
    if (ok) member.balance += part
  }

  /** What the wallet no longer has is owed, and settled with the next award. */
  async function returnOrder(): Promise<void> {
    const order = orders.shift()
    if (!order?.reference) return
    const share = random.pick(SHARES)
    const { ok } = await support.returns.create({
      reference: order.reference,
      share,
      shortfall: 'owe',
      reason: nextOf(RETURN_REASONS),
    })
    if (ok) order.member.balance = Math.max(0, order.member.balance - order.coins * Number(share))
  }

  async function adjust(member: Member): Promise<void> {
    const { coins, reason } = random.pick(ADJUSTMENTS)
    const { ok } = await manager.coins.adjust({ userId: member.userId, coins, reason })
    if (ok) member.balance += coins
  }

  return {
    paid(award) {
      if (award.reference) orders = latest(award, orders)
      else awards = latest(award, awards)
    },
    spent(spending) {
      spendings = latest(spending, spendings)
    },
    async reverse() {
      const award = random.pick(awards)
      if (!award) return false
      const coins = award.coins > 5 && random.chance(0.5) ? Math.floor(award.coins / 2) : award.coins
      const reason = nextOf(REVERSAL_REASONS)
      const { ok } = await support.awards.reverse(award.id, { reason, ...(coins < award.coins && { coins }) })
      if (ok) award.member.balance -= coins
      return ok
    },
    async ofTheWeek(member) {
      await refund()
      await returnOrder()
      await adjust(member)
    },
  }
}
