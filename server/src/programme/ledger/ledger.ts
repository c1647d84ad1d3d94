import assert from 'node:assert/strict'
import { type ByPartner, insertRows, isEmpty, isOneOf, mapRows } from '../../storage/database/by-partner.ts'
import {
  type Db,
  replanOnGrowth,
  rowsTable,
  type Sql,
  sql,
  type Tx,
} from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import type { ExpirySettings } from './coin-expiry.ts'
import type { MemberLimit } from './member-limit.ts'
import { insertPersonalData, type PersonalData } from './record-store.ts'

/**
 * A partner's ledger, locked by a transaction: its accounts, the last numbers used, the number of wallets with
 * coins and the settings that batches decide by.
 */
export type Ledger = MemberLimit &
  ExpirySettings & {
    partnerId: string
    /** The first moment at which something of a wallet is due, or an earlier one; null for never. */
    nextDueAt: Date | null
    /** The time of the transaction: that of the database, and never before that of an earlier write. */
    now: Date
    issuanceAccount: string
    spendAccount: string
    lastSeq: bigint
    lastJoinedNo: bigint
    walletsWithCoins: bigint
    segmentsVersion: bigint
    /** Increased by every change of a rule. */
    rulesVersion: bigint
    /** Whether an active rule listens to members who join, or to those who refer others. */
    notesJoins: boolean
    notesReferrals: boolean
    /** Whether coins ever could expire or be pending. Until then there are no lots. */
    usesLots: boolean
  }

export const EXPIRY_COLUMNS = sql`
  expiry_notice_days,
  case
    when coin_expiry_after is not null then json_build_object('after', coin_expiry_after, 'until', coin_expiry_until)
  end as coin_expiry`

const LEDGER_COLUMNS = sql`
  partner_id, next_due_at, issuance_account, spend_account, last_seq, last_joined_no, wallets_with_coins, segments_version,
  rules_version, notes_joins, notes_referrals, time_zone, member_coins_max, member_limit_period, member_limit_since, uses_lots,
  ${EXPIRY_COLUMNS}`

type Timed = Pick<Tx, 'givenTime'>

const timeOf = ({ givenTime }: Timed) => sql`greatest(coalesce(${givenTime()}, clock_timestamp()), last_at)`

/** The time of a partner's ledger as a value of a statement that reads, the same wherever it stands in that statement. */
export const ledgerTime = ({ givenTime }: Timed, partnerId: string): Sql => sql`(
    select greatest(coalesce(${givenTime()}, now()), last_at)
    from ledgers
    where partner_id = ${partnerId}
  )`

export type LifecycleEventType =
  | 'rule.created'
  | 'rule.updated'
  | 'rule.started'
  | 'rule.ended'
  | 'rule.exhausted'
  | 'rule.full'
  | 'user.onboarded'
  | 'user.updated'
  | 'user.left'
  | 'user.claimed'
  | 'user.erased'
  | 'coins.expiring'

/** An event that has no other row for its sequence number. */
export type LifecycleEvent = { seq: bigint; type: LifecycleEventType; data: unknown; createdAt: Date }

export async function openLedger(tx: Tx, partnerId: string): Promise<void> {
  const now = sql`coalesce(${tx.givenTime()}, clock_timestamp())`
  await tx.run(sql`
    insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account,
      opening_account, expired_account, last_at, created_at)
    values (${partnerId}, ${newId()}, ${newId()}, ${newId()}, ${newId()}, ${newId()}, ${newId()}, ${now}, ${now})`)
}

/**
 * Locks the partner's ledger until the transaction ends. Every write of a partner's data does this first,
 * except that of the response to a bulk call, of counts and of received lines.
 */
export async function lockLedger(tx: Tx, partnerId: string): Promise<Ledger> {
  tx.keepInPlace(partnerId)
  const ledger = await tx.first<Ledger>(sql`
    select ${LEDGER_COLUMNS}, ${timeOf(tx)} as now
    from ledgers
    where partner_id = ${partnerId}
    for update`)
  assert(ledger, `partner ${partnerId} has no ledger`)
  return ledger
}

/** Reads the ledger as it is, for a forecast. */
export async function readLedger(db: Db & Timed, partnerId: string): Promise<Ledger> {
  const ledger = await db.first<Ledger>(sql`
    select ${LEDGER_COLUMNS}, ${timeOf(db)} as now
    from ledgers
    where partner_id = ${partnerId}`)
  assert(ledger, `partner ${partnerId} has no ledger`)
  return ledger
}

/** The version of a partner's rules. */
export async function findRulesVersion(db: Db, partnerId: string): Promise<bigint> {
  const ledger = await db.first<Pick<Ledger, 'rulesVersion'>>(sql`
    select rules_version
    from ledgers
    where partner_id = ${partnerId}`)
  assert(ledger, `partner ${partnerId} has no ledger`)
  return ledger.rulesVersion
}

/** Locks the ledgers of those partners that no other transaction has locked, in the order of their ids. */
export function tryLockLedgers(tx: Tx, partnerIds: string[]): Promise<Ledger[]> {
  for (const partnerId of partnerIds) tx.keepInPlace(partnerId)
  return tx.many<Ledger>(sql`
    select ${LEDGER_COLUMNS}, ${timeOf(tx)} as now
    from ledgers
    where ${isOneOf(sql`partner_id`, partnerIds)}
    order by partner_id
    for update skip locked`)
}

/**
 * Locks the partner's ledger as `lockLedger` does, and records that something of the partner changes. Every write but
 * those of the engine does this.
 */
export async function changeLedger(tx: Tx, partnerId: string): Promise<Ledger> {
  const ledger = await lockLedger(tx, partnerId)
  // The time is a value: distributed tables refuse updates that call a clock.
  tx.send(sql`
    update ledgers
    set change_no = change_no + 1, other_change_no = other_change_no + 1, last_at = ${ledger.now}
    where partner_id = ${partnerId}`)
  return ledger
}

/** The points of a member before and after an event, which are the same unless it is a paid award. */
export type PointsChange = { userId: string; joinedNo: number; before: number; after: number }

/** The last event of a partner, and a number that every change of what readers can see increases. */
export type LedgerState = {
  lastSeq: bigint
  changeNo: bigint
  /** Increased by every change that is not a call which moves coins. */
  otherChangeNo: bigint
  segmentsVersion: bigint
  /** One for each event that was asked for, in order; null when one of them is of another kind, or there are many. */
  changes: PointsChange[] | null
}

/** The state of a ledger with its time. */
export type LedgerNow = LedgerState & { now: Date }

const NO_LEDGER: LedgerState = {
  lastSeq: 0n,
  changeNo: 0n,
  otherChangeNo: 0n,
  segmentsVersion: 0n,
  changes: null,
}
/** Reading more would take longer than reading a page again. */
const CHANGES_MAX = 64

/** The state of a ledger, with what awards, transfers and activities changed since an event; null asks for no changes. */
export async function findLedgerState(
  db: Db & Timed,
  partnerId: string,
  sinceSeq: bigint | null,
): Promise<LedgerNow> {
  // With orders and limits, a plan from empty tables also reads events by number and wallets by user.
  const state = await db.first<LedgerNow>(sql`
    select l.last_seq, l.segments_version, greatest(coalesce(${db.givenTime()}, now()), l.last_at) as now, l.change_no + coalesce(t.count, 0) as change_no,
      l.other_change_no + coalesce(t.count, 0) as other_change_no,
      case when l.last_seq <= ${sinceSeq}::bigint + ${CHANGES_MAX} then (
        select json_agg(
          json_build_object('userId', e.user_id, 'joinedNo', w.joined_no, 'before', coalesce(e.points, w.points) - e.coins,
            'after', coalesce(e.points, w.points))
          order by e.seq
        )
        from (
          (
            select seq, user_id, coins, points
            from awards
            where partner_id = ${partnerId} and seq > ${sinceSeq}::bigint
            order by seq
            limit ${CHANGES_MAX}
          )
          union all
          (
            select seq, user_id, 0, null
            from coin_transactions
            where partner_id = ${partnerId} and seq > ${sinceSeq}::bigint
            order by seq
            limit ${CHANGES_MAX}
          )
          union all
          (
            select seq, user_id, 0, null
            from activities
            where partner_id = ${partnerId} and seq > ${sinceSeq}::bigint
            order by seq
            limit ${CHANGES_MAX}
          )
        ) e
        cross join lateral (
          select joined_no, points
          from wallets
          where partner_id = ${partnerId} and user_id = e.user_id
          limit 1
        ) w
      ) end as changes
    from ledgers l
    left join tag_changes t on t.partner_id = ${partnerId}
    where l.partner_id = ${partnerId}`)
  if (!state) return { ...NO_LEDGER, now: new Date() }
  const changes = state.changes ?? []
  const isComplete = sinceSeq !== null && state.lastSeq - sinceSeq === BigInt(changes.length)
  return { ...state, changes: isComplete ? changes : null }
}

/** The next number in the partner's gapless sequence of events. */
export function nextSeq(ledger: Ledger): bigint {
  ledger.lastSeq += 1n
  return ledger.lastSeq
}

export function nextJoinedNo(ledger: Ledger): bigint {
  ledger.lastJoinedNo += 1n
  return ledger.lastJoinedNo
}

/**
 * Writes the numbers of the ledger. Every writer does this last; event listeners are notified after the
 * commit.
 */
export function closeLedger(tx: Tx, ledger: Ledger): void {
  tx.send(sql`
    update ledgers
    set last_seq = ${ledger.lastSeq}, last_joined_no = ${ledger.lastJoinedNo},
      wallets_with_coins = ${ledger.walletsWithCoins}, rules_version = ${ledger.rulesVersion},
      notes_joins = ${ledger.notesJoins}, notes_referrals = ${ledger.notesReferrals}, uses_lots = ${ledger.usesLots},
      next_due_at = ${ledger.nextDueAt}, last_at = ${ledger.now}, change_no = change_no + 1
    where partner_id = ${ledger.partnerId}`)
  tx.announce(ledger.partnerId, ledger.lastSeq)
}

/** Like `closeLedger`, for several ledgers. */
export function closeLedgers(tx: Tx, ledgers: Ledger[]): void {
  const [first, ...others] = ledgers
  if (first && others.length === 0) {
    closeLedger(tx, first)
    return
  }
  tx.send(
    replanOnGrowth(sql`
    update ledgers l
    set last_seq = given.last_seq, last_joined_no = given.last_joined_no,
      wallets_with_coins = given.wallets_with_coins, next_due_at = given.next_due_at, last_at = given.now,
      change_no = l.change_no + 1
    from ${rowsTable('given', ledgers, {
      partner_id: 'uuid',
      last_seq: 'bigint',
      last_joined_no: 'bigint',
      wallets_with_coins: 'bigint',
      next_due_at: 'timestamptz',
      now: 'timestamptz',
    })}
    where l.partner_id = given.partner_id`),
  )
  for (const { partnerId, lastSeq } of ledgers) tx.announce(partnerId, lastSeq)
}

/** Records an event that has no other row for its sequence number. */
export function recordLifecycleEvent(
  tx: Tx,
  ledger: Ledger,
  { type, data }: Pick<LifecycleEvent, 'type' | 'data'>,
): void {
  const event = { seq: nextSeq(ledger), type, data, createdAt: ledger.now }
  insertLifecycleEvents(tx, new Map([[ledger.partnerId, [event]]]))
}

export function insertLifecycleEvents(tx: Tx, events: ByPartner<LifecycleEvent>): void {
  if (isEmpty(events)) return
  tx.send(
    insertRows('lifecycle_events', events, {
      seq: 'bigint',
      type: 'text',
      data: { type: 'jsonb', of: (event) => (isOfUser(event) ? factsOf(event) : event.data) },
      created_at: 'timestamptz',
    }),
  )
  insertPersonalData(
    tx,
    mapRows(events, (own) => own.filter(isOfUser).flatMap(shownIn)),
  )
}

type UserEvent = LifecycleEvent & {
  data: { userId: string; userData: object | null; externalId?: string | null; attributes?: string[] }
}

const isOfUser = (event: LifecycleEvent): event is UserEvent => event.type.startsWith('user.')

const factsOf = ({ data }: UserEvent) => ({
  ...data,
  userData: null,
  ...(data.externalId === undefined ? {} : { externalId: null }),
  ...(data.attributes && { attributes: [] }),
})

/** The personal data of an event, which is stored beside its facts. */
function shownIn({ seq, data }: UserEvent): PersonalData[] {
  const { userId, userData, externalId, attributes } = data
  if (userData === null) return []
  const shown = { userData, ...(externalId && { externalId }), ...(attributes && { attributes }) }
  return [{ seq, userId, note: null, metadata: null, shown }]
}
