import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import pg from 'pg'
import { BALANCE_MAX } from '../../src/programme/ledger/coin.ts'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'
import { openDatabase, sql } from '../../src/storage/database/database.ts'
import { dataOf } from '../support/api.ts'
import { type ApiResponse, assertFailure } from '../support/api-response.ts'
import { isOnCitus } from '../support/citus.ts'
import { onboardByTag, onboardTestPartner, type TestPartner, unique } from '../support/partner.ts'
import { BALANCE_LIMIT } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { startUserDetails } from '../support/user-details.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

const service = await startTestService()
const userDetailsUrl = await startUserDetails()

/** A sound ledger with rows of every kind: Ada was paid, paid back and was refused; Ben has begun. */
const partner = await onboardTestPartner(service)
const { partnerId } = partner
const [ada, ben] = (await partner.addUsers(2)) as [string, string]
const order = await partner.addRule({ coinValue: '10' })
const visit = await partner.addRule({ type: 'batched', completionNumber: '3' })
const profile = await partner.addCombinedRule(1)
const paidId: string = (await partner.award(ada, order.name)).body.data.id
const transferId: string = (await partner.transfer(ada, 4)).body.data.id
assert.equal((await partner.transfer(ada, 100)).status, 400)
assert.equal((await partner.award(ben, visit.name)).status, 201)
assert.equal((await partner.award(ben, profile.name)).status, 400)
const [scores] = await service.query<{ month: string }>('select month from wallets where month is not null')
const month = scores?.month
await readOverview(partner)
const [counted] = await service.query<{ day: string }>('select day from day_totals')
const day = counted?.day

/** The scores of Ada's month once more, in a month long before. */
function insertEarlierMonth(onBoards: string): string {
  return `insert into monthly_scores (partner_id, month, user_id, earned, spent, joined_no, on_boards, earned_segment, spent_segment)
    select partner_id, '2020-02-01', user_id, month_earned, month_spent, joined_no, ${onBoards},
      case when ${onBoards} then month_earned_segment end, case when ${onBoards} then month_spent_segment end
    from wallets where user_id = '${ada}'`
}

const ACTIVITY = randomUUID()

/** An activity of Ada's that no call recorded. */
function insertActivity(changes: Record<string, unknown>): string {
  const row = { id: `'${ACTIVITY}'`, seq: 11, last_seq: 11, has_properties: false, ...changes }
  return `insert into activities (partner_id, actor_id, type, user_id, occurred_at, balance, points, created_at, ${Object.keys(row)})
    values ('${partnerId}', 0, 'visit', '${ada}', now(), 0, 0, now(), ${Object.values(row)})`
}
/** A lot of Ada's that no call made. */
function insertLot(changes: Record<string, unknown>): string {
  const row = {
    id: `'${randomUUID()}'`,
    expires_at: `'2030-01-01Z'`,
    coins: 0,
    is_pending: false,
    ...changes,
  }
  return `insert into lots (partner_id, user_id, ${Object.keys(row)})
    values ('${partnerId}', '${ada}', ${Object.values(row)})`
}

/** A hold of Ada's that no call made. */
function insertHold(changes: Record<string, unknown>): string {
  const row = {
    id: `'${randomUUID()}'`,
    seq: 11,
    status: `'active'`,
    coins: 5,
    created_at: `'2026-01-01Z'`,
    expires_at: `'2026-01-02Z'`,
    ...changes,
  }
  return `insert into holds (partner_id, user_id, ${Object.keys(row)})
    values ('${partnerId}', '${ada}', ${Object.values(row)})`
}
const ENDED = { ended_at: `'2026-01-01Z'` }

/** Counts every event first. */
async function readOverview({ token }: TestPartner): Promise<void> {
  assert.equal((await service.get('/api/v1/laas/overview', token)).status, 200)
}

suite('what is written stays written', () => {
  const insertOnly = [
    'awards',
    'coin_transactions',
    'reversals',
    'returns',
    'activities',
    'lifecycle_events',
    'rule_versions',
  ]

  for (const table of insertOnly) {
    for (const statement of [
      `update ${table} set created_at = created_at`,
      `update ${table} set created_at = now() where false`,
      `delete from ${table}`,
      `delete from ${table} where false`,
      `truncate ${table}`,
    ]) {
      test(`the service may not ${statement}`, async () => {
        assert.equal(await codeOf(statement), INSUFFICIENT_PRIVILEGE)
      })
    }
  }

  test('the service may not lift what protects the ledger', async () => {
    for (const statement of [
      'alter table awards drop constraint awards_coins_of_payment',
      'drop table awards',
      'drop view movements',
      'create or replace view broken_movements as select 1',
      'create table elsewhere (id int)',
      "set session_replication_role = 'replica'",
      'delete from wallets',
      'delete from rule_progress',
      'delete from memberships',
    ]) {
      assert.equal(await codeOf(statement), INSUFFICIENT_PRIVILEGE, statement)
    }
  })

  test('every connection of the service has the role that is so limited', async () => {
    const database = openDatabase({ connectionString: service.connectionString })
    const row = await database.first(sql`select current_user as role`)
    await database.close()
    assert.deepEqual(row, { role: SERVICE_ROLE })
  })

  async function codeOf(statement: string): Promise<string | undefined> {
    return withRollback(async (client) => {
      await client.query(`set local role ${SERVICE_ROLE}`)
      return (await refusalOf(client, statement))?.code
    })
  }
})

suite('an impossible row is refused', () => {
  const award = `partner_id = '${partnerId}' and id = '${paidId}'`
  const earlierMonth = `${insertEarlierMonth('on_boards')};`
  function insertReturn(changes: Record<string, unknown>): string {
    const row = { seq: 1, share: 1, share_total: 1, shortfall: `'owe'`, outcome: `'returned'`, ...changes }
    return `insert into returns (partner_id, id, actor_id, reference, created_at, ${Object.keys(row)})
      values ('${partnerId}', '${randomUUID()}', 0, 'order', now(), ${Object.values(row)})`
  }
  const cases: Record<string, string> = {
    rules_type_known: `update rules set type = 'double' where type = 'single'`,
    rules_status_known: `update rules set status = 'asleep'`,
    rules_coins_range: 'update rules set coins = 0',
    rules_participants_max_positive: 'update rules set participants_max = 0',
    rules_completions_needed_range: `update rules set completions_needed = 2 where type = 'single'`,
    rules_user_awards_max_positive: 'update rules set user_awards_max = 0',
    rules_participants_natural: 'update rules set participants = -1',
    rules_per_unit_of_single: `update rules set per_unit = true where type = 'batched'`,
    rules_coins_per_award_max_positive: 'update rules set coins_per_award_max = 0',
    rules_window_not_empty: 'update rules set starts_at = now(), ends_at = now()',
    rules_coin_budget_positive: 'update rules set coin_budget = 0',
    rules_user_coins_max_positive: 'update rules set user_coins_max = 0',
    rules_budget_period_known: `update rules set budget_period = 'year'`,
    rules_user_limit_period_known: `update rules set user_limit_period = 'year'`,
    rules_budget_used_natural: 'update rules set budget_used = -1',
    rules_archived_inactive: `update rules set archived_at = now(), status = 'active'`,
    rules_count_per_known: `update rules set count_per = 'year' where type = 'batched'`,
    rules_count_per_of_batched: `update rules set count_per = 'day' where type = 'single'`,
    rules_consecutive_of_periods: 'update rules set consecutive = true',
    ledgers_member_coins_max_positive: 'update ledgers set member_coins_max = 0',
    ledgers_member_limit_period_known: `update ledgers set member_limit_period = 'total'`,
    ledgers_coin_expiry_whole: `update ledgers set coin_expiry_after = 'P1D', uses_lots = true`,
    ledgers_coin_expiry_after_known: `update ledgers set coin_expiry_after = 'P0D', coin_expiry_until = 'day', uses_lots = true`,
    ledgers_coin_expiry_until_known: `update ledgers set coin_expiry_after = 'P1D', coin_expiry_until = 'week', uses_lots = true`,
    ledgers_coin_expiry_uses_lots: `update ledgers set coin_expiry_after = 'P1D', coin_expiry_until = 'day'`,
    ledgers_expiry_notice_days_range: 'update ledgers set expiry_notice_days = 0',
    wallets_held_natural: 'update wallets set held = -1',
    wallets_pending_natural: 'update wallets set pending = -1',
    wallets_available_natural: 'update wallets set held = balance + 1',
    wallets_expired_natural: 'update wallets set expired = -1, adjusted = adjusted - 1',
    wallets_member_coins_natural: 'update wallets set member_coins = -1, member_period_start = now()',
    wallets_member_period_whole: 'update wallets set member_coins = 1',
    rules_pending_days_range: 'update rules set pending_days = -1',
    rules_coin_expiry_whole: `update rules set coin_expiry_after = 'P1D'`,
    rules_coin_expiry_after_known: `update rules set coin_expiry_after = 'P0D', coin_expiry_until = 'day'`,
    rules_coin_expiry_until_known: `update rules set coin_expiry_after = 'P1D', coin_expiry_until = 'week'`,
    rules_activity_of_rule: `update rules set activity_type = 'visit' where type = 'combined'`,
    rules_condition_of_activity: `update rules set activity_condition = 'true'`,
    rules_units_of_activity: `update rules set units_from = '1'`,
    rules_phase_known: `update rules set phase = 'asleep'`,
    rule_versions_rule_fkey: `update rule_versions set rule_id = '${randomUUID()}' where rule_id = '${profile.id}'`,
    actors_kind_known: `update actors set kind = 'ghost'`,
    sub_rules_status_known: `update sub_rules set status = 'asleep'`,
    sub_rules_condition_of_activity: `update sub_rules set activity_condition = 'true'`,
    sub_rules_rule_fkey: `update sub_rules set rule_id = '${randomUUID()}'`,
    rule_names_form: `update rule_names set name = 'Upper Case'`,
    rule_names_rule_fkey: `update rule_names set rule_id = '${randomUUID()}'`,
    memberships_external_id_length: `update memberships set external_id = ''`,
    memberships_left_whole: 'update memberships set left_at = now()',
    memberships_left_by_known: `update memberships set left_at = now(), left_by = 'nobody'`,
    memberships_former_of_erased: `update memberships set former_email = 'hash'`,
    wallets_membership_fkey: `update wallets set user_id = '${randomUUID()}' where user_id = '${ben}'`,
    wallets_balance_range: `update wallets set balance = ${BALANCE_MAX + 1n}, points = ${BALANCE_MAX}, spent = 0, adjusted = 1`,
    wallets_points_range: `update wallets set balance = ${BALANCE_MAX}, points = ${BALANCE_MAX + 1n}, spent = 1`,
    wallets_spent_natural: 'update wallets set balance = 1, points = 0, spent = -1 where has_spent',
    wallets_spent_by_spender: 'update wallets set spent = 1, adjusted = adjusted + 1 where not has_spent',
    wallets_owed_natural: `update wallets set owed = -1, written_off = 1 where user_id = '${ben}'`,
    wallets_written_off_natural: `update wallets set owed = 1, written_off = -1 where user_id = '${ben}'`,
    wallets_opened_natural: 'update wallets set opened = -1, adjusted = adjusted + 1',
    wallets_opening_points_range: 'update wallets set opening_points = -1, adjusted = adjusted - 1',
    wallets_owe_when_empty: 'update wallets set owed = 1, balance = balance + 1',
    wallets_balance_follows: 'update wallets set balance = balance + 1',
    wallets_points_segment_of_member: 'update wallets set points_segment = null',
    wallets_spent_segment_of_spender: `update wallets set spent_segment = 1 where spent = 0`,
    wallets_month_whole: 'update wallets set month = null where month is not null',
    wallets_month_first_of_month: 'update wallets set month = month + 1',
    wallets_month_earned_natural: 'update wallets set month_earned = -1 where month_earned is not null',
    wallets_month_spent_natural: 'update wallets set month_spent = -1 where month_spent is not null',
    wallets_month_earned_segment_of_earner: 'update wallets set month_earned_segment = null',
    wallets_month_spent_segment_of_spender: 'update wallets set month_spent_segment = null',
    monthly_scores_earned_segment_of_earner: `${earlierMonth} update monthly_scores set earned_segment = null`,
    monthly_scores_spent_segment_of_spender: `${earlierMonth} update monthly_scores set spent_segment = null`,
    monthly_scores_first_of_month: `${earlierMonth} update monthly_scores set month = month + 1`,
    monthly_scores_not_empty: `${earlierMonth} update monthly_scores set earned = null, earned_segment = null, spent = null, spent_segment = null`,
    monthly_scores_earned_natural: `${earlierMonth} update monthly_scores set earned = -1`,
    monthly_scores_spent_natural: `${earlierMonth} update monthly_scores set spent = -1`,
    rule_progress_paid_awards_natural: 'update rule_progress set paid_awards = -1',
    rule_progress_progress_natural: 'update rule_progress set progress = -1',
    rule_progress_paid_coins_natural: 'update rule_progress set paid_coins = -1',
    rule_progress_period_whole: 'update rule_progress set period_start = now()',
    rule_progress_period_natural:
      'update rule_progress set period_start = now(), period_awards = -1, period_coins = 0',
    awards_seq_key: `update awards set seq = 1000`,
    awards_outcome_known: `update awards set outcome = 'lost' where outcome = 'counted'`,
    awards_reason_of_refusal: `update awards set reason = 'rule_full' where ${award}`,
    awards_coins_of_payment: `update awards set coins = 0 where ${award}`,
    awards_user_limit_held: `update awards set user_awards = 3, user_awards_max = 2 where ${award}`,
    awards_participants_held: `update awards set participants = 8, participants_max = 7 where ${award}`,
    awards_user_coins_held: `update awards set user_coins = 3, user_coins_max = 2 where ${award}`,
    awards_member_limit_held: `update awards set member_coins = 3, member_coins_max = 2 where ${award}`,
    awards_budget_held: `update awards set budget_used = 3, coin_budget = 2 where ${award}`,
    coin_transactions_seq_key: `insert into coin_transactions (partner_id, id, seq, actor_id, kind, user_id, coins, is_credit, outcome, balance, points, parties, created_at)
      select partner_id, '${randomUUID()}', seq, actor_id, kind, user_id, coins, is_credit, outcome, balance, points, parties, created_at
      from coin_transactions
      where outcome = 'moved'`,
    board_segments_no_key: `insert into board_segments (partner_id, board, month, no, negated_score, joined_no, members)
      select partner_id, board, month, no, 0, 0, 0 from board_segments`,
    board_segments_members_natural: 'update board_segments set members = -1',
    board_segments_board_known: `update board_segments set board = 'losers'`,
    coin_transactions_coins_natural: 'update coin_transactions set coins = 0',
    coin_transactions_kind_known: `update coin_transactions set kind = 'gift'`,
    coin_transactions_direction: 'update coin_transactions set is_credit = true',
    coin_transactions_outcome_known: `update coin_transactions set outcome = 'lost', reason = null where outcome = 'refused'`,
    coin_transactions_reason_of_refusal: `update coin_transactions set reason = null where outcome = 'refused'`,
    coin_transactions_original_known: 'update coin_transactions set original_id = id',
    coin_transactions_remaining_of_refund: 'update coin_transactions set remaining = 1',
    coin_transactions_remaining_natural: `update coin_transactions set kind = 'refund', is_credit = true, original_id = id, remaining = -1 where outcome = 'moved'`,
    coin_transactions_parties_of_call: 'update coin_transactions set parties = null',
    coin_transactions_hold_of_decision: `update coin_transactions set kind = 'release'`,
    coin_transactions_capture_refused: `update coin_transactions set kind = 'capture', hold_id = id where outcome = 'moved'`,
    lots_coins_natural: insertLot({ coins: -1 }),
    lots_revoked_of_expired: insertLot({ revoked: 1 }),
    lots_pending_until: insertLot({ is_pending: true }),
    lots_end: insertLot({ expires_at: 'null' }),
    lots_expire_once_available: insertLot({ available_at: `'2031-01-01Z'` }),
    lots_extended_once: insertLot({ available_at: `'2029-01-01Z'`, parent_id: `'${randomUUID()}'` }),
    holds_seq_key: `${insertHold({})}; ${insertHold({})}`,
    holds_status_known: insertHold({ status: `'lost'`, ...ENDED }),
    holds_coins_positive: insertHold({ coins: 0 }),
    holds_captured_range: insertHold({ status: `'captured'`, captured: 6, ...ENDED }),
    holds_captured_some: insertHold({ status: `'captured'`, ...ENDED }),
    holds_end_known: insertHold(ENDED),
    holds_not_for_ever: insertHold({ expires_at: `'2026-01-09Z'` }),
    returns_seq_key: `${insertReturn({})}; ${insertReturn({ share_total: 2 })}`,
    returns_shortfall_known: insertReturn({ shortfall: `'forgive'` }),
    returns_share_range: insertReturn({ share: 0 }),
    returns_outcome_known: insertReturn({ outcome: `'lost'` }),
    returns_reason_of_refusal: insertReturn({ outcome: `'refused'` }),
    returns_share_total_held: insertReturn({ share_total: 1_000_001 }),
    activities_seq_key: `${insertActivity({})}; ${insertActivity({ id: `'${randomUUID()}'` })}`,
    activities_last_seq_after: insertActivity({ last_seq: 10 }),
    activities_listening_whole: insertActivity({ outcomes: `'p'` }),
    activity_data_some: `insert into activity_data (partner_id, seq, created_at) values ('${partnerId}', 1, now())`,
    lifecycle_events_type_known: `update lifecycle_events set type = 'rule.forgotten'`,
    lifecycle_events_not_personal: `update lifecycle_events set data = '{"userData": {"tag": "ada"}}' where type = 'user.onboarded'`,
    member_attributes_object: `insert into member_attributes select partner_id, user_id, 1, 1, '[]' from memberships`,
    member_attributes_membership_fkey: `insert into member_attributes select partner_id, '${randomUUID()}', 1, 1, '{}' from memberships limit 1`,
    personal_data_some: 'update personal_data set note = null, metadata = null, shown = null',
  }

  for (const [constraint, statement] of Object.entries(cases)) {
    test(`by ${constraint}`, async () => {
      const refusal = await withRollback((client) => refusalOf(client, statement))
      assert.equal(constraintOf(refusal), constraint)
    })
  }

  test('also a coin more than can be, a negative amount and an award that pays nothing', async () => {
    for (const [statement, constraint] of [
      ['update rules set coins = 100000000001', 'rules_coins_range'],
      ['update coin_transactions set coins = -5', 'coin_transactions_coins_natural'],
      [`update awards set coins = -5 where ${award}`, 'awards_coins_of_payment'],
      [`update awards set coins = 5 where outcome = 'counted'`, 'awards_coins_of_payment'],
      [`update awards set reason = null where outcome = 'refused'`, 'awards_reason_of_refusal'],
    ] as const) {
      const refusal = await withRollback((client) => refusalOf(client, statement))
      assert.equal(constraintOf(refusal), constraint, statement)
    }
  })

  test('by every check, unique key and foreign key that the ledger side has', async () => {
    const constraints = await service.query<{ name: string }>(`
      select k.conname as name
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      where k.contype in ('c', 'u', 'f')
        and c.relname in ('ledgers', 'rules', 'sub_rules', 'rule_names', 'memberships', 'wallets', 'monthly_scores',
          'rule_progress', 'awards', 'coin_transactions', 'returns', 'actors', 'rule_versions', 'lifecycle_events',
          'personal_data', 'member_attributes', 'board_segments', 'activities', 'activity_data', 'lots', 'holds')`)
    const untried = constraints.map(({ name }) => name).filter((name) => !(name in cases))
    assert.deepEqual(untried, [])
  })
})

suite('a damaged ledger is found out', () => {
  const here = `partner_id = '${partnerId}'`
  const other = randomUUID()
  const noKeys = `set local session_replication_role = 'replica';`
  const noSum = 'alter table wallets drop constraint wallets_balance_follows;'
  /** Lifts the checks that say who has a segment, so that what the views find alone can be seen. */
  const noChecks = `alter table wallets drop constraint wallets_spent_segment_of_spender,
    drop constraint wallets_month_earned_segment_of_earner, drop constraint wallets_month_spent_segment_of_spender;`
  const wallet = (of: string) => `${here} and user_id = '${of}'`
  const ruleIs = (rule: { id: string }) => `${here} and id = '${rule.id}'`
  const onLedger = (events: number, from: number, to: number, said: number): Problem => [
    partnerId,
    `has ${events} events from number ${from} to ${to} where its ledger says ${said}`,
  ]
  const half = (id: string, kind: string): Problem => [
    id,
    `is a movement of kind ${kind} without both of its accounts`,
  ]
  const NO_RULE = randomUUID()
  const awardsDiffer = (id: string): Problem => [
    id,
    `does not count on ${day} the awards that its events give`,
  ]
  const membersDiffer: Problem = [partnerId, `does not count on ${day} the members that its events give`]
  const coinsDiffer = (kind: string, counted: number, given: number): Problem => [
    partnerId,
    `counts ${counted} coins ${kind} on ${day}, not ${given}`,
  ]
  const ofRules = `${here} and rule_id <> '00000000-0000-0000-0000-000000000000'`
  const checkpoint = ({ coins = 'coins', paid = 'paid' }) => `
    insert into day_checkpoints
    select partner_id, edition, 10000, day,
      (
        select jsonb_agg(jsonb_build_object('kind', kind, 'movements', movements, 'coins', ${coins}, 'change', change))
        from day_movements
        where ${here}
      ),
      (
        select jsonb_agg(jsonb_build_object('ruleId', rule_id, 'paid', ${paid}, 'counted', counted, 'refused', refused,
          'coins', coins, 'reversals', reversals, 'reversed', reversed, 'owed', owed, 'writtenOff', written_off,
          'fromExpired', from_expired))
        from award_days
        where ${ofRules}
      )
    from day_totals
    where ${here}`
  const notTheSum: Problem = [partnerId, 'does not sum up to what its days do']
  const notOnBoards: Problem = [ben, 'is shown on the boards otherwise than its membership says']
  const ofEarlierMonth: Problem[] = [
    [ada, 'scores wrongly in 2020-02-01'],
    [ada, 'is ranked in 2020-02-01 otherwise than in its wallet'],
  ]

  type Problem = [id: string, problem: string]
  type Damages = Record<string, [by: string, ...found: Problem[]]>
  /** What is done to the ledger, by the view that must find it. */
  const damages: Record<string, Damages> = {
    movements: {
      'the partner has no ledger': [
        `delete from ledgers where ${here}`,
        half(paidId, 'award'),
        half(transferId, 'transfer'),
      ],
      'the user of a movement has no wallet': [
        `${noKeys} delete from wallets where ${wallet(ada)}`,
        half(paidId, 'award'),
        half(transferId, 'transfer'),
      ],
      'the wallet of a user is the account that awards come from': [
        `update wallets w set id = l.issuance_account from ledgers l where l.partner_id = w.partner_id and w.user_id = '${ada}'`,
        half(paidId, 'award'),
      ],
    },
    wallets: {
      'a wallet holds more than its movements': [
        `${noSum} update wallets set balance = 601 where ${wallet(ada)}`,
        [ada, 'holds 601 but its movements sum up to 600'],
      ],
      'a wallet holds coins without any movement': [
        `update wallets set balance = 5, points = 5 where ${wallet(ben)}`,
        [ben, 'holds 5 but its movements sum up to 0'],
        [partnerId, 'counts 1 wallets with coins, not 2'],
      ],
      'a movement was lost': [
        `delete from coin_transactions where id = '${transferId}'`,
        [ada, 'holds 600 but its movements sum up to 1000'],
      ],
    },
    lots: {
      'a wallet holds coins that no hold has': [
        `update wallets set held = 1 where ${wallet(ada)}`,
        [ada, 'has 1 held, 0 pending and 0 expired, not 0, 0 and 0'],
      ],
      'coins wait in no lot': [
        `update wallets set pending = 1 where ${wallet(ada)}`,
        [ada, 'has 0 held, 1 pending and 0 expired, not 0, 0 and 0'],
      ],
      'coins expired without a movement': [
        `update wallets set expired = 1, adjusted = adjusted + 1 where ${wallet(ben)}`,
        [ben, 'has 0 held, 0 pending and 1 expired, not 0, 0 and 0'],
      ],
      'lots have more coins than their wallet': [
        `${insertLot({ coins: 601 })}; update wallets set next_due_at = '2029-01-01Z', open_lots = 1 where ${wallet(ada)};
        update ledgers set next_due_at = '2029-01-01Z' where ${here}`,
        [ada, 'has 0 held, 0 pending and 0 expired, not 0, 0 and 0'],
      ],
      'a wallet has more lots than it counts': [
        `${insertLot({ coins: 5 })}; update wallets set next_due_at = '2029-01-01Z' where ${wallet(ada)};
        update ledgers set next_due_at = '2029-01-01Z' where ${here}`,
        [ada, 'has 0 held, 0 pending and 0 expired, not 0, 0 and 0, and counts 0 lots with coins, not 1'],
      ],
      'coins expire before their wallet says so': [
        `${insertLot({ coins: 5 })}; update wallets set next_due_at = '2031-01-01Z', open_lots = 1 where ${wallet(ada)};
        update ledgers set next_due_at = '2029-01-01Z' where ${here}`,
        [ada, 'has 0 held, 0 pending and 0 expired, not 0, 0 and 0'],
      ],
      'a hold has no end in its wallet': [
        `${insertHold({})}; update wallets set held = 5 where ${wallet(ada)}`,
        [ada, 'has 5 held, 0 pending and 0 expired, not 5, 0 and 0'],
      ],
      'a ledger does not know that something of a wallet is due': [
        `update wallets set next_due_at = '2029-01-01Z' where ${wallet(ada)}`,
        [partnerId, 'has no time at which something is due, but a wallet has 2029-01-01 00:00:00+00'],
      ],
      'a hold is captured without a transfer': [
        insertHold({ id: `'${other}'`, status: `'captured'`, captured: 5, ...ENDED }),
        [other, 'is a hold of which 5 is captured, not 0'],
      ],
    },
    arrears: {
      'a wallet owes what no reversal left': [
        `update wallets set adjusted = adjusted - 1, written_off = 1 where ${wallet(ben)}`,
        [ben, 'owes 0, has 1 written off and -1 adjusted, but its movements sum up to 0, 0 and 0'],
      ],
      'a wallet opened with what no import gave': [
        `update wallets set opened = 1, opening_points = 1 where ${wallet(ada)}`,
        [ada, 'opened with 1 coins and 1 points, but its opening says 0 and 0'],
      ],
    },
    parts: {
      'a refund leaves more than there was': [
        `insert into coin_transactions (partner_id, id, seq, actor_id, kind, user_id, coins, is_credit, outcome, balance,
          points, original_id, remaining, parties, created_at)
        select partner_id, gen_random_uuid(), 1000, actor_id, 'refund', user_id, 100, true, 'moved', balance, points, id,
          400, parties, created_at
        from coin_transactions
        where id = '${transferId}'`,
        [transferId, 'is a transfer of which a refund leaves 400, not 300'],
      ],
    },
    actors: {
      'nobody knows who wrote an award': [
        `update awards set actor_id = 7 where id = '${paidId}'`,
        [paidId, 'has no actor 7'],
      ],
    },
    counters: {
      'a rule counts a participant too few': [
        `update rules set participants = 0 where ${ruleIs(order)}`,
        [order.id, 'counts 0 participants but paid 1'],
      ],
      'a rule that never paid counts a participant': [
        `update rules set participants = 1 where ${ruleIs(visit)}`,
        [visit.id, 'counts 1 participants but paid 0'],
      ],
      'progress counts an award too many': [
        `update rule_progress set paid_awards = 2 where user_id = '${ada}'`,
        [order.id, `counts 2 awards of user ${ada} but paid 1`],
      ],
      'progress without a paid award counts one': [
        `update rule_progress set paid_awards = 1 where user_id = '${ben}'`,
        [visit.id, `counts 1 awards of user ${ben} but paid 0`],
      ],
      'progress was lost': [
        `delete from rule_progress where user_id = '${ada}'`,
        [order.id, `counts 0 awards of user ${ada} but paid 1`],
      ],
      'progress counts a completion too many': [
        `update rule_progress set progress = 2 where rule_id = '${visit.id}'`,
        [visit.id, `counts 2 completions of user ${ben} but has 1`],
      ],
      'two completions count for one period': [
        `update awards set count_start = '2026-01-01Z' where outcome = 'counted';
        insert into awards
        select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'seq', seq + 1000))).*
        from awards a
        where outcome = 'counted';
        update rule_progress set progress = 2 where rule_id = '${visit.id}'`,
        [visit.id, `counts 2 completions of user ${ben} in the period from 2026-01-01 00:00:00+00`],
      ],
      'a wallet counts coins of all rules that none paid': [
        `update wallets set member_coins = 5, member_period_start = '2026-01-01Z' where ${wallet(ada)}`,
        [ada, 'counts 5 coins of all rules from 2026-01-01 00:00:00+00 but was paid 0'],
      ],
      'progress is with no rule': [
        `insert into rule_progress (partner_id, rule_id, user_id) values ('${partnerId}', '${NO_RULE}', '${ben}')`,
        [NO_RULE, `is no rule, but user ${ben} has progress with it`],
      ],
    },
    boards: {
      'points differ from what was earned': [
        `${noSum} update wallets set points = 999 where ${wallet(ada)}`,
        [ada, 'scores 999 points and 400 spent instead of 1000 and 400'],
      ],
      'the spent coins differ from what was transferred': [
        `${noSum} update wallets set spent = 401 where ${wallet(ada)}`,
        [ada, 'scores 1000 points and 401 spent instead of 1000 and 400'],
      ],
      'a wallet with awards says that it never earned': [
        `update wallets set has_earned = false where ${wallet(ada)}`,
        [ada, 'scores 1000 points and 400 spent instead of 1000 and 400'],
      ],
      'a wallet without awards says that it earned': [
        `update wallets set has_earned = true where ${wallet(ben)}`,
        [ben, 'scores 0 points and 0 spent instead of 0 and 0'],
      ],
      ...Object.fromEntries(
        ['month_earned = 999', 'month_spent = 401', 'month_earned = null', 'month_spent = null'].map(
          (change): [string, [string, Problem]] => [
            `a wallet has ${change}, unlike its movements`,
            [
              `${noChecks} update wallets set ${change} where ${wallet(ada)}`,
              [ada, `scores wrongly in ${month}`],
            ],
          ],
        ),
      ),
      'the scores of a month were lost': [
        `update wallets set month = null, month_earned = null, month_spent = null, month_earned_segment = null,
        month_spent_segment = null where ${wallet(ada)}`,
        [ada, `scores wrongly in ${month}`],
      ],
      'a month has scores without any movement': [
        insertEarlierMonth('on_boards'),
        [ada, 'scores wrongly in 2020-02-01'],
      ],
      'a member is off the boards': [
        `update wallets set on_boards = false, points_segment = null where ${wallet(ben)}`,
        notOnBoards,
      ],
      'one who left is on the boards': [
        `update memberships set left_at = now(), left_by = 'user' where ${wallet(ben)}`,
        notOnBoards,
      ],
      'a member has no wallet': [`${noKeys} delete from wallets where ${wallet(ben)}`, notOnBoards],
      'an earlier month is off the boards while its wallet is on them': [
        insertEarlierMonth('false'),
        ...ofEarlierMonth,
      ],
      'an earlier month has another place in the order of joining than its wallet': [
        `${insertEarlierMonth('on_boards')}; update monthly_scores set joined_no = 77`,
        ...ofEarlierMonth,
      ],
      'an earlier month is after the last month of its wallet': [
        `${insertEarlierMonth('on_boards')}; update wallets set month = '2020-01-01' where ${wallet(ada)}`,
        [ada, 'scores wrongly in 2020-01-01'],
        [ada, `scores wrongly in ${month}`],
        ...ofEarlierMonth,
      ],
    },
    segments: {
      'a segment of a board counts a member too many': [
        `update board_segments set members = members + 1 where ${here} and board = 'points'`,
        [partnerId, 'the points board of all time counts 3 in its segment 1, not 2'],
      ],
      'a member stands in another segment than the score gives': [
        `update wallets set points_segment = 7 where ${wallet(ben)}`,
        [ben, 'is in segment 7 of the points board of all time, not in 1'],
      ],
      'a segment of a month counts a member too few': [
        `update board_segments set members = members - 1 where ${here} and board = 'earner'`,
        [partnerId, `the earner board of ${month} counts 0 in its segment 1, not 1`],
      ],
    },
    events: {
      'a ledger counts an event too many': [
        `update ledgers set last_seq = 11 where ${here}`,
        onLedger(10, 1, 10, 11),
      ],
      'a ledger counts events and there are none': [
        `insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account, opening_account,
          expired_account, last_seq, last_at, created_at)
        values ('${other}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', 3, now(), now())`,
        [other, onLedger(0, 1, 0, 3)[1]],
      ],
      'an event was lost': [`delete from lifecycle_events where ${here} and seq = 2`, onLedger(9, 1, 10, 10)],
      'two events have one number': [
        `update awards set seq = 2 where outcome = 'counted' and ${here}`,
        onLedger(10, 1, 10, 10),
      ],
      'an event has a number past the last': [
        `update awards set seq = 11 where seq = 9 and ${here}`,
        onLedger(10, 1, 11, 10),
      ],
      'an event has a number before the first, where its own is missing': [
        `update lifecycle_events set seq = 0 where seq = 3 and ${here}`,
        onLedger(10, 0, 10, 10),
      ],
      'an activity led to an event that is not its own': [
        `${insertActivity({ last_seq: 12 })}; update ledgers set last_seq = 11 where ${here}`,
        [ACTIVITY, 'is an activity that led to event 12, which is not its own'],
      ],
      'a month was closed at an event that does not exist': [
        `insert into closed_months (partner_id, month, seq, time_zone, actor_id, closed_at)
        values ('${partnerId}', '2020-01-01', 11, 'UTC', 0, now())`,
        [partnerId, 'closed 2020-01-01 at event 11, which does not exist'],
      ],
    },
    times: {
      'an event has an earlier time than the one before': [
        `update awards set created_at = '2020-01-01T00:00:00Z' where seq = 9 and ${here}`,
        [partnerId, 'has event 9 at an earlier time than the event before'],
      ],
    },
    days: {
      'an overview counts an award too many': [
        `update award_days set counted = counted + 1 where ${here} and rule_id = '${visit.id}'`,
        awardsDiffer(visit.id),
      ],
      'an overview counts a participant too few': [
        `update award_days set last_seen = 0 where ${here} and rule_id <> '${order.id}'`,
        awardsDiffer(partnerId),
      ],
      'an overview has lost a day': [
        `delete from day_totals where ${here}`,
        [partnerId, `counts 0 members with 0 coins who last moved coins on ${day}, not 1 with 600`],
        membersDiffer,
        notTheSum,
      ],
      'an overview has lost the awards of a rule': [
        `delete from award_days where ${ofRules} and paid > 0`,
        awardsDiffer(order.id),
      ],
      'a statement counts coins too many': [
        `update day_movements set coins = coins + 1, change = change - 1 where kind = 'spent' and ${here}`,
        coinsDiffer('spent', 401, 400),
        notTheSum,
      ],
      'a statement has a kind that no event gives': [
        `insert into day_movements select partner_id, edition, day, 'expired', 1, 5, 0 from day_movements where kind = 'spent' and ${here}`,
        coinsDiffer('expired', 5, 0),
      ],
      'a statement counts coins that no wallet holds': [
        `update day_movements set change = change + 1 where kind = 'issued' and ${here};
        update overviews set coins_in_wallets = coins_in_wallets + 1 where ${here}`,
        coinsDiffer('issued', 1000, 1000),
        [partnerId, 'counts 601 coins in wallets, which hold 600'],
      ],
      'a checkpoint has other coins of some kinds than the events before it, and the same change': [
        checkpoint({ coins: 'coins + 1' }),
        [partnerId, 'has a checkpoint at event 10000 with coins issued that its events do not give'],
        [partnerId, 'has a checkpoint at event 10000 with coins spent that its events do not give'],
      ],
      'a checkpoint has other awards of a rule than the events before it': [
        checkpoint({ paid: `case when rule_id = '${order.id}' then paid + 1 else paid end` }),
        [order.id, 'has other awards in the checkpoint at event 10000 than its events give'],
      ],
      'an award that is counted was lost': [
        `delete from awards where outcome = 'counted' and ${here}`,
        awardsDiffer(partnerId),
        awardsDiffer(visit.id),
      ],
      'an overview counts a refusal too many': [
        `update day_refusals set count = 2 where ${ofRules}`,
        [profile.id, `counts 2 refusals with combined_by_sub_rule on ${day}, not 1`],
      ],
      'an overview counts an activity that no event is': [
        `insert into activity_days select partner_id, edition, 'visit', day, 1 from day_totals where ${here}`,
        [partnerId, `counts 1 activities of the type visit on ${day}, not 0`],
      ],
      'an overview counts a refusal of an activity that no event is': [
        `insert into day_activity_refusals select partner_id, edition, '${order.id}', day, 'rule_full', 1 from day_totals where ${here}`,
        [order.id, `counts 1 refusals of activities with rule_full on ${day}, not 0`],
      ],
      'an overview counts a visitor too many': [
        `update day_visits set people = 2 where ${ofRules}`,
        [order.id, `counts 2 users on ${day} who were paid on -infinity before, not 1`],
      ],
      'an overview has lost a participant': [
        `delete from participations where ${here}`,
        [ada, `was last paid on ${day}, not on no day`],
        [ada, `last moved coins on ${day}, not on no day`],
      ],
      'an overview counts a member too many': [
        `update overviews set members = members + 1 where ${here}`,
        notTheSum,
      ],
    },
  }

  for (const [view, kinds] of Object.entries(damages))
    for (const [when, [by, ...found]] of Object.entries(kinds))
      test(`when ${when}`, async () => {
        await withRollback(async (client) => {
          assert.deepEqual(await brokenIn(client), [])
          // Citus takes one change of a table at a time.
          for (const statement of by.split(';')) await client.query(statement)
          const { rows } = await client.query(`select id, problem from broken_${view}`)
          const shown = (problems: Problem[]) =>
            problems.map((problem) => problem.join(' ')).sort((one, other) => one.localeCompare(other))
          assert.deepEqual(shown(rows.map(({ id, problem }) => [id, problem])), shown(found))
          const all = (await brokenIn(client)).filter(({ invariant }) => invariant === view)
          assert.deepEqual(new Set(shown(all.map(({ id, problem }) => [id, problem]))), new Set(shown(found)))
        })
      })

  test('and each view of what is broken is part of the one that has them all', async () => {
    const views = await service.query<{ name: string }>(
      `select table_name::text as name from information_schema.views where table_name ~ '^broken_' order by 1`,
    )
    assert.deepEqual(
      new Set(views.map(({ name }) => name)),
      new Set([...Object.keys(damages).map((view) => `broken_${view}`), 'broken_invariants']),
    )
  })
})

test('what would carry a wallet past the highest balance is refused with balance_limit, and the last coin fits', async () => {
  const rich = await onboardTestPartner(service)
  const user = await rich.addUser()
  const rule = await rich.addRule({ coinValue: '1000000000' })
  const small = await rich.addRule({ coinValue: '0.01' })
  await rich.award(user, rule.name)
  await enrich(rich, user, BALANCE_MAX - 1n)

  assertFailure(await rich.award(user, rule.name), 'refused', BALANCE_LIMIT, 'balance_limit')
  assert.equal((await dataOf(rich.award(user, small.name))).awarded, true)
  assertFailure(await rich.award(user, small.name), 'refused', BALANCE_LIMIT, 'balance_limit')
  const { wallet } = await rich.memberOf(user)
  assert.deepEqual([wallet.coins, wallet.points], ['70000000000000', '70000000000000'])
  const board = await dataOf(service.get(`/api/v1/laas/leaderboard/new?userId=${user}`, rich.token))
  assert.deepEqual(board.userPosition, { userId: user, amount: 70_000_000_000_000, position: 1 })
  await dataOf(rich.transfer(user, '0.01'))
  assert.equal(await rich.coinsOf(user), '69999999999999.99')
  assertFailure(await rich.award(user, small.name), 'refused', BALANCE_LIMIT, 'balance_limit')
  assert.deepEqual(await service.query('select * from broken_invariants'), [])
})

test('a clock that is set back does not set back the time of the ledger', async (t) => {
  const [february, march] = [new Date('2026-02-28T23:59:59.000Z'), new Date('2026-03-01T00:00:01.000Z')]
  t.after(() => {
    service.clock.now = undefined
  })
  service.clock.now = february
  const place = await onboardTestPartner(service)
  const user = await place.addUser()
  const rule = await place.addRule({ coinValue: '10' })
  for (const now of [february, march, february]) {
    service.clock.now = now
    assert.equal((await place.award(user, rule.name)).status, 201)
  }
  assert.equal((await place.transfer(user, 5)).status, 201)

  service.clock.now = march
  const board = '/api/v1/laas/coins/partner/ep-leaderboard?year=2026'
  const { February, March } = (await service.get(board, place.token)).body.data.leaderboards
  const earned = (coins: string) => [{ userId: user, coins }]
  assert.deepEqual({ February, March }, { February: earned('10'), March: earned('20') })
  const { body } = await service.get('/api/v1/laas/events?limit=4&before=1000000', place.token)
  const times = body.data.events.map((event: { createdAt: string }) => event.createdAt).sort()
  assert.deepEqual(
    times,
    [february, march, march, march].map((time) => time.toISOString()),
  )
})

/** Raises the only award of a user until the wallet holds this much; only the owner of the tables may. */
async function enrich(rich: TestPartner, user: string, coins: bigint): Promise<void> {
  const wallet = `partner_id = '${rich.partnerId}' and user_id = '${user}'`
  await readOverview(rich)
  await service.query(`
    update awards set coins = ${coins} where ${wallet};
    update wallets set balance = ${coins}, points = ${coins}, month_earned = ${coins} where ${wallet};
    update rule_progress set paid_coins = ${coins} where ${wallet};
    ${[
      'overviews',
      'day_totals',
      'day_movements',
      'award_days',
      'day_refusals',
      'day_visits',
      'day_checkpoints',
      'participations',
    ]
      .map((table) => `delete from ${table} where partner_id = '${rich.partnerId}';`)
      .join('')}`)
}

test('every decision keeps the counters and limits it was decided by, whatever the rule becomes', async () => {
  const place = await onboardTestPartner(service)
  const [early, late] = (await place.addUsers(2)) as [string, string]
  const visits = await place.addRule({
    type: 'batched',
    completionNumber: '2',
    coinValue: '5',
    maxNumberOfParticipant: '1',
    userLimitAward: '2',
  })
  const change = (body: unknown) =>
    service.request('PATCH', `/api/v1/laas/rules/${visits.id}`, { token: place.token, body })
  for (const user of [early, early, late, early, early, early]) await place.award(user, visits.name)
  await change({ completionNumber: '1', coinValue: '7', maxNumberOfParticipant: '3', userLimitAward: '-1' })
  for (const user of [late, early, late]) await place.award(user, visits.name)
  await change({ status: 'inactive' })
  await place.award(late, visits.name)

  const rows = await service.query(
    `select concat_ws(' ', case user_id when $2 then 'early' else 'late' end, coalesce(reason, outcome), coins,
      progress || '/' || progress_needed, user_awards || '/' || coalesce(user_awards_max::text, 'any'),
      participants || '/' || participants_max) as decision
    from awards where partner_id = $1 order by seq`,
    [place.partnerId, early],
  )
  assert.deepEqual(
    rows.map(({ decision }) => decision),
    [
      'early counted 0 1/2 0/2 0/1',
      'early paid 500 2/2 1/2 1/1',
      'late rule_full 0 0/2 0/2 1/1',
      'early counted 0 1/2 1/2 1/1',
      'early paid 500 2/2 2/2 1/1',
      'early user_limit_reached 0 0/2 2/2 1/1',
      'late paid 700 1/1 1/any 2/3',
      'early paid 700 1/1 3/any 2/3',
      'late paid 700 1/1 2/any 2/3',
      'late rule_inactive 0 0/1 2/any 2/3',
    ],
  )
})

test('a refusal of any kind leaves wallets, progress, counts and scores as they were', async () => {
  const place = await onboardTestPartner(service)
  const [member, newcomer, gone] = (await place.addUsers(3)) as [string, string, string]
  const [first, second, asleep] = [unique('step '), unique('step '), unique('step ')]
  const part = (name: string) => ({
    name,
    condition: 'Did it',
    status: name === asleep ? 'inactive' : 'active',
  })
  const parts = [first, second, asleep].map(part)
  const rules = {
    inactive: await place.addRule({ status: 'inactive' }),
    full: await place.addRule({ maxNumberOfParticipant: '1' }),
    fullBatched: await place.addRule({ type: 'batched', completionNumber: '2', maxNumberOfParticipant: '1' }),
    limited: await place.addRule({ userLimitAward: '1' }),
    combined: await place.addRule({ type: 'combined', rules: parts }),
  }
  const { full, limited, fullBatched } = rules
  await place.award(newcomer, fullBatched.name)
  for (const { name } of [full, limited, fullBatched, fullBatched, { name: first }])
    await dataOf(place.award(member, name))
  await service.request('DELETE', `/api/v1/laas/users/${gone}`, { token: place.token })
  const change = (id: string, body: unknown) =>
    service.request('PATCH', `/api/v1/laas/rules/${id}`, { token: place.token, body })

  const refusals: [code: string, call: () => Promise<ApiResponse>][] = [
    ['rule_inactive', () => place.award(member, rules.inactive.name)],
    ['rule_inactive', () => place.award(member, asleep)],
    ['rule_full', () => place.award(newcomer, full.name)],
    ['rule_full', () => place.award(newcomer, fullBatched.name)],
    ['user_limit_reached', () => place.award(member, limited.name)],
    ['sub_rule_repeated', () => place.award(member, first)],
    ['combined_by_sub_rule', () => place.award(member, rules.combined.name)],
    ['insufficient_coins', () => place.transfer(member, '30.01')],
    ['insufficient_coins', () => place.transfer(newcomer, '0.01')],
    ['Bad request', () => place.transfer(member, '-1')],
    ['Bad request', () => change(full.id, { maxNumberOfParticipant: '0' })],
    ['Bad request', () => change(rules.combined.id, { rules: [part(second)] })],
    ['', () => place.award(gone, full.name)],
    ['', () => place.transfer(gone, 1)],
    ['', () => place.award(randomUUID(), full.name)],
    ['', () => place.award(member, 'no such rule')],
    ['', () => change(rules.combined.id, { rules: [...parts, part(full.name)] })],
  ]
  const before = await snapshot()
  for (const [code, call] of refusals) {
    const answer = await call()
    assert.deepEqual([answer.status, answer.body.data.appErrorCode], [400, code])
    assert.deepEqual(await snapshot(), before, code)
  }
  const decided = await service.query(
    `select coalesce(reason, outcome) as reason, count(*) from awards where partner_id = $1 group by 1 order by 1`,
    [place.partnerId],
  )
  assert.deepEqual(decided, [
    { reason: 'combined_by_sub_rule', count: 1n },
    { reason: 'counted', count: 3n },
    { reason: 'paid', count: 3n },
    { reason: 'rule_full', count: 2n },
    { reason: 'rule_inactive', count: 2n },
    { reason: 'sub_rule_repeated', count: 1n },
    { reason: 'user_limit_reached', count: 1n },
  ])
})

test('what one partner does changes no row of another, also for a user of both', async () => {
  const [one, other] = [
    await onboardTestPartner(service, { userDetailsUrl }),
    await onboardTestPartner(service, { userDetailsUrl }),
  ]
  const tag = unique('both')
  const { userId } = await dataOf(onboardByTag(service, one, tag))
  assert.equal((await dataOf(onboardByTag(service, other, tag))).userId, userId)
  for (const each of [one, other]) await dataOf(each.award(userId, (await each.addRule()).name))
  const before = (await snapshot()).get(other.partnerId)
  const { id } = await dataOf(one.award(userId, (await one.addRule()).name))
  const spent = await dataOf(one.transfer(userId, 4))
  const post = (path: string, body: object) => dataOf(service.post(`/api/v1/laas/${path}`, body, one.token))
  await post(`coins/transactions/${spent.id}/refund`, { coins: '1' })
  await post('coins/adjust', { userId, coins: '4', reason: 'Goodwill' })
  const order = await one.addRule()
  await post('rules/award', { userId, ruleName: order.name, reference: 'o-1' })
  await post('returns', { reference: 'o-1', share: '0.5' })
  assert.equal((await one.transfer(userId, 1_000)).status, 400)
  await dataOf(one.reverse(id))
  await dataOf(service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: one.token }))
  await dataOf(onboardByTag(service, one, tag))
  assert.deepEqual((await snapshot()).get(other.partnerId), before)
})

/** All that a refusal must leave alone, by partner. */
async function snapshot(): Promise<Map<string, unknown[]>> {
  const rows = await service.query<{ partnerId: string; rows: unknown[] }>(`
    select partner_id as "partnerId", jsonb_agg(row order by kind, row::text) as rows
    from (
      select partner_id, 'wallet' as kind, to_jsonb(w) as row from wallets w
      union all
      select partner_id, 'progress', to_jsonb(s) from rule_progress s
      union all
      select partner_id, 'rule', to_jsonb(r) from rules r
      union all
      select partner_id, 'score', to_jsonb(s) from monthly_scores s
      union all
      select partner_id, 'membership', to_jsonb(m) from memberships m
      union all
      select partner_id, 'movement', to_jsonb(m) from movements m
    ) everything
    group by partner_id`)
  return new Map(rows.map((row) => [row.partnerId, row.rows]))
}

/** Runs as the owner of the tables, and undoes everything. */
async function withRollback<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: service.connectionString })
  await client.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

async function refusalOf(client: pg.Client, statement: string): Promise<pg.DatabaseError | undefined> {
  try {
    await client.query(statement)
    return undefined
  } catch (error) {
    return error as pg.DatabaseError
  }
}

async function brokenIn(client: pg.Client): Promise<{ invariant: string; id: string; problem: string }[]> {
  return (await client.query('select invariant, id, problem from broken_invariants')).rows
}

/** Citus passes on the message of a worker only, where the name of the constraint ends with the shard. */
function constraintOf(refusal: pg.DatabaseError | undefined): string | undefined {
  if (!isOnCitus) return refusal?.constraint
  const name = refusal?.constraint ?? /constraint "(\w+)"/.exec(refusal?.message ?? '')?.[1]
  return name?.replace(/_\d{6,}$/, '')
}
