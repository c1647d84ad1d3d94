export type PagedSearch = {
  /** Reads the next page of a round, if one is in progress or due. */
  step(): Promise<void>
  /** Begins a round now, without pauses between its pages. */
  restart(): void
}

/**
 * Searches a table for work that was not announced, over and over: a page for each step, so that a large
 * table costs no more per second than a small one. The first round has no pauses.
 */
export function createPagedSearch<Position>({
  intervalMs,
  readPage,
}: {
  /** The time from the beginning of one round to the next. */
  intervalMs: number
  /** Reads the page after a position, first after null, and returns its end; null if it was the last page. */
  readPage: (after: Position | null) => Promise<Position | null>
}): PagedSearch {
  let position: Position | null = null
  let beganAt = Number.NEGATIVE_INFINITY
  let isUrgent = true

  async function readAll(): Promise<void> {
    isUrgent = false
    beganAt = performance.now()
    try {
      for (let after = await readPage(null); after !== null; ) after = await readPage(after)
      position = null
    } catch (error) {
      isUrgent = true
      throw error
    }
  }

  return {
    async step() {
      if (isUrgent) return readAll()
      if (position === null) {
        if (performance.now() - beganAt < intervalMs) return
        beganAt = performance.now()
      }
      position = await readPage(position)
    },
    restart() {
      isUrgent = true
    },
  }
}
