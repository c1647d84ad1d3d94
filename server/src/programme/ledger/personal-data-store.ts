import { type ByPartner, insertRows, isEmpty } from '../../storage/database/by-partner.ts'
import type { Tx } from '../../storage/database/database.ts'

/** Personal data beside the facts of the event with this number. */
export type PersonalData = {
  seq: bigint
  userId: string
  note: string | null
  metadata: Record<string, string> | null
  /** The name, address and ids of the user that the event shows. */
  shown: object | null
}

/** Sent with the facts, in their round trip. */
export function insertPersonalData(tx: Tx, rows: ByPartner<PersonalData>): void {
  if (isEmpty(rows)) return
  tx.send(
    insertRows('personal_data', rows, {
      seq: 'bigint',
      user_id: 'uuid',
      note: 'text',
      metadata: 'jsonb',
      shown: 'jsonb',
    }),
  )
}
