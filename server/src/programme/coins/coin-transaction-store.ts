import {
  type ByPartner,
  findByKey,
  findForEachRow,
  insertRows,
  isEmpty,
  mapRows,
} from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import { ACTOR, insertPersonalData, joinPersonalData } from '../ledger/record-store.ts'
import { type LotsJson, lotsText, partsOf } from '../lots/lot-parts.ts'
import type { CoinTransaction, FoundTransaction, Parties } from './coin-transaction.ts'

export function insertTransactions(tx: Tx, transactions: ByPartner<Keyed<CoinTransaction>>): void {
  if (isEmpty(transactions)) return
  const insert = (columns: typeof OPTIONAL_COLUMNS) =>
    insertRows('coin_transactions', transactions, {
      ...columns,
      id: 'uuid',
      seq: 'bigint',
      actor_id: { type: 'bigint', of: ({ actor }) => actorNumber(actor) },
      kind: 'text',
      user_id: 'uuid',
      coins: 'bigint',
      is_credit: 'boolean',
      outcome: 'text',
      reason: 'text',
      reference: 'text',
      balance: 'bigint',
      points: 'bigint',
      original_id: 'uuid',
      remaining: 'bigint',
      return_id: 'uuid',
      parties: { type: 'jsonb', of: ({ parties }) => parties && withoutPerson(parties) },
      idempotency_key: { type: 'uuid', of: ({ keyed }) => keyed?.key },
      request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
      created_at: 'timestamptz',
    })
  tx.send(insert(hasOptional(transactions) ? OPTIONAL_COLUMNS : ({} as typeof OPTIONAL_COLUMNS)))
  insertPersonalData(
    tx,
    mapRows(transactions, (own) => own.filter(isPersonal).map(personalData)),
  )
}

/** Null in all transactions of a programme whose coins neither expire, wait nor are held. */
const OPTIONAL_COLUMNS = {
  available: 'bigint',
  settled: 'bigint',
  hold_id: 'uuid',
  expires_at: 'timestamptz',
  lots: { type: 'jsonb', of: ({ lots }: CoinTransaction) => lotsText(lots) },
} as const

const hasOptional = (transactions: ByPartner<CoinTransaction>): boolean =>
  [...transactions.values()].some((own) =>
    own.some(
      ({ available, settled, holdId, expiresAt, lots }) =>
        available !== null || settled !== null || holdId !== null || expiresAt !== null || lots.length > 0,
    ),
  )

const isPersonal = ({ narration, metadata, parties }: CoinTransaction) =>
  narration !== null || metadata !== null || parties !== null

const personalData = ({ seq, userId, narration, metadata, parties }: CoinTransaction) => ({
  seq,
  userId,
  note: narration,
  metadata,
  shown: parties && personOf(parties),
})

const withoutPerson = ({ user: { walletId }, partner }: Parties) => ({ user: { walletId }, partner })
const personOf = ({ user: { fullname, email, tag } }: Parties) => ({ fullname, email, tag })

/** Reads a list with a column `parties`, joined with a table `personal_data d`. */
export const PARTIES = sql`
  jsonb_set(parties, '{user}', (parties -> 'user') || coalesce(d.shown, '{"fullname": "", "email": "", "tag": ""}'))`

/**
 * Transactions of a partner; further conditions on `coin_transactions t` follow. A cluster needs the partner in
 * each table.
 */
export const selectTransactions = (partnerId: Sql): Sql => sql`
  select t.id, t.seq, t.kind, t.user_id, t.coins, t.is_credit, t.outcome, t.reason, d.note as narration, t.reference,
    d.metadata, t.balance, t.points, t.available, t.settled, t.hold_id, t.expires_at,
    coalesce(t.lots, '[]') as lots, t.original_id, t.remaining, t.return_id, ${PARTIES} as parties, t.created_at,
    ${ACTOR} as actor, f.remaining as refundable
  from coin_transactions t
  left join actors x on x.partner_id = t.partner_id and x.id = t.actor_id
  ${joinPersonalData(partnerId, sql`t.seq`)}
  left join lateral (
    select r.remaining
    from coin_transactions r
    where r.partner_id = ${partnerId} and r.original_id = t.id and r.remaining is not null
    order by r.remaining
    limit 1
  ) f on true
  where t.partner_id = ${partnerId}`

/** A row of `selectTransactions`. */
type TransactionRow = Omit<FoundTransaction, 'lots'> & { lots: LotsJson }

const transactionOf = <Row extends { lots: LotsJson }>(
  row: Row,
): Omit<Row, 'lots'> & Pick<CoinTransaction, 'lots'> => ({
  ...row,
  lots: partsOf(row.lots),
})

const transactionsOf = (rows: ByPartner<TransactionRow>): ByPartner<FoundTransaction> =>
  mapRows(rows, (own) => own.map(transactionOf))

export async function findTransactions(db: Db, ids: ByPartner<string>): Promise<ByPartner<FoundTransaction>> {
  const rows = await findByKey<TransactionRow>(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${selectTransactions(partnerId)} and t.id ${isKey}`,
  )
  return transactionsOf(rows)
}

/** The users of awards and reversals with these ids, which are no transfers. */
export function findUnrefundable(
  db: Db,
  ids: ByPartner<string>,
): Promise<ByPartner<{ id: string; userId: string }>> {
  return findByKey(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      select a.id, a.user_id
      from awards a
      where a.partner_id = ${partnerId} and a.id ${isKey}
      union all
      select r.id, r.user_id
      from reversals r
      where r.partner_id = ${partnerId} and r.id ${isKey}`,
  )
}

/** Transfers with these references, up to `limit` of each. */
export async function findTransfersByReference(
  db: Db,
  references: ByPartner<{ reference: string }>,
  limit: number,
): Promise<ByPartner<FoundTransaction>> {
  const rows = await findForEachRow<TransactionRow, { reference: string }, { reference: 'text' }>(
    db,
    references,
    { reference: 'text' },
    (partnerId) => sql`
      ${selectTransactions(partnerId)} and t.reference = given.reference and t.kind = 'transfer'
        and t.outcome = 'moved'
      order by t.seq`,
    limit,
  )
  return transactionsOf(rows)
}

export async function findRefundsOfReturns(
  db: Db,
  returnIds: ByPartner<string>,
): Promise<ByPartner<CoinTransaction & { returnId: string }>> {
  const rows = await findByKey<TransactionRow & { returnId: string }>(
    db,
    returnIds,
    'uuid',
    (partnerId, isKey) => sql`
      ${selectTransactions(partnerId)} and t.return_id ${isKey}
      order by t.seq`,
  )
  return mapRows(rows, (own) => own.map(transactionOf))
}
