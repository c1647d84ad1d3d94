import assert from 'node:assert/strict'
import { wrong } from '../../runtime/failure.ts'
import { newId } from '../../storage/database/ids.ts'
import { applyReversal } from '../awards/apply-reversal.ts'
import type { Reversal } from '../awards/award.ts'
import type { AwardBatch, AwardKeys } from '../awards/award-batch.ts'
import { progressKey } from '../awards/decide-award.ts'
import type { CallKind } from '../coin-calls/batch-part.ts'
import { type CallResult, recordOf, UNDECIDED, type Undecided } from '../coin-calls/call-result.ts'
import { applyRefund } from '../coins/apply-refund.ts'
import type { CoinBatch, PartyKeys } from '../coins/coin-batch.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import { expirePast } from '../coins/expire-lots.ts'
import { type Share, WHOLE } from '../coins/share.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { ORDER_SIZE_MAX } from '../ledger/labels.ts'
import { nextSeq } from '../ledger/ledger.ts'
import { isErased } from '../members/details-part.ts'
import { walletOf } from '../wallets/wallet-batch.ts'
import { type Order, planReturn, type ReturnPlan } from './plan-return.ts'
import type { NewReturn, Return, ReturnRequest } from './return.ts'

/** The state that the returns of a batch read and change. */
type ReturnBatch = AwardBatch & CoinBatch & ReturnState

export type ReturnState = {
  /** The shares returned so far, by reference. */
  returnedShares: Map<string, Share>
  changes: { returns: Keyed<NewReturn>[] }
}

/** The order that a return names: its transfers and awards have this reference. */
export type ReturnKeys = Pick<AwardKeys, 'references'>

export const RETURN: CallKind<ReturnRequest, Return, ReturnKeys & PartyKeys, ReturnBatch> = {
  addKeys({ reference }, keys) {
    keys.references.push({ reference })
    keys.showsPartner = true
  },
  apply: applyReturn,
  runsAlone: true,
  withoutIds: ({ refunds, reversals, ...record }) => ({
    ...record,
    refunds: refunds.map((refund) => ({ ...refund, id: '' })),
    reversals: reversals.map((reversal) => ({ ...reversal, id: '' })),
  }),
}

/** Gives back and takes back a share of everything with one reference: all of it, or nothing. */
function applyReturn(
  batch: ReturnBatch,
  { request, keyed }: Keyed<{ request: ReturnRequest }>,
  actor: RecordedActor,
): CallResult<Return> | Undecided {
  const { reference, share, shortfall } = request
  const order = orderOf(batch, reference)
  // An award of this batch may have coins in a lot that was not read; the next batch reads it.
  if (order.awards.some(({ userId }) => !walletOf(batch, userId).areLotsRead)) return UNDECIDED
  const size = order.transfers.length + order.awards.length
  if (size === 0) return { kind: 'unknown', what: 'Reference' }
  if (size > ORDER_SIZE_MAX)
    return {
      kind: 'invalid',
      fields: [
        wrong(
          'reference',
          `must be shared by at most ${ORDER_SIZE_MAX} awards and transfers; refund and reverse larger orders one by one`,
        ),
      ],
    }

  const before = batch.returnedShares.get(reference) ?? 0
  const plan = planOf(batch, request, order, before)
  const { ledger } = batch
  const notedUserId = notedUserOf(batch, order, plan)
  const common = {
    id: newId(),
    seq: nextSeq(ledger),
    actor,
    reference,
    share,
    shortfall,
    narration: notedUserId === null ? null : request.narration,
    createdAt: ledger.now,
  }
  const record: Return =
    plan.kind === 'refused'
      ? {
          ...common,
          shareTotal: before,
          outcome: 'refused',
          reason: plan.reason,
          detail: plan.id,
          refunds: [],
          reversals: [],
        }
      : {
          ...common,
          shareTotal: before + share,
          outcome: 'returned',
          reason: null,
          detail: null,
          ...carryOut(batch, request, plan, common),
        }
  if (record.outcome === 'returned') batch.returnedShares.set(reference, record.shareTotal)
  batch.changes.returns.push({ ...record, notedUserId, keyed })
  return { kind: 'decided', record, isReplay: false }
}

/**
 * The user with whose personal data the narration is kept. The steps of a return lead the erasure of its other users to
 * it; a refusal has none, so the narration of one is kept for an order of one user only.
 */
function notedUserOf(batch: ReturnBatch, { transfers, awards }: Order, { kind }: ReturnPlan): string | null {
  const userIds = new Set([...transfers, ...awards].map(({ userId }) => userId))
  if (kind === 'refused' && userIds.size > 1) return null
  return [...userIds].find((userId) => !isErased(batch, userId)) ?? null
}

/** Lists the records of an order in the order of their events. */
function orderOf(batch: ReturnBatch, reference: string): Order {
  const bySeq = (left: { seq: bigint }, right: { seq: bigint }) => (left.seq < right.seq ? -1 : 1)
  return {
    transfers: [...batch.transactions.values()]
      .filter((each) => each.reference === reference && each.kind === 'transfer' && each.outcome === 'moved')
      .sort(bySeq),
    awards: [...batch.awards.values()]
      .filter((award) => award.reference === reference && award.outcome !== 'refused')
      .sort(bySeq),
  }
}

function planOf(
  batch: ReturnBatch,
  { shortfall, share }: ReturnRequest,
  order: Order,
  before: Share,
): ReturnPlan {
  if (before + share > WHOLE) return { kind: 'refused', reason: 'return_exceeds', id: String(before) }
  return planReturn(order, {
    shortfall,
    before,
    after: before + share,
    ledger: batch.ledger,
    walletOf: (userId) => walletOf(batch, userId),
    paidSeqOf: ({ ruleId, userId }) => batch.progress.get(progressKey(ruleId, userId))?.paidSeq ?? null,
  })
}

function carryOut(
  batch: ReturnBatch,
  { shortfall, narration }: ReturnRequest,
  { refunds, reversals }: Extract<ReturnPlan, { kind: 'planned' }>,
  { id, actor }: Pick<Return, 'id' | 'actor'>,
): { refunds: CoinTransaction[]; reversals: Reversal[] } {
  // The reason may name a person, and users see the notes of their refunds.
  const userIds = new Set(
    [...refunds.map((each) => each.transfer), ...reversals.map((each) => each.award)].map(
      ({ userId }) => userId,
    ),
  )
  const reason = userIds.size === 1 ? narration : null
  const steps = {
    refunds: refunds.map(({ transfer, coins }) => {
      const request = { transactionId: transfer.id, coins, narration: null }
      return stepOf(applyRefund(batch, { request, keyed: null }, actor, id))
    }),
    reversals: reversals.map(({ award, coins }) => {
      const request = { awardId: award.id, coins, shortfall, narration: reason }
      return stepOf(applyReversal(batch, { request, keyed: null }, actor, id))
    }),
  }
  for (const userId of userIds) expirePast(batch, userId)
  return steps
}

function stepOf<T extends { outcome: string }>(result: CallResult<T> | Undecided): T {
  assert(result.kind !== 'undecided')
  const record = recordOf(result)
  assert(record.outcome !== 'refused', 'a planned step of a return was refused')
  return record
}
