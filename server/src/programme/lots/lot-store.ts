import {
  type ByPartner,
  findByKey,
  findForEachRow,
  insertRows,
  isEmpty,
  mapRows,
  partnerRows,
  rowsOf,
} from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { Lot } from './lot.ts'
import type { TimedWallet } from './timed-wallet.ts'

type LotRow = Omit<Lot, 'save'> & { userId: string }

/** Columns of a table `lots o`. */
const LOT_COLUMNS = sql`
  o.user_id, o.id, o.expires_at, o.available_at, o.parent_id, o.coins, o.expired, o.revoked, o.is_pending, o.notice_at`

const lotOf = (row: LotRow): Lot & { userId: string } => ({ ...row, save: 'none' })

/** The lots with coins of members, also of those who have none. */
export async function loadOpenLots(
  db: Db,
  userIds: ByPartner<string>,
): Promise<ByPartner<{ userId: string; lots: Lot[] }>> {
  const found = await findByKey<LotRow>(
    db,
    userIds,
    'uuid',
    (partnerId, isKey) => sql`
      select ${LOT_COLUMNS}
      from lots o
      where o.partner_id = ${partnerId} and o.user_id ${isKey} and o.is_open`,
  )
  return new Map(
    Array.from(userIds, ([partnerId, own]) => {
      const byUser = Map.groupBy(rowsOf(found, partnerId).map(lotOf), ({ userId }) => userId)
      return [partnerId, own.map((userId) => ({ userId, lots: byUser.get(userId) ?? [] }))]
    }),
  )
}

type LotKey = { userId: string; lotId: string }
const LOT_KEY = { user_id: 'uuid', lot_id: 'uuid' } as const

/** An order can name one lot a thousand times. */
const eachOnce = (keys: ByPartner<LotKey>): ByPartner<LotKey> =>
  mapRows(keys, (own) => [...new Map(own.map((key) => [`${key.userId} ${key.lotId}`, key])).values()])

export const loadNamedLots = (
  db: Db,
  keys: ByPartner<LotKey>,
): Promise<ByPartner<Lot & { userId: string }>> =>
  findLots(
    db,
    keys,
    (partnerId) => sql`
      select ${LOT_COLUMNS}
      from lots o
      where o.partner_id = ${partnerId} and o.user_id = given.user_id and o.id = given.lot_id`,
  )

/** A lot can have as many made of it as its coins were refunded in parts. A reversal takes the rest from other coins. */
const MADE_MAX = 10_000

/** What refunds made of lots, as far as a reversal can take something of it. */
export const loadLotsMadeOf = (
  db: Db,
  keys: ByPartner<LotKey>,
): Promise<ByPartner<Lot & { userId: string }>> =>
  findLots(
    db,
    keys,
    (partnerId) => sql`
      select ${LOT_COLUMNS}
      from lots o
      where o.partner_id = ${partnerId} and o.user_id = given.user_id and o.parent_id = given.lot_id
        and (o.coins > 0 or o.expired > o.revoked)`,
    MADE_MAX,
  )

async function findLots(
  db: Db,
  keys: ByPartner<LotKey>,
  statement: (partnerId: Sql) => Sql,
  limit?: number,
): Promise<ByPartner<Lot & { userId: string }>> {
  const rows = await findForEachRow<LotRow, LotKey, typeof LOT_KEY>(
    db,
    eachOnce(keys),
    LOT_KEY,
    statement,
    limit,
  )
  return mapRows(rows, (own) => own.map(lotOf))
}

const LOT = {
  user_id: 'uuid',
  id: 'uuid',
  expires_at: 'timestamptz',
  available_at: 'timestamptz',
  parent_id: 'uuid',
  coins: 'bigint',
  expired: 'bigint',
  revoked: 'bigint',
  is_pending: 'boolean',
  notice_at: 'timestamptz',
} as const

const CHANGED = {
  user_id: 'uuid',
  id: 'uuid',
  coins: 'bigint',
  expired: 'bigint',
  revoked: 'bigint',
  is_pending: 'boolean',
  notice_at: 'timestamptz',
} as const

/** Saves the changed lots of wallets. */
export function saveLots(tx: Tx, wallets: ByPartner<TimedWallet>): void {
  const touched = mapRows(wallets, (own) =>
    own.flatMap(({ userId, lots, droppedLots }) =>
      [...lots.values(), ...droppedLots]
        .filter(({ save }) => save !== 'none')
        .map((lot) => ({ ...lot, userId })),
    ),
  )
  if (isEmpty(touched)) return
  const lotsTo = (save: Lot['save']) => mapRows(touched, (own) => own.filter((lot) => lot.save === save))
  const [added, changed, dropped] = [lotsTo('add'), lotsTo('update'), lotsTo('delete')]
  if (!isEmpty(added))
    tx.send(sql`
      ${insertRows('lots', added, LOT)}
      on conflict (partner_id, user_id, id) do update
      set coins = lots.coins + excluded.coins,
        notice_at = case when lots.coins = 0 and lots.notice_at is not null then excluded.notice_at else lots.notice_at end`)
  if (!isEmpty(changed)) {
    const { table, partnerId } = partnerRows('given', changed, CHANGED)
    tx.send(sql`
      update lots o
      set coins = given.coins, expired = given.expired, revoked = given.revoked, is_pending = given.is_pending,
        notice_at = given.notice_at
      from ${table}
      where o.partner_id = ${partnerId} and o.user_id = given.user_id and o.id = given.id`)
  }
  if (!isEmpty(dropped)) {
    const { table, partnerId } = partnerRows('given', dropped, { user_id: 'uuid', id: 'uuid' })
    tx.send(sql`
      delete from lots o
      using ${table}
      where o.partner_id = ${partnerId} and o.user_id = given.user_id and o.id = given.id`)
  }
}
