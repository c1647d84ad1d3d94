const PARTNERS_MAX = 1_000
const BATCHES_AFTER_FAILURE = 16
/** A batch of another process is mostly over after a few tries. */
const BUSY_TRIES_MAX = 4
const BATCHES_MAX = 64

/**
 * Partners that run in batches of their own for a while: one whose call failed, because it could fail the
 * batches of others again, and one whose ledger was busy several times in a row, because a batch of its own
 * waits for the ledger. Each further time that the ledger is busy, the period doubles.
 */
export function createApartPartners() {
  const partners = new Map<string, { batches: number; busy: number }>()

  function set(partnerId: string, partner: { batches: number; busy: number }): void {
    partners.delete(partnerId)
    if (partners.size >= PARTNERS_MAX) partners.delete(partners.keys().next().value as string)
    partners.set(partnerId, partner)
  }

  return {
    isEmpty: (): boolean => partners.size === 0,
    has: (partnerId: string): boolean => (partners.get(partnerId)?.batches ?? 0) > 0,
    addFailed: (partnerId: string): void => set(partnerId, { batches: BATCHES_AFTER_FAILURE, busy: 0 }),
    addBusy(partnerId: string): void {
      const busy = (partners.get(partnerId)?.busy ?? 0) + 1
      const batches = busy < BUSY_TRIES_MAX ? 0 : Math.min(2 ** (busy - BUSY_TRIES_MAX), BATCHES_MAX)
      set(partnerId, { batches: Math.max(batches, partners.get(partnerId)?.batches ?? 0), busy })
    },
    /** A batch with the partner was committed. */
    count(partnerId: string): void {
      const partner = partners.get(partnerId)
      if (!partner) return
      if (partner.batches > 0) partner.batches -= 1
      else partners.delete(partnerId)
    },
  }
}
