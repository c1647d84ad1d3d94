/** So many rows of one partner are read in one piece, beside the calls of others. */
export const LOTS_PER_BATCH = 20_000

/** The wallets of some partners have more lots together than a batch reads. Nothing was done. */
export class ManyLots extends Error {
  readonly partnerIds: string[]

  constructor(partnerIds: string[]) {
    super('The wallets of a batch have too many lots.')
    this.partnerIds = partnerIds
  }
}
