import type { Db } from '../../storage/database/database.ts'
import type { MemberField } from '../conditions/uses.ts'
import type { Attributes } from '../members/attribute.ts'
import { findAttributesAt } from '../members/attribute-store.ts'
import { listenersIn } from '../rules/listener.ts'
import type { Rule } from '../rules/rule.ts'
import type { TriedActivity } from './trial.ts'
import {
  type ActivityRange,
  countNewest,
  findNext,
  findTriedMembers,
  type RecordedActivity,
  type TriedMember,
} from './tried-queries.ts'

const PAGE_ROWS = 500
const COUNTED_AT_ONCE = 10_000

/** What the conditions of a rule read. */
export type Reads = { properties: boolean; member: ReadonlySet<MemberField> }

export function readsOf(rule: Rule): Reads {
  const conditions = listenersIn(rule).flatMap(({ condition, units }) => [condition, units])
  const known = conditions.filter((condition) => condition !== null)
  return {
    properties: known.some(({ readsProperties }) => readsProperties),
    member: new Set(known.flatMap(({ reads }) => [...reads])),
  }
}

/** The newest activities of a range, at most so many: how many there are, and the range that has them. */
export async function newestOf(
  db: Db,
  range: ActivityRange,
  activitiesMax: number,
): Promise<{ range: ActivityRange; activities: number; hasMore: boolean }> {
  let activities = 0
  let first = range.until + 1n
  while (activities < activitiesMax) {
    const limit = Math.min(COUNTED_AT_ONCE, activitiesMax - activities)
    const found = await countNewest(db, { ...range, until: first - 1n }, limit)
    if (found.first === null) break
    activities += found.count
    first = found.first
    if (found.count < limit) return { range: { ...range, after: first - 1n }, activities, hasMore: false }
  }
  const { count } = await countNewest(db, { ...range, until: first - 1n }, 1)
  return { range: { ...range, after: first - 1n }, activities, hasMore: count > 0 }
}

/** An activity to try, with what was recorded of it. */
export type ReadActivity = {
  recorded: RecordedActivity
  tried: TriedActivity
  /** Whether the externalId or joinedAt of its member, which a condition reads, may have changed since. */
  mayDiffer: boolean
}

/** Reads activities in their order, page by page. */
export async function* readActivities(
  db: Db,
  range: ActivityRange,
  reads: Reads,
): AsyncGenerator<ReadActivity[]> {
  for (let { after } = range; ; ) {
    const page = await findNext(db, { ...range, after }, PAGE_ROWS)
    const last = page.at(-1)
    if (!last) return
    after = last.seq
    yield await withMembers(db, range.partnerId, page, reads)
    if (page.length < PAGE_ROWS) return
  }
}

async function withMembers(
  db: Db,
  partnerId: string,
  page: RecordedActivity[],
  reads: Reads,
): Promise<ReadActivity[]> {
  const readsFacts = reads.member.has('externalId') || reads.member.has('joinedAt')
  const readsAttributes = reads.member.has('attributes')
  const userIds = [...new Set(page.map(({ userId }) => userId))]
  const [members, attributes] = await Promise.all([
    reads.member.size > 0 ? findTriedMembers(db, partnerId, userIds) : [],
    readsAttributes ? findAttributesAt(db, partnerId, page) : [],
  ])
  const memberOf = new Map(members.map((member) => [member.userId, member]))
  const attributesOf = new Map(attributes.map((each) => [each.seq, each.attributes]))
  return page.map((recorded) => {
    const member = memberOf.get(recorded.userId)
    const wasErased = member?.erasedAt != null && member.erasedAt >= recorded.createdAt
    const lacksMember = wasErased && (readsAttributes || reads.member.has('externalId'))
    const lacksProperties = reads.properties && recorded.hasProperties && recorded.properties === null
    return {
      recorded,
      tried: triedActivity(recorded, member, attributesOf.get(recorded.seq) ?? {}, {
        isUnreadable: lacksMember || lacksProperties,
      }),
      mayDiffer: readsFacts && member !== undefined && member.updatedAt > recorded.createdAt,
    }
  })
}

function triedActivity(
  recorded: RecordedActivity,
  member: TriedMember | undefined,
  attributes: Attributes,
  { isUnreadable }: { isUnreadable: boolean },
): TriedActivity {
  const { id, type, userId, reference, properties, occurredAt, balance, points, createdAt } = recorded
  return {
    id,
    type,
    userId,
    reference,
    properties,
    occurredAt,
    balance,
    points,
    createdAt,
    member: member ? { externalId: member.externalId, joinedAt: member.joinedAt, attributes } : null,
    isUnreadable,
  }
}
