/** A delivery is slow from then on. */
const SLOW_AFTER_MS = 1_000
const HALF_LIFE_MS = 60_000
/** An endpoint or partner with more is slow. */
const SLOW_MS_MAX = 5_000

export type SlowTime = {
  /** Measures a delivery of these: an endpoint and its partner. */
  measure<Result>(ids: string[], work: () => Promise<Result>): Promise<Result>
  /** The time that deliveries took beyond their first second, halved every minute. */
  msOf(id: string): number
  isSlow(id: string): boolean
  /** Removes what no longer counts. */
  purge(): void
}

/** Measures how long deliveries take, those in progress included, to give slots to the fast ones. */
export function createSlowTime(now: () => number = () => performance.now()): SlowTime {
  const past = new Map<string, { ms: number; at: number }>()
  const inProgress = new Set<{ ids: string[]; since: number }>()

  function pastMsOf(id: string): number {
    const known = past.get(id)
    return known ? known.ms * 0.5 ** ((now() - known.at) / HALF_LIFE_MS) : 0
  }

  const slowMsSince = (since: number) => Math.max(0, now() - since - SLOW_AFTER_MS)

  function msOf(id: string): number {
    let ms = pastMsOf(id)
    for (const { ids, since } of inProgress) if (ids.includes(id)) ms += slowMsSince(since)
    return ms
  }

  return {
    async measure(ids, work) {
      const delivery = { ids, since: now() }
      inProgress.add(delivery)
      try {
        return await work()
      } finally {
        inProgress.delete(delivery)
        const ms = slowMsSince(delivery.since)
        if (ms > 0) for (const id of ids) past.set(id, { ms: pastMsOf(id) + ms, at: now() })
      }
    },
    msOf,
    isSlow: (id) => msOf(id) > SLOW_MS_MAX,
    purge() {
      for (const id of past.keys()) if (pastMsOf(id) < 1) past.delete(id)
    },
  }
}
