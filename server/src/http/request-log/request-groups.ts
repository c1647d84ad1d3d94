import type { BriefRequest, LoggedRequest } from './request-log-store.ts'

/** Requests of one line. Those after it have another. */
const GROUP_SIZE_MAX = 1_000
/** Lines of one partner in a second: kinds of requests that ended alike. */
const GROUPS_PER_SECOND_MAX = 50
/** Of each partner and outcome, so that a partner's failures are found beside any number of successes. */
export const GROUPED_PER_HOUR_MAX = 100_000
/** Of all partners, while the database is unavailable. */
const WAITING_MAX = 100_000
const HOUR_MS = 3_600_000

type Group = { first: LoggedRequest; ids: string[]; givenIds: string[] }

export type RequestGroups = {
  /** Adds a request to the line of those that ended alike. Returns false if there is no room. */
  add(request: BriefRequest, describe: () => LoggedRequest): boolean
  /** Ends the lines and returns them. */
  take(): LoggedRequest[]
}

/** Puts requests of a burst into lines of many: what they have in common once, and every id. */
export function createRequestGroups(now: () => Date): RequestGroups {
  let waiting = 0
  let open = new Map<string, Group>()
  let full: Group[] = []
  let groupsOf = new Map<string, number>()
  let hour = 0
  let usedOf = new Map<string, number>()

  function hasRoom({ partnerId, status }: BriefRequest): boolean {
    const current = Math.floor(now().getTime() / HOUR_MS)
    if (current !== hour) {
      hour = current
      usedOf = new Map()
    }
    const key = `${partnerId} ${status >= 400}`
    const used = usedOf.get(key) ?? 0
    if (waiting >= WAITING_MAX || used >= GROUPED_PER_HOUR_MAX) return false
    usedOf.set(key, used + 1)
    return true
  }

  function groupOf(request: BriefRequest, describe: () => LoggedRequest): Group | undefined {
    const { partnerId, method, operation, status, appErrorCode, caller, teamMemberId } = request
    // A line names one team member.
    const key = `${partnerId} ${method} ${operation} ${status} ${appErrorCode} ${caller} ${teamMemberId}`
    const known = open.get(key)
    if (known && known.ids.length < GROUP_SIZE_MAX) return known
    const count = groupsOf.get(partnerId) ?? 0
    if (count >= GROUPS_PER_SECOND_MAX) return undefined
    groupsOf.set(partnerId, count + 1)
    if (known) full.push(known)
    const group = { first: describe(), ids: [], givenIds: [] }
    open.set(key, group)
    return group
  }

  return {
    add(request, describe) {
      if (!hasRoom(request)) return false
      const group = groupOf(request, describe)
      if (!group) return false
      group.ids.push(request.id)
      if (request.givenId !== null) group.givenIds.push(request.givenId)
      waiting += 1
      return true
    },
    take() {
      const lines = [...full, ...open.values()].map(lineOf)
      waiting = 0
      open = new Map()
      full = []
      groupsOf = new Map()
      return lines
    },
  }
}

/** The line has the lowest id, which is found from any of them: they are ordered by time. */
function lineOf({ first, ids, givenIds }: Group): LoggedRequest {
  if (ids.length === 1) return first
  const id = ids.reduce((lowest, each) => (each < lowest ? each : lowest))
  return { ...first, id, count: ids.length, ids, givenIds: givenIds.length > 0 ? givenIds : null }
}
