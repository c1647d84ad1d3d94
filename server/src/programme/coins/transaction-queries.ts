import { allOf, type Db, rowsTable, type Sql, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { eventsFrom, findSeqRange, sourceOfKind } from '../ledger/event-queries.ts'
import { ACTOR, joinPersonalData } from '../ledger/record-store.ts'
import type { Membership } from '../members/membership.ts'
import type { CoinTransaction, TransactionKind } from './coin-transaction.ts'
import { PARTIES } from './coin-transaction-store.ts'

export type MovementFilter = {
  userId: string | null
  reference: string | null
  /** A kind and a direction. */
  type: { kind: TransactionKind; isCredit: boolean } | null
  from: Date | null
  to: Date | null
}

export type MovementWindow = {
  /** Movements must have a lower sequence number. */
  before: bigint | null
  limit: number
  offset: number
}

/** Coins that moved into or out of a wallet, as recorded by the decision. */
export type Movement = Omit<CoinTransaction, 'kind' | 'outcome' | 'reason' | 'narration' | Left> & {
  kind: TransactionKind
  note: string | null
  ruleName: string | null
  /** The rule of an award, and its version then. */
  ruleId: string | null
  ruleVersion: number | null
  awardId: string | null
}

/** What a decision left, which a movement does not show. */
type Left = 'points' | 'remaining' | 'returnId' | 'available' | 'settled' | 'holdId' | 'expiresAt' | 'lots'

/** Decisions on coins of a wallet. */
export const coinDecisions = ({ type }: Pick<MovementFilter, 'type'>): Sql =>
  eventsFrom(type === null ? ['award', 'reversal', 'transaction'] : [sourceOfKind(type.kind)])

const MOVEMENT = sql`
  m.kind, m.is_credit, m.id, m.seq, m.user_id, m.wallet_coins as coins, d.note, m.reference, d.metadata,
  m.rule_name, m.rule_id, m.rule_version, m.award_id, m.original_id, m.balance, ${PARTIES} as parties, m.created_at,
  ${ACTOR} as actor`

const besideMovement = (partnerId: string) => sql`
  left join actors x on x.partner_id = ${partnerId} and x.id = m.actor_id
  ${joinPersonalData(sql`${partnerId}`, sql`m.seq`)}`

/** Movements of coins, newest first. */
export async function listMovements(
  db: Db,
  partnerId: string,
  filter: MovementFilter,
  { before, limit, offset }: MovementWindow,
): Promise<Movement[]> {
  return db.many<Movement>(sql`
    select ${MOVEMENT}
    from (
      select kind, is_credit, id, seq, actor_id, user_id, wallet_coins, reference, rule_name, rule_id, rule_version,
        award_id, original_id, balance, parties, created_at
      from ${coinDecisions(filter)} decided
      where ${allOf(await movementsOf(db, partnerId, filter), before === null ? null : sql`seq < ${before}`)}
      order by seq desc
      limit ${limit}
      offset ${offset}
    ) m
    ${besideMovement(partnerId)}
    order by m.seq desc`)
}

/** A movement by its id: that of the award, reversal or transaction. */
export async function findMovement(db: Db, partnerId: string, id: string): Promise<Movement | undefined> {
  return db.first<Movement>(sql`
    select ${MOVEMENT}
    from ${coinDecisions({ type: null })} m
    ${besideMovement(partnerId)}
    where m.partner_id = ${partnerId} and m.id = ${id} and ${MOVED}
    limit 1`)
}

/** Whether a decision moved coins of the wallet. */
export const MOVED = sql`outcome in ('paid', 'moved', 'reversed') and wallet_coins > 0`

/** The time of the first movement that passes the filter. */
export async function findFirstTime(
  db: Db,
  partnerId: string,
  filter: MovementFilter,
): Promise<Date | undefined> {
  const row = await db.first<{ createdAt: Date }>(sql`
    select created_at
    from ${coinDecisions(filter)} decided
    where ${await movementsOf(db, partnerId, filter)}
    order by seq
    limit 1`)
  return row?.createdAt
}

async function movementsOf(
  db: Db,
  partnerId: string,
  { userId, reference, type, from, to }: MovementFilter,
): Promise<Sql> {
  const { after, until } = await findSeqRange(db, partnerId, { from, to })
  return allOf(
    sql`partner_id = ${partnerId}`,
    MOVED,
    type === null ? null : sql`kind = ${type.kind} and is_credit = ${type.isCredit}`,
    // Matches the condition of the partial index on kinds.
    type === null || type.kind === 'transfer' ? null : sql`kind <> 'transfer'`,
    reference === null ? null : sql`reference = ${reference}`,
    userId === null ? null : sql`user_id = ${userId}`,
    sql`seq > ${after}`,
    until === null ? null : sql`seq <= ${until}`,
  )
}

/**
 * Joined to a movement when it is shown: the user's wallet, current name and own id, the accounts of the partner, when
 * it was reversed or refunded to the last coin, the rule of the award that it reverses, and what was settled after it.
 */
export type MovementContext = Pick<Membership, 'leftBy' | 'accountId'> & {
  id: string
  walletId: string
  fullname: string
  email: string
  tag: string
  externalId: string | null
  issuanceAccount: string
  arrearsAccount: string
  openingAccount: string
  expiredAccount: string
  undoneAt: Date | null
  reversedRuleName: string | null
  reversedRuleId: string | null
  reversedRuleVersion: number | null
  settled: Coins
}

export async function findMovementContexts(
  db: Db,
  partnerId: string,
  movements: Movement[],
): Promise<Map<string, MovementContext>> {
  const rows = await db.many<MovementContext>(sql`
    select t.id, w.id as wallet_id, m.fullname, m.email, m.tag, m.external_id, m.left_by, m.account_id,
      l.issuance_account, l.arrears_account, l.opening_account, l.expired_account, coalesce(r.created_at, f.created_at) as undone_at, a.rule_name as reversed_rule_name,
      a.rule_id as reversed_rule_id, a.rule_version as reversed_rule_version, coalesce(s.coins, 0) as settled
    from ${rowsTable('t', movements, { id: 'uuid', seq: 'bigint', user_id: 'uuid', award_id: 'uuid' })}
    join ledgers l on l.partner_id = ${partnerId}
    join wallets w on w.partner_id = ${partnerId} and w.user_id = t.user_id
    join memberships m on m.partner_id = ${partnerId} and m.user_id = t.user_id
    left join reversals r on r.partner_id = ${partnerId} and r.award_id = t.id and r.outcome = 'reversed'
      and r.remaining = 0
    left join coin_transactions f on f.partner_id = ${partnerId} and f.original_id = t.id and f.remaining = 0
    left join awards a on a.partner_id = ${partnerId} and a.id = t.award_id
    left join coin_transactions s on s.partner_id = ${partnerId} and s.seq = t.seq + 1 and s.original_id = t.id
      and s.kind = 'settlement'`)
  return new Map(rows.map((row) => [row.id, row]))
}
