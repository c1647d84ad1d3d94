import {
  type ByPartner,
  insertRows,
  isEmpty,
  isOneOf,
  partnerRows,
} from '../../storage/database/by-partner.ts'
import {
  type ColumnsOf,
  type Db,
  fixedText,
  replanOnGrowth,
  rowsTable,
  type Sql,
  sql,
  type Tx,
} from '../../storage/database/database.ts'
import { keepCheckpoint } from './checkpoint-store.ts'
import {
  ALL_RULES,
  type EventCount,
  type FirstMovement,
  type PartnerChanges,
  sumChanges,
  sumOfChanges,
} from './day-changes.ts'

/** The last counted event, and the last event. */
export type CountingProgress = { counted: bigint; last: bigint }

/** Which of the counts of a partner, and the zone of their days. */
export type Edition = { partnerId: string; edition: number; timeZone: string }

export type LockedEdition = Edition & CountingProgress & { hasOthers: boolean }

/** The events after one number, up to another. */
export type EventRange = Edition & { after: bigint; until: bigint }

/** Creates the counts that do not exist. */
export function createOverviews(tx: Tx, partnerIds: string[]): void {
  tx.send(sql`
    insert into overviews (partner_id)
    select partner_id
    from ledgers
    where ${isOneOf(sql`partner_id`, partnerIds)}
    order by partner_id
    on conflict do nothing`)
}

/** Locks the counts that are read, so that each event is counted once. With `skipLocked`, skips locked ones. */
export async function lockOverviews(
  tx: Tx,
  partnerIds: string[],
  { skipLocked }: { skipLocked: boolean },
): Promise<LockedEdition[]> {
  for (const partnerId of partnerIds) tx.keepInPlace(partnerId)
  return tx.many<LockedEdition>(sql`
    select o.partner_id, o.edition, o.time_zone, o.counted_events as counted, l.last_seq as last,
      exists (
        select from overviews x
        where ${isOneOf(sql`x.partner_id`, partnerIds)} and x.partner_id = o.partner_id and x.edition <> o.edition
      ) as has_others
    from overviews o
    join ledgers l on l.partner_id = o.partner_id
    where ${isOneOf(sql`o.partner_id`, partnerIds)} and o.status = 'current'
    order by o.partner_id
    for update of o ${skipLocked ? sql`skip locked` : sql``}`)
}

const EVENT_COLUMNS = sql`e.partner_id, e.seq, e.type, e.reason, e.user_id, e.rule_id, e.kind, e.coins, e.change,
  e.from_expired, e.owed, e.written_off, e.balance_before`

/** One partner is a value, which leads a cluster to one shard. */
function eventsOf(ranges: EventRange[]): Sql {
  const [first, ...others] = ranges
  if (first && others.length === 0)
    return sql`
      select ${EVENT_COLUMNS}, (e.created_at at time zone ${first.timeZone})::date as day
      from day_events e
      where e.partner_id = ${first.partnerId} and e.seq > ${first.after} and e.seq <= ${first.until}`
  // The offset keeps the conditions inside, from where they reach the indexes of the tables.
  return sql`
    select ${EVENT_COLUMNS}, (e.created_at at time zone given.time_zone)::date as day
    from ${rowsTable('given', ranges, { partner_id: 'uuid', time_zone: 'text', after: 'bigint', until: 'bigint' })}
    cross join lateral (
      select *
      from day_events
      where partner_id = given.partner_id and seq > given.after and seq <= given.until
      offset 0
    ) e`
}

/** Adds events of some partners to their counts. */
export async function addToDays(tx: Tx, ranges: EventRange[]): Promise<void> {
  const { counts, firstMovements } = await readEvents(tx, ranges)
  const countsOf = Map.groupBy(counts, ({ partnerId }) => partnerId)
  const movementsOf = Map.groupBy(firstMovements, ({ partnerId }) => partnerId)
  const changed = ranges.map((range) => ({
    ...range,
    changes: sumChanges(countsOf.get(range.partnerId) ?? [], movementsOf.get(range.partnerId) ?? []),
  }))
  for (const add of ADDITIONS) add(tx, changed)
  changeOverviews(
    tx,
    new Map(
      changed.map(({ partnerId, edition, until, changes }) => [
        partnerId,
        [{ edition, until, ...sumOfChanges(changes) }],
      ]),
    ),
  )
  for (const { until, ...edition } of ranges) keepCheckpoint(tx, edition, until)
}

const COUNTS = sql`count(*) as count, count(*) filter (where coins > 0) as movements, sum(coins) as coins,
  sum(change) as change, count(*) filter (where from_expired > 0) as taking_expired, sum(from_expired) as from_expired,
  count(*) filter (where owed > 0) as owing, sum(owed) as owed,
  count(*) filter (where written_off > 0) as writing_off, sum(written_off) as written_off,
  count(*) filter (where kind is not null and balance_before = 0 and change > 0)
    - count(*) filter (where kind is not null and change < 0 and balance_before + change = 0) as filled`

const SUMS = ['coins', 'change', 'fromExpired', 'owed', 'writtenOff'] as const
type CountRow = Omit<EventCount, (typeof SUMS)[number]> & Record<(typeof SUMS)[number], string>

const eventCount = (row: CountRow): EventCount => ({
  ...row,
  coins: BigInt(row.coins),
  change: BigInt(row.change),
  fromExpired: BigInt(row.fromExpired),
  owed: BigInt(row.owed),
  writtenOff: BigInt(row.writtenOff),
})

/** Counts events by day, type, rule and reason. */
export async function countByDay(db: Db, range: EventRange): Promise<EventCount[]> {
  const rows = await db.many<CountRow>(
    replanOnGrowth(sql`
      select partner_id, day, type, rule_id, reason, kind, ${COUNTS}, min(seq) as first_seq
      from (${eventsOf([range])}) new_events
      group by partner_id, day, type, rule_id, reason, kind`),
  )
  return rows.map(eventCount)
}

/**
 * Reads events once: how many there are by day, type, rule and reason, and the first movements of each user, rule and
 * day, in the order of their numbers.
 */
async function readEvents(
  tx: Tx,
  ranges: EventRange[],
): Promise<{ counts: EventCount[]; firstMovements: FirstMovement[] }> {
  const [first, ...others] = ranges as [EventRange, ...EventRange[]]
  const isAlone = others.length === 0
  const editions = rowsTable('editions', ranges, { partner_id: 'uuid', edition: 'integer' })
  const partnerId = isAlone ? sql`${first.partnerId}::uuid` : sql`e.partner_id`
  const edition = isAlone ? sql`${first.edition}::integer` : sql`editions.edition`
  const rows = await tx.many<CountRow | (FirstMovement & { count: null })>(
    replanOnGrowth(sql`
      with new_events as materialized (${eventsOf(ranges)})
      select partner_id, day, type, rule_id, reason, kind, ${COUNTS}, min(seq) as first_seq, null::uuid as user_id,
        null::date as rule_last_on, null::date as last_on, null::date as moved_on, null::bigint as balance
      from new_events
      group by partner_id, day, type, rule_id, reason, kind
      union all
      select e.partner_id, e.day, null, e.rule_id, null, null, null, null, null, null, null, null, null, null, null, null, null,
        e.first[1], e.user_id, p.rule_last_on, p.last_on, p.moved_on, e.first[2]
      from (
        select partner_id, user_id, case type when 'award.paid' then rule_id else ${ALL_RULES}::uuid end as rule_id, day,
          min(array[seq, balance_before]) as first
        from new_events
        where kind is not null and coins > 0
        group by 1, 2, 3, 4
      ) e
      ${isAlone ? sql`` : sql`join ${editions} on editions.partner_id = e.partner_id`}
      cross join lateral (
        select max(last_on) as moved_on, max(last_on) filter (where rule_id <> ${ALL_RULES}) as last_on,
          max(last_on) filter (where rule_id = e.rule_id) as rule_last_on
        from participations
        where partner_id = ${partnerId} and edition = ${edition} and user_id = e.user_id
      ) p
      where (case e.rule_id when ${ALL_RULES} then p.moved_on else p.rule_last_on end < e.day) is not false
      order by first_seq`),
  )
  const counts: EventCount[] = []
  const firstMovements: FirstMovement[] = []
  for (const row of rows)
    if (row.count === null) firstMovements.push(row)
    else counts.push(eventCount(row))
  return { counts, firstMovements }
}

type Changed = EventRange & { changes: PartnerChanges }
type ChangedRow<Name extends keyof PartnerChanges> = PartnerChanges[Name][number] & { edition: number }

/**
 * Makes the statement that adds rows to a table of counts. Where the table has a row with the key, the sums are added,
 * the last values replaced, and the first ones kept.
 */
function additionTo<
  Name extends keyof PartnerChanges,
  const Key extends Record<string, unknown>,
  const Sums extends Record<string, unknown>,
  const First extends Record<string, unknown>,
  const Last extends Record<string, unknown>,
>(
  table: string,
  name: Name,
  columns: {
    key: ColumnsOf<ChangedRow<Name>, Key>
    sums?: ColumnsOf<ChangedRow<Name>, Sums>
    first?: ColumnsOf<ChangedRow<Name>, First>
    last?: ColumnsOf<ChangedRow<Name>, Last>
  },
): (tx: Tx, changed: Changed[]) => void {
  const { key, sums = {}, first = {}, last = {} } = columns
  const updates = [
    ...Object.keys(sums).map((column) => `${column} = t.${column} + excluded.${column}`),
    ...Object.keys(last).map((column) => `${column} = excluded.${column}`),
  ]
  const onConflict = fixedText(
    `on conflict (partner_id, edition, ${Object.keys(key).join(', ')}) do update set ${updates.join(', ')}`,
  )
  return (tx, changed) => {
    const rows: ByPartner<ChangedRow<Name>> = new Map(
      changed.map(({ partnerId, edition, changes }) => [
        partnerId,
        (changes[name] as PartnerChanges[Name][number][]).map((row) => ({ ...row, edition })),
      ]),
    )
    if (isEmpty(rows)) return
    const all = { edition: 'integer', ...key, ...first, ...sums, ...last } as never
    tx.send(sql`${insertRows(`${table} as t`, rows, all)} ${onConflict}`)
  }
}

const ADDITIONS = [
  additionTo('day_totals', 'days', {
    key: { day: 'date' },
    first: { first_seq: 'bigint' },
    sums: { joined: 'bigint', departed: 'bigint', idle_members: 'bigint', idle_coins: 'numeric' },
  }),
  additionTo('day_movements', 'movements', {
    key: { day: 'date', kind: 'text' },
    sums: { movements: 'bigint', coins: 'numeric', change: 'numeric' },
  }),
  additionTo('award_days', 'awards', {
    key: { rule_id: 'uuid', day: 'date' },
    sums: {
      paid: 'bigint',
      counted: 'bigint',
      refused: 'bigint',
      coins: 'numeric',
      reversals: 'bigint',
      reversed: 'numeric',
      from_expired: 'numeric',
      owed: 'numeric',
      written_off: 'numeric',
      people: 'bigint',
      new_people: 'bigint',
      last_seen: 'bigint',
    },
  }),
  additionTo('day_refusals', 'refusals', {
    key: { rule_id: 'uuid', day: 'date', reason: 'text' },
    sums: { count: 'bigint' },
  }),
  additionTo('activity_days', 'activities', {
    key: { type: 'text', day: 'date' },
    sums: { activities: 'bigint' },
  }),
  additionTo('day_activity_refusals', 'activityRefusals', {
    key: { rule_id: 'uuid', day: 'date', reason: 'text' },
    sums: { count: 'bigint' },
  }),
  additionTo('day_visits', 'visits', {
    key: { rule_id: 'uuid', day: 'date', before: 'date' },
    sums: { people: 'bigint' },
  }),
  additionTo('participations', 'participations', {
    key: { user_id: 'uuid', rule_id: 'uuid' },
    last: { last_on: 'date' },
  }),
]

function changeOverviews(
  tx: Tx,
  changes: ByPartner<ReturnType<typeof sumOfChanges> & { edition: number; until: bigint }>,
): void {
  const { table, partnerId } = partnerRows('given', changes, {
    edition: 'integer',
    until: 'bigint',
    members: 'bigint',
    participants: 'bigint',
    coins: 'numeric',
  })
  tx.send(sql`
    update overviews o
    set counted_events = given.until,
      members = o.members + given.members,
      participants = o.participants + given.participants,
      coins_in_wallets = o.coins_in_wallets + given.coins
    from ${table}
    where o.partner_id = ${partnerId} and o.edition = given.edition`)
}

/** A page of all partners after one, in the order of their ids. */
export async function listPartners(
  db: Db,
  { after, countMax }: { after: string | null; countMax: number },
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id
    from partners
    ${after === null ? sql`` : sql`where id > ${after}`}
    order by id
    limit ${countMax}`)
  return rows.map(({ id }) => id)
}

/** Returns those of some partners that have uncounted events, or counts that are made or deleted. */
export function findLaggingPartners(db: Db, partnerIds: string[]): Promise<{ partnerId: string }[]> {
  return db.many<{ partnerId: string }>(sql`
    select distinct l.partner_id
    from ledgers l
    left join overviews o on o.partner_id = l.partner_id
    where ${isOneOf(sql`l.partner_id`, partnerIds)}
      and (l.last_seq > coalesce(o.counted_events, 0) or o.status <> 'current')`)
}
