import { setTimeout as pause } from 'node:timers/promises'
import { isOnCitus } from './citus.ts'
import type { TestService } from './service.ts'

const TRIES_ON_CITUS = 40
const PAUSE_MS = 250

/**
 * What the audit finds. On Citus it has no common snapshot, so what is counted meanwhile can look like a breach: one
 * that is gone was none.
 */
export async function brokenInvariants(
  { query }: Pick<TestService, 'query'>,
  partnerId: string | null = null,
): Promise<unknown[]> {
  for (let tries = isOnCitus ? TRIES_ON_CITUS : 1; ; tries -= 1) {
    const broken = await query(
      'select * from broken_invariants where $1::uuid is null or partner_id = $1 limit 5',
      [partnerId],
    )
    if (broken.length === 0 || tries === 1) return broken
    await pause(PAUSE_MS)
  }
}
