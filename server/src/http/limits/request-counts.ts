/** How many requests a process has counted for a key in the window that began at `start`. */
export type CountReport = { key: string; start: number; count: number }

/** Counts requests per key and window in this process, and adds what other processes report. */
export type RequestCounts = {
  /** Counts a request. The result includes the part of the limit that other processes use. */
  add(key: string, limit: { max: number; windowMs: number }): { current: number; ttl: number }
  /** Returns what other processes should know, at most `REPORTS_MAX` at a time. */
  takeReports(): CountReport[]
  receive(sender: string, reports: CountReport[]): void
}

/** A key that uses less of its limit in one process is not reported, so that an exchange stays small. */
const REPORTED_SHARE = 0.1
export const REPORTS_MAX = 5_000
const KEYS_MAX = 100_000
/** Counts of longer windows are reported while the window lasts; those of shorter ones would come too late. */
const SHORT_WINDOW_MS_MAX = 5_000
const REPORT_LIFETIME_MS = 120_000

type OwnCount = { start: number; count: number; previous: number; windowMs: number; max: number }
type OthersCount = { receivedAt: number; bySender: Map<string, { start: number; count: number }> }

export function createRequestCounts(now = () => Date.now()): RequestCounts {
  const own = new Map<string, OwnCount>()
  const others = new Map<string, OthersCount>()
  const unreported = new Set<string>()

  function countOwn(key: string, start: number, max: number, windowMs: number): OwnCount {
    const known = own.get(key)
    if (known?.start === start) {
      known.count += 1
      return known
    }
    const previous = known?.start === start - windowMs ? known.count : 0
    const begun = { start, count: 1, previous, windowMs, max }
    putLast(own, key, begun)
    return begun
  }

  return {
    add(key, { max, windowMs }) {
      const at = now()
      const start = at - (at % windowMs)
      const counted = countOwn(key, start, max, windowMs)
      if (isReported(counted.count, max)) unreported.add(key)
      const reports = others.get(key)
      const used = reports ? usedByOthers(counted, reports) : 0
      return { current: counted.count + used, ttl: start + windowMs - at }
    },
    takeReports() {
      const at = now()
      dropOld(own, ({ start, windowMs }) => start + 2 * windowMs <= at)
      dropOld(others, ({ receivedAt }) => receivedAt + REPORT_LIFETIME_MS <= at)
      const reports: CountReport[] = []
      for (const key of unreported) {
        if (reports.length === REPORTS_MAX) break
        const counted = own.get(key)
        const isCurrent = counted !== undefined && counted.start + counted.windowMs > at
        if (!counted || !isShort(counted.windowMs) || !isCurrent) unreported.delete(key)
        if (!counted) continue
        const { start, count } = isShort(counted.windowMs) && isCurrent ? previousOf(counted) : counted
        if (isReported(count, counted.max)) reports.push({ key, start, count })
      }
      return reports
    },
    receive(sender, reports) {
      for (const { key, start, count } of reports) {
        const known = others.get(key) ?? { receivedAt: 0, bySender: new Map() }
        known.receivedAt = now()
        known.bySender.set(sender, { start, count })
        for (const [other, report] of known.bySender)
          if (report.start + REPORT_LIFETIME_MS <= start) known.bySender.delete(other)
        putLast(others, key, known)
      }
    },
  }
}

const isShort = (windowMs: number) => windowMs <= SHORT_WINDOW_MS_MAX

const isReported = (count: number, max: number) => count >= max * REPORTED_SHARE

const previousOf = ({ start, previous, windowMs }: OwnCount) => ({ start: start - windowMs, count: previous })

/**
 * How much of the limit belongs to other processes. In a long window it is what they counted. A short window
 * is over before its counts arrive: there the limit is divided as the requests of the last seconds were.
 */
function usedByOthers({ start, previous, windowMs, max }: OwnCount, { bySender }: OthersCount): number {
  const oldest = isShort(windowMs) ? start - 2 * windowMs : start
  let sum = 0
  for (const report of bySender.values()) if (report.start >= oldest) sum += report.count
  if (sum === 0 || !isShort(windowMs)) return sum
  const share = (max * previous) / (previous + sum)
  return max - Math.floor(Math.max(max - sum, share))
}

/** Keeps the order of the last change, and drops the oldest key when there are too many. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > KEYS_MAX) map.delete(map.keys().next().value as string)
}

function dropOld<Value>(map: Map<string, Value>, isOld: (value: Value) => boolean): void {
  for (const [key, value] of map) {
    if (!isOld(value)) return
    map.delete(key)
  }
}
