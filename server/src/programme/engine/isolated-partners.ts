import { LRUCache } from 'lru-cache'

const PARTNERS_MAX = 1_000
const BATCHES_AFTER_FAILURE = 16
/** A batch of another process is mostly over after a few tries. */
const BUSY_TRIES_MAX = 4
const BATCHES_MAX = 64

/** A partner stays isolated for some more batches, the longer the more often its ledger was busy in a row. */
type Isolation = { batches: number; busy: number }

export type IsolatedPartners = ReturnType<typeof createIsolatedPartners>

/**
 * Partners that run in batches of their own for a while: one whose call failed, because it could fail the
 * batches of others again, and one whose ledger was busy several times in a row, because an isolated batch
 * waits for the ledger. Each further time that the ledger is busy, the period doubles.
 */
export function createIsolatedPartners() {
  const partners = new LRUCache<string, Isolation>({ max: PARTNERS_MAX })
  return {
    isEmpty: (): boolean => partners.size === 0,
    has: (partnerId: string): boolean => (partners.peek(partnerId)?.batches ?? 0) > 0,
    addFailed(partnerId: string): void {
      partners.set(partnerId, { batches: BATCHES_AFTER_FAILURE, busy: 0 })
    },
    addBusy(partnerId: string): void {
      const before = partners.peek(partnerId)
      const busy = (before?.busy ?? 0) + 1
      const batches = busy < BUSY_TRIES_MAX ? 0 : Math.min(2 ** (busy - BUSY_TRIES_MAX), BATCHES_MAX)
      partners.set(partnerId, { batches: Math.max(batches, before?.batches ?? 0), busy })
    },
    /** A batch with the partner was committed. */
    count(partnerId: string): void {
      const partner = partners.peek(partnerId)
      if (!partner) return
      if (partner.batches > 0) partner.batches -= 1
      else partners.delete(partnerId)
    },
  }
}
