import type { BenchService } from './service.ts'

/** A service and its database, however it was started. */
type SeededService = Pick<BenchService, 'url' | 'db'>

export const PASSWORD = 'Sunny-Day-7'

/**
 * A partner whose members were inserted directly, because a million sign-ups over HTTP would take an hour.
 */
export type SeededPartner = { partnerId: string; token: string; users: string[] }

export type Scores = 'zero' | 'ten' | 'distinct'

const POINTS: Record<Scores, string> = {
  zero: '0',
  ten: '(n % 10) * 1000',
  distinct: 'n * 100',
}

/** The segment size of the service. */
const SEGMENT_MEMBERS = 256

let partners = 0

/** With `expiresAt`, the coins of each member are in a lot. */
export type SeedOptions = { members: number; scores?: Scores; expiresAt?: Date }

const NOTICE_DAYS = 30

/** Tables whose statistics decide how the seeded rows are found. */
const SEEDED_TABLES =
  'ledgers, rules, memberships, member_search_words, wallets, lots, board_segments, lifecycle_events, awards, rule_progress'
const ONBOARDED_AT_ONCE = 10

export async function seedPartner(service: SeededService, options: SeedOptions): Promise<SeededPartner> {
  const [partner] = await seedPartners(service, 1, options)
  return partner as SeededPartner
}

/** Partners with one rule each. */
export async function seedPartners(
  service: SeededService,
  count: number,
  { members, scores = 'zero', expiresAt }: SeedOptions,
): Promise<SeededPartner[]> {
  const seeded: SeededPartner[] = []
  while (seeded.length < count) {
    const group = Math.min(ONBOARDED_AT_ONCE, count - seeded.length)
    const onboarded = await Promise.all(Array.from({ length: group }, () => onboardPartner(service)))
    for (const { partnerId, token } of onboarded) {
      await seedMembers(service, partnerId, members, POINTS[scores], expiresAt)
      const { rows } = await service.db.query('select user_id from wallets where partner_id = $1', [
        partnerId,
      ])
      seeded.push({ partnerId, token, users: rows.map((row) => row.user_id) })
    }
  }
  await service.db.query(`vacuum analyze ${SEEDED_TABLES}`)
  return seeded
}

const ADDRESS = 'http://localhost/bench'

export const newPartner = (email: string) => ({
  applicationName: 'Bench',
  partnerName: 'Bench',
  email,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  redirectUrl: ADDRESS,
  userDetailsUrl: ADDRESS,
})

async function onboardPartner(service: SeededService): Promise<{ partnerId: string; token: string }> {
  partners += 1
  const email = `partner${partners}@bench.example`
  await post(service, '/api/v1/bench/partners', newPartner(email))
  const { accessToken: token, partner } = await post(service, '/api/v1/bench/partners/login', {
    email,
    password: PASSWORD,
  })
  await post(
    service,
    '/api/v1/laas/rules/create-rule',
    { name: 'hot', coinValue: '10', maxNumberOfParticipant: '1000000000', condition: 'Bench' },
    token,
  )
  return { partnerId: partner.partnerId, token }
}

/** Opens the partner's boards to everyone. */
export const publishBoards = (service: SeededService, partner: SeededPartner): Promise<void> =>
  changeSettings(service, partner, { boardsPublic: true })

/** Has the coins of later awards expire. */
export const letCoinsExpire = (service: SeededService, partner: SeededPartner): Promise<void> =>
  changeSettings(service, partner, { coinExpiry: { after: 'P12M', until: 'month' } })

async function changeSettings(
  service: SeededService,
  { token }: SeededPartner,
  changes: Record<string, unknown>,
): Promise<void> {
  await send(service, 'PATCH', '/api/v1/bench/partners/me', changes, token)
}

/** Inserts members with one award each, so that the ledger's invariants hold. */
async function seedMembers(
  { db }: SeededService,
  partnerId: string,
  members: number,
  points: string,
  expiresAt: Date | undefined,
): Promise<void> {
  const [expiry, notice] = momentsOf(expiresAt)
  await db.query('begin')
  await db.query(`create temp table seeded on commit drop as
    select n, gen_random_uuid() as user_id, gen_random_uuid() as wallet_id, gen_random_uuid() as award_id, (${points})::bigint as points
    from generate_series(1, ${members}) n`)
  await db.query(`insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
    select '${partnerId}', user_id, gen_random_uuid(), 'user' || n, 'user ' || n, '', now(), now() from seeded`)
  await db.query(`insert into member_search_words (partner_id, word, user_id)
    select '${partnerId}', word, user_id from seeded, lateral (values ('user'), ('user' || n), (n::text)) as words (word)`)
  const segment = `(row_number() over (order by -points, n) - 1) / ${SEGMENT_MEMBERS} + 1`
  await db.query(`insert into wallets (partner_id, user_id, id, balance, points, has_earned, joined_no, on_boards, points_segment, month, month_earned, month_earned_segment, open_lots, next_due_at, created_at, updated_at)
    select '${partnerId}', user_id, wallet_id, points, points, points > 0, n, true, segment,
      case when points > 0 then date_trunc('month', now() at time zone 'utc') end, nullif(points, 0), case when points > 0 then segment end,
      case when points > 0 and ${expiry} is not null then 1 else 0 end, case when points > 0 then coalesce(${notice}, ${expiry}) end, now(), now()
    from (select *, ${segment} as segment from seeded) s order by n`)
  await db.query(`insert into lifecycle_events (partner_id, seq, type, data, created_at)
    select l.partner_id, l.last_seq + n, 'user.onboarded', '{}', now() from seeded, ledgers l where l.partner_id = '${partnerId}'`)
  await db.query(`insert into actors (partner_id, id, kind, subject, name)
    values ('${partnerId}', 0, 'system', '', 'seed') on conflict do nothing`)
  await db.query(`insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, user_id, outcome, coins, balance, points, progress, progress_needed, user_awards, participants, participants_max, is_new_participant, expires_at, created_at)
    select r.partner_id, award_id, l.last_seq + ${members} + row_number() over (order by n), 0, r.id, r.name, 1, user_id, 'paid', points, points, points, 1, 1, 1, row_number() over (order by n), r.participants_max, true, ${expiry}, now()
    from seeded, ledgers l, lateral (select * from rules r where r.partner_id = l.partner_id order by id limit 1) r where l.partner_id = '${partnerId}' and points > 0`)
  await db.query(`insert into rule_progress (partner_id, rule_id, user_id, paid_awards, paid_coins, paid_seq)
    select partner_id, rule_id, user_id, 1, coins, seq from awards where partner_id = '${partnerId}'`)
  await db.query(`update rules r set participants = c.users
    from (select rule_id, count(*) as users from rule_progress where partner_id = '${partnerId}' group by rule_id) c where r.partner_id = '${partnerId}' and r.id = c.rule_id`)
  if (expiresAt)
    await db.query(`insert into lots (partner_id, user_id, id, expires_at, coins, is_pending, notice_at)
      select '${partnerId}', user_id, (${LOT_ID})::uuid, ${expiry}, points, false, ${notice}
      from (select *, encode(sha256(convert_to(user_id || '  ' || ${expiresAt.getTime()}, 'UTF8')), 'hex') as digest from seeded) s where points > 0`)
  await db.query(`update ledgers l set last_joined_no = ${members}, wallets_with_coins = p.paid, last_seq = last_seq + ${members} + p.paid,
      next_due_at = coalesce(${notice}, ${expiry}), uses_lots = ${expiresAt !== undefined}
    from (select count(*) as paid from seeded where points > 0) p where l.partner_id = '${partnerId}'`)
  await writeSegments(db, partnerId)
  await db.query('commit')
}

/** As lotIdOf in server/src/programme/lots/lot.ts makes it. */
const LOT_ID = `substr(digest, 1, 8) || '-' || substr(digest, 9, 4) || '-8' || substr(digest, 14, 3) || '-8' || substr(digest, 18, 3) || '-' || substr(digest, 21, 12)`

/** When seeded coins expire, and when their members are told, as SQL. */
function momentsOf(expiresAt: Date | undefined): [expiry: string, notice: string] {
  if (!expiresAt) return ['null::timestamptz', 'null::timestamptz']
  const expiry = `'${expiresAt.toISOString()}'::timestamptz`
  const toldAt = `${expiry} - interval '${NOTICE_DAYS} days'`
  return [expiry, `(case when ${toldAt} > now() then ${toldAt} end)`]
}

/** Writes the board segments from the segment numbers in the wallets. */
async function writeSegments(db: BenchService['db'], partnerId: string): Promise<void> {
  await db.query(`insert into board_segments (partner_id, board, month, no, negated_score, joined_no, members)
    select partner_id, board, month, segment, case segment when 1 then -9223372036854775808 else negated_score end, case segment when 1 then 0 else joined_no end, members
    from (
      select *, row_number() over (partition by board, month, segment order by negated_score, joined_no) as segment_position, count(*) over (partition by board, month, segment) as members
      from ranked_members where partner_id = '${partnerId}'
    ) ranked
    where segment_position = 1`)
}

/** Assigns members to board segments again after their scores were changed directly in the database. */
export async function assignSegments({ db }: BenchService, partnerId: string): Promise<void> {
  const segmentBy = (score: string) =>
    `(row_number() over (order by -${score}, joined_no) - 1) / ${SEGMENT_MEMBERS} + 1`
  await db.query('begin')
  await db.query(`delete from board_segments where partner_id = '${partnerId}'`)
  await db.query(`update wallets w set points_segment = s.of_points, month_earned_segment = case when month_earned is not null then s.of_month end
    from (
      select user_id, ${segmentBy('points')} as of_points, ${segmentBy('coalesce(month_earned, -1)')} as of_month
      from wallets where partner_id = '${partnerId}'
    ) s
    where w.partner_id = '${partnerId}' and w.user_id = s.user_id`)
  await writeSegments(db, partnerId)
  await db.query(
    `update ledgers set segments_version = segments_version + 1 where partner_id = '${partnerId}'`,
  )
  await db.query('commit')
}

type SignedIn = { accessToken: string; partner: { partnerId: string } }

export const post = (service: SeededService, path: string, content: unknown, token?: string) =>
  send(service, 'POST', path, content, token)

async function send(service: SeededService, method: string, path: string, content: unknown, token?: string) {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(content),
  })
  const body = (await response.json()) as { data: SignedIn }
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`)
  return body.data
}
