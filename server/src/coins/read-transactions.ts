import assert from 'node:assert/strict'
import type { Db } from '../database/database.ts'
import type { Partner } from '../partners/partner.ts'
import type { Transaction } from './transaction.ts'
import { TRANSFER_NARRATION } from './transaction-data.ts'
import {
  findMovementContexts,
  listMovements,
  type Movement,
  type MovementContext,
  type MovementFilter,
  type MovementWindow,
} from './transaction-queries.ts'

export type ListedTransaction = Transaction & Pick<Movement, 'seq' | 'ruleName' | 'awardId'>

/** Newest first. */
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

function transactionOf(
  movement: Movement,
  context: MovementContext | undefined,
  partner: Partner,
): ListedTransaction {
  assert(context)
  const { fullname, email, tag, walletId, issuanceAccount, reversedAt, reversedRuleName } = context
  const ruleName = movement.ruleName ?? reversedRuleName
  return {
    ...movement,
    ruleName,
    awardId: movement.kind === 'award' ? movement.id : movement.awardId,
    narration: narrationOf({ ...movement, ruleName }),
    parties: movement.parties ?? {
      user: { fullname, email, tag, walletId },
      partner: { name: partner.partnerName, email: partner.email, accountId: issuanceAccount },
    },
    reversedAt,
  }
}

function narrationOf({ kind, note, ruleName }: Movement): string {
  switch (kind) {
    case 'award':
      return note ?? `Award of the rule ${ruleName}`
    case 'transfer':
      return note ?? TRANSFER_NARRATION
    case 'reversal':
      return `Reversal of an award of the rule ${ruleName}`
  }
}
