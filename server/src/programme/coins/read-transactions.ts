import assert from 'node:assert/strict'
import type { Db } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { hasUnlinked } from '../members/membership.ts'
import type { Partner } from '../partners/partner.ts'
import type { Transaction } from './coin-transaction.ts'
import { NARRATIONS } from './transaction-data.ts'
import {
  findMovement,
  findMovementContexts,
  listMovements,
  type Movement,
  type MovementContext,
  type MovementFilter,
  type MovementWindow,
} from './transaction-queries.ts'

export type ListedTransaction = Transaction &
  Pick<
    Movement,
    | 'seq'
    | 'ruleName'
    | 'ruleId'
    | 'ruleVersion'
    | 'awardId'
    | 'originalId'
    | 'actor'
    | 'reference'
    | 'metadata'
  > & {
    externalId: string | null
    email: string
    /** The balance of the wallet after this movement alone. */
    balanceAfter: Coins
  }

/** Lists transactions newest first. */
export async function readTransactions(
  db: Db,
  partner: Partner,
  filter: MovementFilter,
  window: MovementWindow,
): Promise<ListedTransaction[]> {
  const movements = await listMovements(db, partner.partnerId, filter, window)
  const contexts = await findMovementContexts(db, partner.partnerId, movements)
  return movements.map((movement) => transactionOf(movement, contexts.get(movement.id), partner))
}

/** As an erased member is shown. */
const NOBODY = { fullname: '', email: '', tag: '' }

function transactionOf(
  movement: Movement,
  context: MovementContext | undefined,
  partner: Partner,
): ListedTransaction {
  assert(context)
  const { externalId, walletId, undoneAt, reversedRuleName } = context
  const { fullname, email, tag } = hasUnlinked(context) ? NOBODY : context
  const accountId = accountOf(movement, context)
  const ruleName = movement.ruleName ?? reversedRuleName
  return {
    ...movement,
    ruleName,
    ruleId: movement.ruleId ?? context.reversedRuleId,
    ruleVersion: movement.ruleVersion ?? context.reversedRuleVersion,
    externalId,
    email,
    balanceAfter: movement.balance + context.settled,
    awardId: movement.kind === 'award' ? movement.id : movement.awardId,
    narration: narrationOf({ ...movement, ruleName }),
    parties: movement.parties ?? {
      user: { fullname, email, tag, walletId },
      partner: { name: partner.partnerName, email: partner.email, accountId },
    },
    undoneAt,
  }
}

function accountOf({ kind }: Movement, context: MovementContext): string {
  if (kind === 'settlement') return context.arrearsAccount
  if (kind === 'expiry') return context.expiredAccount
  return kind === 'opening' ? context.openingAccount : context.issuanceAccount
}

export async function readTransaction(
  db: Db,
  partner: Partner,
  id: string,
): Promise<ListedTransaction | undefined> {
  const movement = await findMovement(db, partner.partnerId, id)
  if (!movement) return undefined
  const contexts = await findMovementContexts(db, partner.partnerId, [movement])
  return transactionOf(movement, contexts.get(movement.id), partner)
}

/** Says what happened: the note of the decision, or a sentence for its kind. */
export function narrationOf({ kind, note, ruleName }: Pick<Movement, 'kind' | 'note' | 'ruleName'>): string {
  switch (kind) {
    case 'award':
      return note ?? `Award of the rule ${ruleName}`
    case 'reversal':
      return note ?? `Reversal of an award of the rule ${ruleName}`
    default:
      return note ?? NARRATIONS[kind]
  }
}
