import {
  type ByPartner,
  findByKey,
  insertRows,
  isEmpty,
  mapRows,
  partnerRows,
} from '../../storage/database/by-partner.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { Hold } from '../lots/hold.ts'
import { type LotsJson, lotsText, partsOf } from '../lots/lot-parts.ts'

type HoldRow = Omit<Hold, 'lots'> & { lots: LotsJson | null }

/** Columns of a table `holds h`. */
const HOLD_COLUMNS = sql`
  h.id, h.seq, h.user_id, h.status, h.coins, h.captured, h.expires_at, h.lots, h.reference, h.created_at, h.ended_at`

const holdOf = (row: HoldRow): Hold => ({ ...row, lots: partsOf(row.lots) })

export async function loadHolds(db: Db, ids: ByPartner<string>): Promise<ByPartner<Hold>> {
  const rows = await findByKey<HoldRow>(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      select ${HOLD_COLUMNS}
      from holds h
      where h.partner_id = ${partnerId} and h.id ${isKey}`,
  )
  return mapRows(rows, (own) => own.map(holdOf))
}

export async function loadActiveHolds(db: Db, userIds: ByPartner<string>): Promise<ByPartner<Hold>> {
  const rows = await findByKey<HoldRow>(
    db,
    userIds,
    'uuid',
    (partnerId, isKey) => sql`
      select ${HOLD_COLUMNS}
      from holds h
      where h.partner_id = ${partnerId} and h.user_id ${isKey} and h.status = 'active'`,
  )
  return mapRows(rows, (own) => own.map(holdOf))
}

export function insertHolds(tx: Tx, holds: ByPartner<Hold>): void {
  if (isEmpty(holds)) return
  tx.send(
    insertRows('holds', holds, {
      id: 'uuid',
      seq: 'bigint',
      user_id: 'uuid',
      status: 'text',
      coins: 'bigint',
      captured: 'bigint',
      expires_at: 'timestamptz',
      lots: { type: 'jsonb', of: ({ lots }) => lotsText(lots) },
      reference: 'text',
      created_at: 'timestamptz',
      ended_at: 'timestamptz',
    }),
  )
}

export function updateHolds(tx: Tx, holds: ByPartner<Hold>): void {
  if (isEmpty(holds)) return
  const { table, partnerId } = partnerRows('given', holds, {
    id: 'uuid',
    status: 'text',
    captured: 'bigint',
    expires_at: 'timestamptz',
    ended_at: 'timestamptz',
  })
  tx.send(sql`
    update holds h
    set status = given.status, captured = given.captured, expires_at = given.expires_at, ended_at = given.ended_at
    from ${table}
    where h.partner_id = ${partnerId} and h.id = given.id`)
}
