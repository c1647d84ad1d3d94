import type { TransactionKind } from '../../programme/coins/coin-transaction.ts'
import { coinDecisions, MOVED } from '../../programme/coins/transaction-queries.ts'
import type { Coins } from '../../programme/ledger/coin.ts'
import { joinPersonalData } from '../../programme/ledger/record-store.ts'
import type { AccountMember } from '../../programme/members/membership.ts'
import type { Loader } from '../../programme/read-batches/read-batch.ts'
import { type Db, sql } from '../../storage/database/database.ts'

/** Coins that entered or left a user's wallet, as the user may see it. */
export type OwnMovement = {
  id: string
  seq: bigint
  kind: TransactionKind
  isCredit: boolean
  /** The rule's name; null for a transfer. */
  ruleName: string | null
  note: string | null
  reference: string | null
  coins: Coins
  at: Date
  /** Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
  isUndone: boolean
}

type Window = { before: bigint | null; limit: number }

/** A user's movements with one partner before a sequence number, newest first. */
export async function listOwnMovements(
  db: Db,
  { partnerId, memberId, before, limit }: AccountMember & Window,
): Promise<OwnMovement[]> {
  return db.many<OwnMovement>(sql`
    select m.id, m.seq, m.kind, m.is_credit, coalesce(m.rule_name, a.rule_name) as rule_name,
      d.note, m.reference, m.wallet_coins as coins, m.created_at as at,
      r.id is not null or f.id is not null as is_undone
    from (
      select id, seq, kind, is_credit, rule_name, reference, wallet_coins, award_id, created_at
      from ${coinDecisions({ type: null })} decided
      where partner_id = ${partnerId} and user_id = ${memberId} and seq < ${before ?? NEWEST}
        and ${MOVED}
      order by seq desc
      limit ${limit}
    ) m
    left join awards a on a.partner_id = ${partnerId} and a.id = m.award_id
    ${joinPersonalData(sql`${partnerId}`, sql`coalesce(a.seq, m.seq)`)}
    left join reversals r on r.partner_id = ${partnerId} and r.award_id = m.id and r.outcome = 'reversed'
      and r.remaining = 0
    left join coin_transactions f on f.partner_id = ${partnerId} and f.original_id = m.id and f.remaining = 0
    order by m.seq desc`)
}

const NEWEST = 9_223_372_036_854_775_807n

type MovementsAsked = Window & { memberId: string }

export const OWN_MOVEMENTS: Loader<MovementsAsked, OwnMovement[]> = {
  idOf: ({ memberId, before, limit }) => `${memberId} ${before} ${limit}`,
  load: (db, partnerId, pages) =>
    Promise.all(pages.map((page) => listOwnMovements(db, { partnerId, ...page }))),
}
