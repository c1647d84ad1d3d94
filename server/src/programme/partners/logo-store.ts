import { createHash } from 'node:crypto'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { Logo } from './partner.ts'

/** Names the bytes, so that a changed logo has another address. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Sets the logo of a partner; null removes it. */
export async function saveLogo(
  tx: Tx,
  partnerId: string,
  logo: (Logo & { bytes: Buffer }) | null,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update partners
    set logo = ${logo?.bytes ?? null}, logo_type = ${logo?.type ?? null}, logo_hash = ${logo?.hash ?? null},
      updated_at = ${now}
    where id = ${partnerId}`)
}

/** The bytes of a partner's logo, while it is the one with this hash. */
export function findLogo(
  db: Db,
  partnerId: string,
  hash: string,
): Promise<{ logo: Buffer; logoType: string } | undefined> {
  return db.first<{ logo: Buffer; logoType: string }>(sql`
    select logo, logo_type
    from partners
    where id = ${partnerId} and logo_hash = ${hash}`)
}
