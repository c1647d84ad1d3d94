import { recordTransaction, settleArrears } from '../coins/coin-batch.ts'
import { expire, NO_CALL } from '../coins/expire-lots.ts'
import { activeHoldsOf, type HoldBatch, type HoldState } from '../holds/hold-batch.ts'
import { letGo } from '../holds/let-go.ts'
import { type RecordedActor, SYSTEM } from '../ledger/actor.ts'
import { formatCoins } from '../ledger/coin.ts'
import { nextSeq } from '../ledger/ledger.ts'
import type { Hold } from '../lots/hold.ts'
import { byExpiry, earlier, type Lot, lotDueAt } from '../lots/lot.ts'
import { isDue } from '../lots/timed-wallet.ts'
import { releaseLot, touchLot } from '../lots/wallet-lots.ts'
import type { RuleState } from '../rules/rule-batch.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { changeWallet } from '../wallets/wallet-batch.ts'

export type DueBatch = HoldBatch & {
  actors: Set<RecordedActor>
  changes: Pick<RuleState['changes'], 'lifecycleEvents'>
}

/**
 * Does what is due in the wallets of a batch, before any call is decided: ends holds, lets pending coins be spent, expires
 * coins and announces what will expire, in the order of their moments.
 */
export function applyDue(batch: DueBatch): void {
  for (const wallet of batch.wallets.values()) if (isDue(wallet, batch.ledger.now)) applyDueOf(batch, wallet)
}

function applyDueOf(batch: DueBatch, wallet: Wallet): void {
  changeWallet(batch, wallet.userId)
  batch.actors.add(SYSTEM)
  let due = dueIn(batch, wallet)
  for (let first = due.shift(); first; first = due.shift()) {
    if ('hold' in first) {
      endHold(batch, first.hold)
      // Its coins are in lots again, which may be due.
      due = dueIn(batch, wallet)
    } else {
      applyDueLot(batch, wallet, first.lot)
      const at = first.lot.coins > 0n ? lotDueAt(first.lot) : null
      if (at !== null && at <= batch.ledger.now) insertDue(due, { at, lot: first.lot })
    }
  }
  wallet.nextDueAt = dueAtOf(batch, wallet)
  wallet.isTimed = true
}

type Due = { at: Date } & ({ hold: Hold } | { lot: Lot })

/** What is due, in the order of its moments; a hold before a lot of the same moment. */
function dueIn(batch: DueBatch, wallet: Wallet): Due[] {
  const isOver = ({ at }: Due) => at <= batch.ledger.now
  const holds = activeHoldsOf(batch, wallet.userId).map((hold): Due => ({ at: hold.expiresAt, hold }))
  const lots = [...wallet.lots.values()].flatMap((lot): Due[] => {
    const at = lot.coins > 0n ? lotDueAt(lot) : null
    return at === null ? [] : [{ at, lot }]
  })
  return [...holds, ...lots].filter(isOver).sort(byMoment)
}

function byMoment(left: Due, right: Due): number {
  if (left.at.getTime() !== right.at.getTime()) return left.at < right.at ? -1 : 1
  if ('lot' in left && 'lot' in right) return byExpiry(left.lot, right.lot)
  return Number('lot' in left) - Number('lot' in right)
}

/** Inserts what has become due into a sorted list. */
function insertDue(due: Due[], added: Due): void {
  let [from, to] = [0, due.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (byMoment(due[middle] as Due, added) <= 0) from = middle + 1
    else to = middle
  }
  due.splice(from, 0, added)
}

function dueAtOf(batch: HoldState, wallet: Wallet): Date | null {
  let at: Date | null = null
  for (const { expiresAt } of activeHoldsOf(batch, wallet.userId)) at = earlier(at, expiresAt)
  for (const lot of wallet.lots.values()) if (lot.coins > 0n) at = earlier(at, lotDueAt(lot))
  return at
}

function applyDueLot(batch: DueBatch, wallet: Wallet, lot: Lot): void {
  if (lot.isPending) {
    releaseLot(wallet, lot)
    return
  }
  if (lot.noticeAt !== null) {
    // Told too late, it would tell of coins that are gone.
    if (lot.expiresAt !== null && lot.expiresAt > batch.ledger.now) announceExpiry(batch, wallet, lot)
    lot.noticeAt = null
    touchLot(wallet, lot)
    return
  }
  expire(batch, wallet, lot)
}

function announceExpiry({ ledger, changes }: DueBatch, { userId }: Wallet, { coins, expiresAt }: Lot): void {
  changes.lifecycleEvents.push({
    seq: nextSeq(ledger),
    type: 'coins.expiring',
    data: { userId, coins: formatCoins(coins), expiresAt },
    createdAt: ledger.now,
  })
}

/** Ends a hold whose time is over. What it gives back past its expiry is due next. */
function endHold(batch: DueBatch, hold: Hold): void {
  const { userId, coins } = hold
  const end = {
    ...NO_CALL,
    userId,
    coins,
    reference: hold.reference,
    holdId: hold.id,
    kind: 'hold_expiry',
    isCredit: false,
  } as const
  recordTransaction(batch, end, null, (recorded) => {
    const pieces = letGo(batch, hold, { status: 'expired', captured: 0n })
    settleArrears(batch, recorded, pieces)
  })
}
