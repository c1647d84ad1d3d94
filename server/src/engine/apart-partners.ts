const PARTNERS_MAX = 1_000
const BATCHES_AFTER_FAILURE = 16
const BATCHES_MAX = 64

/**
 * Partners that run in batches of their own for a while: one whose call failed, which would fail the calls of
 * others again, and one whose ledger was busy. Each time in a row that a ledger is busy, the while is twice as
 * long.
 */
export function createApartPartners() {
  const partners = new Map<string, { batches: number; batchesNext: number }>()

  function set(partnerId: string, batches: number): void {
    partners.delete(partnerId)
    if (partners.size >= PARTNERS_MAX) partners.delete(partners.keys().next().value as string)
    partners.set(partnerId, { batches, batchesNext: Math.min(2 * batches, BATCHES_MAX) })
  }

  return {
    has: (partnerId: string): boolean => (partners.get(partnerId)?.batches ?? 0) > 0,
    isEmpty: (): boolean => partners.size === 0,
    addFailed: (partnerId: string): void => set(partnerId, BATCHES_AFTER_FAILURE),
    addBusy: (partnerId: string): void => set(partnerId, partners.get(partnerId)?.batchesNext ?? 1),
    /** A batch of the partner was committed. */
    count(partnerId: string): void {
      const partner = partners.get(partnerId)
      if (!partner) return
      if (partner.batches > 0) partner.batches -= 1
      else partners.delete(partnerId)
    },
  }
}
