import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import pg from 'pg'
import { BALANCE_MAX, formatCoins } from '../../src/programme/ledger/coin.ts'
import { openDatabase, sql } from '../../src/storage/database/database.ts'
import { SERVICE_ROLE } from '../../src/storage/database/role.ts'
import type { ApiResponse } from '../support/api-response.ts'
import { isOnCitus } from '../support/citus.ts'
import { MONTHS } from '../support/months.ts'
import {
  newRuleBody,
  newUserBody,
  onboardTestPartner,
  PASSWORD,
  type TestPartner,
  unique,
} from '../support/partner.ts'
import { randomFrom } from '../support/random.ts'
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
const step = unique('step ')
const profile = await partner.addRule({ type: 'combined', rules: [{ name: step, condition: 'Did it' }] })
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
    rules_phase_known: `update rules set phase = 'asleep'`,
    rule_versions_rule_fkey: `update rule_versions set rule_id = '${randomUUID()}' where rule_id = '${profile.id}'`,
    actors_kind_known: `update actors set kind = 'ghost'`,
    sub_rules_status_known: `update sub_rules set status = 'asleep'`,
    sub_rules_rule_fkey: `update sub_rules set rule_id = '${randomUUID()}'`,
    rule_names_form: `update rule_names set name = 'Upper Case'`,
    rule_names_rule_fkey: `update rule_names set rule_id = '${randomUUID()}'`,
    memberships_external_id_length: `update memberships set external_id = ''`,
    memberships_left_whole: 'update memberships set left_at = now()',
    memberships_left_by_known: `update memberships set left_at = now(), left_by = 'nobody'`,
    memberships_former_of_erased: `update memberships set former_email = 'hash'`,
    wallets_membership_fkey: `update wallets set user_id = '${randomUUID()}' where user_id = '${ben}'`,
    wallets_balance_range: 'update wallets set balance = -1, points = 0, spent = 1',
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
    returns_seq_key: `${insertReturn({})}; ${insertReturn({ share_total: 2 })}`,
    returns_shortfall_known: insertReturn({ shortfall: `'forgive'` }),
    returns_share_range: insertReturn({ share: 0 }),
    returns_outcome_known: insertReturn({ outcome: `'lost'` }),
    returns_reason_of_refusal: insertReturn({ outcome: `'refused'` }),
    returns_share_total_held: insertReturn({ share_total: 1_000_001 }),
    lifecycle_events_type_known: `update lifecycle_events set type = 'rule.forgotten'`,
    lifecycle_events_not_personal: `update lifecycle_events set data = '{"userData": {"tag": "ada"}}' where type = 'user.onboarded'`,
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
          'personal_data', 'board_segments')`)
    const untried = constraints.map(({ name }) => name).filter((name) => !(name in cases))
    assert.deepEqual(untried, [])
  })
})

suite('a damaged ledger is found out', () => {
  const here = `partner_id = '${partnerId}'`
  const other = randomUUID()
  const noKeys = `set local session_replication_role = 'replica'`
  /** Lifts the checks that say who has a segment, so that what the views find alone can be seen. */
  const noChecks = `alter table wallets drop constraint wallets_spent_segment_of_spender,
    drop constraint wallets_month_earned_segment_of_earner, drop constraint wallets_month_spent_segment_of_spender`
  const wallet = (of: string) => `${here} and user_id = '${of}'`
  const ruleIs = (rule: { id: string }) => `${here} and id = '${rule.id}'`
  const onLedger = (events: number, from: number, to: number, said: number) =>
    `has ${events} events from number ${from} to ${to} where its ledger says ${said}`
  const HALF = { award: half('award'), transfer: half('transfer') }
  const NO_RULE = randomUUID()
  const notOnDay = `does not count on ${day} what its events give`

  function half(kind: string): string {
    return `is a movement of kind ${kind} without both of its accounts`
  }

  type Damage = { when: string; view: string; by: string[]; found: [id: string, problem: string][] }
  const damages: Damage[] = [
    {
      when: 'the partner has no ledger',
      view: 'movements',
      by: [`delete from ledgers where ${here}`],
      found: [
        [paidId, HALF.award],
        [transferId, HALF.transfer],
      ],
    },
    {
      when: 'the user of a movement has no wallet',
      view: 'movements',
      by: [noKeys, `delete from wallets where ${wallet(ada)}`],
      found: [
        [paidId, HALF.award],
        [transferId, HALF.transfer],
      ],
    },
    {
      when: 'the wallet of a user is the account that awards come from',
      view: 'movements',
      by: [
        `update wallets w set id = l.issuance_account from ledgers l where l.partner_id = w.partner_id and w.user_id = '${ada}'`,
      ],
      found: [[paidId, HALF.award]],
    },
    {
      when: 'a wallet holds more than its movements',
      view: 'wallets',
      by: [
        'alter table wallets drop constraint wallets_balance_follows',
        `update wallets set balance = 601 where ${wallet(ada)}`,
      ],
      found: [[ada, 'holds 601 but its movements sum up to 600']],
    },
    {
      when: 'a wallet holds coins without any movement',
      view: 'wallets',
      by: [`update wallets set balance = 5, points = 5 where ${wallet(ben)}`],
      found: [
        [ben, 'holds 5 but its movements sum up to 0'],
        [partnerId, 'counts 1 wallets with coins, not 2'],
      ],
    },
    {
      when: 'a movement was lost',
      view: 'wallets',
      by: [`delete from coin_transactions where id = '${transferId}'`],
      found: [[ada, 'holds 600 but its movements sum up to 1000']],
    },
    {
      when: 'a wallet owes what no reversal left',
      view: 'arrears',
      by: [`update wallets set adjusted = adjusted - 1, written_off = 1 where ${wallet(ben)}`],
      found: [[ben, 'owes 0, has 1 written off and -1 adjusted, but its movements sum up to 0, 0 and 0']],
    },
    {
      when: 'a wallet opened with what no import gave',
      view: 'arrears',
      by: [`update wallets set opened = 1, opening_points = 1 where ${wallet(ada)}`],
      found: [[ada, 'opened with 1 coins and 1 points, but its opening says 0 and 0']],
    },
    {
      when: 'a refund leaves more than there was',
      view: 'parts',
      by: [
        `insert into coin_transactions (partner_id, id, seq, actor_id, kind, user_id, coins, is_credit, outcome, balance,
          points, original_id, remaining, parties, created_at)
        select partner_id, gen_random_uuid(), 1000, actor_id, 'refund', user_id, 100, true, 'moved', balance, points, id,
          400, parties, created_at
        from coin_transactions
        where id = '${transferId}'`,
      ],
      found: [[transferId, 'is a transfer of which a refund leaves 400, not 300']],
    },
    {
      when: 'nobody knows who wrote an award',
      view: 'actors',
      by: [`update awards set actor_id = 7 where id = '${paidId}'`],
      found: [[paidId, 'has no actor 7']],
    },
    {
      when: 'a rule counts a participant too few',
      view: 'counters',
      by: [`update rules set participants = 0 where ${ruleIs(order)}`],
      found: [[order.id, 'counts 0 participants but paid 1']],
    },
    {
      when: 'a rule that never paid counts a participant',
      view: 'counters',
      by: [`update rules set participants = 1 where ${ruleIs(visit)}`],
      found: [[visit.id, 'counts 1 participants but paid 0']],
    },
    {
      when: 'a standing counts an award too many',
      view: 'counters',
      by: [`update rule_progress set paid_awards = 2 where user_id = '${ada}'`],
      found: [[order.id, `counts 2 awards of user ${ada} but paid 1`]],
    },
    {
      when: 'progress without a paid award counts one',
      view: 'counters',
      by: [`update rule_progress set paid_awards = 1 where user_id = '${ben}'`],
      found: [[visit.id, `counts 1 awards of user ${ben} but paid 0`]],
    },
    {
      when: 'a standing was lost',
      view: 'counters',
      by: [`delete from rule_progress where user_id = '${ada}'`],
      found: [[order.id, `counts 0 awards of user ${ada} but paid 1`]],
    },
    {
      when: 'points differ from what was earned',
      view: 'boards',
      by: [
        'alter table wallets drop constraint wallets_balance_follows',
        `update wallets set points = 999 where ${wallet(ada)}`,
      ],
      found: [[ada, 'scores 999 points and 400 spent instead of 1000 and 400']],
    },
    {
      when: 'the spent coins differ from what was transferred',
      view: 'boards',
      by: [
        'alter table wallets drop constraint wallets_balance_follows',
        `update wallets set spent = 401 where ${wallet(ada)}`,
      ],
      found: [[ada, 'scores 1000 points and 401 spent instead of 1000 and 400']],
    },
    {
      when: 'a wallet with awards says that it never earned',
      view: 'boards',
      by: [`update wallets set has_earned = false where ${wallet(ada)}`],
      found: [[ada, 'scores 1000 points and 400 spent instead of 1000 and 400']],
    },
    {
      when: 'a wallet without awards says that it earned',
      view: 'boards',
      by: [`update wallets set has_earned = true where ${wallet(ben)}`],
      found: [[ben, 'scores 0 points and 0 spent instead of 0 and 0']],
    },
    ...['month_earned = 999', 'month_spent = 401', 'month_earned = null', 'month_spent = null'].map(
      (change): Damage => ({
        when: `a wallet has ${change}, unlike its movements`,
        view: 'boards',
        by: [noChecks, `update wallets set ${change} where ${wallet(ada)}`],
        found: [[ada, `scores wrongly in ${month}`]],
      }),
    ),
    {
      when: 'the scores of a month were lost',
      view: 'boards',
      by: [
        `update wallets set month = null, month_earned = null, month_spent = null, month_earned_segment = null,
        month_spent_segment = null where ${wallet(ada)}`,
      ],
      found: [[ada, `scores wrongly in ${month}`]],
    },
    {
      when: 'a month has scores without any movement',
      view: 'boards',
      by: [insertEarlierMonth('on_boards')],
      found: [[ada, 'scores wrongly in 2020-02-01']],
    },
    {
      when: 'a segment of a board counts a member too many',
      view: 'segments',
      by: [
        `update board_segments set members = members + 1 where partner_id = '${partnerId}' and board = 'points'`,
      ],
      found: [[partnerId, 'the points board of all time counts 3 in its segment 1, not 2']],
    },
    {
      when: 'a member stands in another segment than the score gives',
      view: 'segments',
      by: [`update wallets set points_segment = 7 where ${wallet(ben)}`],
      found: [[ben, 'is in segment 7 of the points board of all time, not in 1']],
    },
    {
      when: 'a segment of a month counts a member too few',
      view: 'segments',
      by: [`update board_segments set members = members - 1 where ${here} and board = 'earner'`],
      found: [[partnerId, `the earner board of ${month} counts 0 in its segment 1, not 1`]],
    },
    {
      when: 'a standing is with no rule',
      view: 'counters',
      by: [
        `insert into rule_progress (partner_id, rule_id, user_id) values ('${partnerId}', '${NO_RULE}', '${ben}')`,
      ],
      found: [[NO_RULE, `is no rule, but user ${ben} has progress with it`]],
    },
    {
      when: 'a member is off the boards',
      view: 'boards',
      by: [`update wallets set on_boards = false, points_segment = null where ${wallet(ben)}`],
      found: [[ben, 'is shown on the boards otherwise than its membership says']],
    },
    {
      when: 'one who left is on the boards',
      view: 'boards',
      by: [`update memberships set left_at = now(), left_by = 'user' where ${wallet(ben)}`],
      found: [[ben, 'is shown on the boards otherwise than its membership says']],
    },
    {
      when: 'a member has no wallet',
      view: 'boards',
      by: [noKeys, `delete from wallets where ${wallet(ben)}`],
      found: [[ben, 'is shown on the boards otherwise than its membership says']],
    },
    ...[
      { how: 'is off the boards while its wallet is on them', by: [insertEarlierMonth('false')] },
      {
        how: 'has another place in the order of joining than its wallet',
        by: [insertEarlierMonth('on_boards'), 'update monthly_scores set joined_no = 77'],
      },
      {
        how: 'is after the last month of its wallet',
        by: [insertEarlierMonth('on_boards'), `update wallets set month = '2020-01-01' where ${wallet(ada)}`],
        also: ['scores wrongly in 2020-01-01', `scores wrongly in ${month}`],
      },
    ].map(
      ({ how, by, also = [] }): Damage => ({
        when: `an earlier month ${how}`,
        view: 'boards',
        by,
        found: [
          ...also,
          'scores wrongly in 2020-02-01',
          'is ranked in 2020-02-01 otherwise than in its wallet',
        ].map((problem) => [ada, problem]),
      }),
    ),
    {
      when: 'a ledger counts an event too many',
      view: 'events',
      by: [`update ledgers set last_seq = 11 where ${here}`],
      found: [[partnerId, onLedger(10, 1, 10, 11)]],
    },
    {
      when: 'a ledger counts events and there are none',
      view: 'events',
      by: [
        `insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account, opening_account,
          last_seq, last_at, created_at)
        values ('${other}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', 3, now(), now())`,
      ],
      found: [[other, onLedger(0, 1, 0, 3)]],
    },
    {
      when: 'an event was lost',
      view: 'events',
      by: [`delete from lifecycle_events where ${here} and seq = 2`],
      found: [[partnerId, onLedger(9, 1, 10, 10)]],
    },
    {
      when: 'two events have one number',
      view: 'events',
      by: [`update awards set seq = 2 where outcome = 'counted' and ${here}`],
      found: [[partnerId, onLedger(10, 1, 10, 10)]],
    },
    {
      when: 'an event has a number past the last',
      view: 'events',
      by: [`update awards set seq = 11 where seq = 9 and ${here}`],
      found: [[partnerId, onLedger(10, 1, 11, 10)]],
    },
    {
      when: 'an event has a number before the first, where its own is missing',
      view: 'events',
      by: [`update lifecycle_events set seq = 0 where seq = 3 and ${here}`],
      found: [[partnerId, onLedger(10, 0, 10, 10)]],
    },
    {
      when: 'an event has an earlier time than the one before',
      view: 'times',
      by: [`update awards set created_at = '2020-01-01T00:00:00Z' where seq = 9 and ${here}`],
      found: [[partnerId, 'has event 9 at an earlier time than the event before']],
    },
    {
      when: 'an overview counts an award too many',
      view: 'days',
      by: [`update day_totals set counted = counted + 1 where ${here}`],
      found: [[partnerId, notOnDay]],
    },
    {
      when: 'an overview counts a participant too few',
      view: 'days',
      by: [`update day_totals set last_seen = 0 where ${here}`],
      found: [[partnerId, notOnDay]],
    },
    {
      when: 'an overview has lost a day',
      view: 'days',
      by: [`delete from day_totals where ${here}`],
      found: [
        [partnerId, notOnDay],
        [partnerId, 'does not sum up to what its days do'],
      ],
    },
    {
      when: 'an award that is counted was lost',
      view: 'days',
      by: [`delete from awards where outcome = 'counted' and ${here}`],
      found: [[partnerId, notOnDay]],
    },
    {
      when: 'an overview counts a refusal too many',
      view: 'days',
      by: [`update day_refusals set count = 2 where ${here}`],
      found: [[partnerId, `counts 2 refusals with combined_by_sub_rule on ${day}, not 1`]],
    },
    {
      when: 'an overview has lost a participant',
      view: 'days',
      by: [`delete from participations where ${here}`],
      found: [[ada, `was last paid on ${day}, not on no day`]],
    },
    {
      when: 'an overview counts a member too many',
      view: 'days',
      by: [`update overviews set members = members + 1 where ${here}`],
      found: [[partnerId, 'does not sum up to what its days do']],
    },
  ]

  for (const { when, view, by, found } of damages) {
    test(`when ${when}`, async () => {
      await withRollback(async (client) => {
        assert.deepEqual(await brokenIn(client), [])
        for (const statement of by) await client.query(statement)
        const { rows } = await client.query(`select id, problem from broken_${view} order by problem, id`)
        assert.deepEqual(
          rows.map((row) => [row.id, row.problem]),
          found.toSorted(([leftId = '', left = ''], [rightId = '', right = '']) =>
            `${left} ${leftId}` < `${right} ${rightId}` ? -1 : 1,
          ),
        )
        const all = (await brokenIn(client)).filter((row) => row.invariant === view)
        assert.deepEqual(
          new Set(all.map((row) => `${row.id} ${row.problem}`)),
          new Set(rows.map((row) => `${row.id} ${row.problem}`)),
        )
      })
    })
  }

  test('and each view of what is broken is part of the one that has them all', async () => {
    const views = await service.query<{ name: string }>(
      `select table_name::text as name from information_schema.views where table_name ~ '^broken_' order by 1`,
    )
    assert.deepEqual(
      new Set(views.map(({ name }) => name)),
      new Set([...damages.map(({ view }) => `broken_${view}`), 'broken_invariants']),
    )
  })
})

test('what would carry a wallet past the highest balance is refused with balance_limit, and the last coin fits', async () => {
  const rich = await onboardTestPartner(service)
  const user = await rich.addUser()
  const rule = await rich.addRule({ coinValue: '1000000000' })
  const small = await rich.addRule({ coinValue: '0.01' })
  await rich.award(user, rule.name)
  await enrich(rich, user, rule.id, BALANCE_MAX - 1n)

  const refused = {
    status: 'failed',
    message: 'Request refused',
    data: {
      errorType: 'invalid',
      appErrorCode: 'balance_limit',
      error:
        'The award, the wallet or the points of the user would be too large: an award pays up to 1000000000 coins, a wallet and points hold up to 70000000000000.',
    },
  }
  assert.deepEqual((await rich.award(user, rule.name)).body, refused)
  const last = await rich.award(user, small.name)
  assert.deepEqual([last.status, last.body.data.awarded], [201, true])
  assert.deepEqual((await rich.award(user, small.name)).body, refused)
  const { body } = await service.get(`/api/v1/laas/users/${user}`, rich.token)
  assert.deepEqual([body.data.wallet.coins, body.data.wallet.points], ['70000000000000', '70000000000000'])
  const board = await service.get(`/api/v1/laas/leaderboard/new?userId=${user}`, rich.token)
  assert.equal(board.body.data.data[0].points, 70_000_000_000_000)
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
async function enrich(rich: TestPartner, user: string, rule: string, coins: bigint): Promise<void> {
  const wallet = `partner_id = '${rich.partnerId}' and user_id = '${user}'`
  await readOverview(rich)
  await service.query(`
    update awards set coins = ${coins} where ${wallet};
    update wallets set balance = ${coins}, points = ${coins}, month_earned = ${coins} where ${wallet};
    update rule_progress set paid_coins = ${coins} where ${wallet};
    ${['overviews', 'day_totals', 'day_refusals', 'participations']
      .map((table) => `delete from ${table} where partner_id = '${rich.partnerId}';`)
      .join('')}`)
  assert.equal((await service.query('select from rule_progress where rule_id = $1', [rule])).length, 1)
}

test('a wallet can be emptied to the last hundredth, and then gives nothing more', async () => {
  const place = await onboardTestPartner(service)
  const user = await place.addUser()
  await place.award(user, (await place.addRule({ coinValue: '10.05' })).name)
  assert.equal((await place.transfer(user, 10.05)).status, 201)
  assert.deepEqual((await place.transfer(user, '0.01')).body, {
    status: 'failed',
    message: 'Request refused',
    data: {
      errorType: 'invalid',
      appErrorCode: 'insufficient_coins',
      error: 'The wallet holds 0 coins; transfer at most that many.',
    },
  })
})

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
  const rules = {
    inactive: await place.addRule({ status: 'inactive' }),
    full: await place.addRule({ maxNumberOfParticipant: '1' }),
    fullBatched: await place.addRule({ type: 'batched', completionNumber: '2', maxNumberOfParticipant: '1' }),
    limited: await place.addRule({ userLimitAward: '1' }),
    combined: await place.addRule({
      type: 'combined',
      rules: [
        { name: first, condition: 'Did it' },
        { name: second, condition: 'Did it' },
        { name: asleep, condition: 'Did it', status: 'inactive' },
      ],
    }),
  }
  await place.award(newcomer, rules.fullBatched.name)
  for (const name of [
    rules.full.name,
    rules.limited.name,
    rules.fullBatched.name,
    rules.fullBatched.name,
    first,
  ])
    assert.equal((await place.award(member, name)).status, 201)
  await service.request('DELETE', `/api/v1/laas/users/${gone}`, { token: place.token })
  const change = (id: string, body: unknown) =>
    service.request('PATCH', `/api/v1/laas/rules/${id}`, { token: place.token, body })

  const refusals: [code: string, call: () => Promise<ApiResponse>][] = [
    ['rule_inactive', () => place.award(member, rules.inactive.name)],
    ['rule_inactive', () => place.award(member, asleep)],
    ['rule_full', () => place.award(newcomer, rules.full.name)],
    ['rule_full', () => place.award(newcomer, rules.fullBatched.name)],
    ['user_limit_reached', () => place.award(member, rules.limited.name)],
    ['sub_rule_repeated', () => place.award(member, first)],
    ['combined_by_sub_rule', () => place.award(member, rules.combined.name)],
    ['insufficient_coins', () => place.transfer(member, '30.01')],
    ['insufficient_coins', () => place.transfer(newcomer, '0.01')],
    ['Bad request', () => place.transfer(member, '-1')],
    ['Bad request', () => change(rules.full.id, { maxNumberOfParticipant: '0' })],
    ['Bad request', () => change(rules.combined.id, { rules: [{ name: second, condition: 'Did it' }] })],
    ['', () => place.award(gone, rules.full.name)],
    ['', () => place.transfer(gone, 1)],
    ['', () => place.award(randomUUID(), rules.full.name)],
    ['', () => place.award(member, 'no such rule')],
    [
      '',
      () =>
        change(rules.combined.id, {
          rules: [...keptSteps(), { name: rules.full.name, condition: 'Did it' }],
        }),
    ],
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

  function keptSteps() {
    return [first, second, asleep].map((name) => ({ name, condition: 'Did it' }))
  }
})

suite('any sequence of operations', () => {
  const SEED = Number(process.env.LEDGER_SEED ?? randomInt(2 ** 31))
  const OPERATIONS = 300
  const CHECK_EVERY = 50
  const JUMP_EVERY = 25

  test('leaves the invariants whole, the boards equal to the movements, and no trace of a refusal', async (t) => {
    t.diagnostic(`LEDGER_SEED=${SEED}`)
    const history: string[] = []
    try {
      await operate(history)
    } catch (error) {
      const told = history.slice(-5).join('\n  ')
      throw new Error(`LEDGER_SEED=${SEED} fails at operation ${history.length}, after\n  ${told}`, {
        cause: error,
      })
    } finally {
      service.clock.now = undefined
    }
    t.diagnostic(`met ${[...new Set(history.map((line) => line.replace(/.*: /, '')))].join(', ')}`)
  })

  type Rule = {
    id: string
    name: string
    type: string
    coins: bigint
    subRules: { name: string; status: string }[]
  }
  type World = {
    partnerId: string
    email: string
    token: string
    /** In the order of first joining. */
    joined: string[]
    members: Set<string>
    rules: Rule[]
    balances: Map<string, bigint>
  }

  async function operate(history: string[]): Promise<void> {
    const chance = randomFrom(SEED)
    const pick = <T>(from: readonly T[]): T => from[chance(from.length)] as T
    const tags = new Map<string, string>()
    let now = new Date('2025-10-20T12:00:00Z').getTime()
    const pass = (ms: number) => {
      now += ms
      service.clock.now = new Date(now)
    }
    async function newWorld(): Promise<World> {
      const { partnerId, email, token } = await onboardTestPartner(service, { userDetailsUrl })
      const world: World = {
        partnerId,
        email,
        token,
        joined: [],
        members: new Set(),
        rules: [],
        balances: new Map(),
      }
      for (let users = 0; users < 6; users += 1) await operations.addUser(world)
      for (const type of ['single', 'single', 'batched', 'batched', 'combined', 'combined'])
        await addRule(world, type)
      return world
    }

    async function addRule(world: World, type: string): Promise<ApiResponse> {
      const subRules = type === 'combined' ? Array.from({ length: 2 + chance(2) }, newSubRule) : undefined
      const body = newRuleBody({
        type,
        coinValue: formatCoins(1n + BigInt(chance(2000))),
        maxNumberOfParticipant: String(1 + chance(6)),
        userLimitAward: pick(['-1', '1', '2', '4']),
        ...(type === 'batched' && { completionNumber: String(1 + chance(4)) }),
        ...(subRules && { rules: subRules }),
      })
      const answer = await service.post('/api/v1/laas/rules/create-rule', body, world.token)
      if (answer.status === 201) await learnRule(world, answer.body.data.id)
      return answer
    }

    async function learnRule(world: World, id: string): Promise<void> {
      const { data } = (await service.get(`/api/v1/laas/rules/${id}`, world.token)).body
      const rule: Rule = {
        id,
        name: data.name,
        type: data.type,
        coins: hundredths(data.coinValue),
        subRules: data.rules,
      }
      world.rules = [...world.rules.filter((known) => known.id !== id), rule]
    }

    function newSubRule() {
      return { name: unique('step '), condition: 'Did it', status: pick(['active', 'active', 'inactive']) }
    }

    async function award(world: World, userId: string, rule: Rule, name: string): Promise<ApiResponse> {
      const answer = await service.post('/api/v1/laas/rules/award', { userId, ruleName: name }, world.token)
      if (answer.status === 201) {
        assert.equal(answer.body.data.ruleId, rule.id)
        if (answer.body.data.awarded) earn(world, userId, rule.coins)
      }
      return answer
    }

    function earn(world: World, userId: string, coins: bigint): void {
      world.balances.set(userId, (world.balances.get(userId) ?? 0n) + coins)
    }

    async function onboard(world: World, userId: string | undefined): Promise<ApiResponse> {
      const tag = tags.get(userId ?? '') ?? unique('comer')
      const answer = await service.post('/api/v1/laas/users/onboard', { tag }, world.token)
      assert(answer.status < 400, JSON.stringify(answer.body))
      const joinedId: string = answer.body.data.userId
      tags.set(joinedId, tag)
      join(world, joinedId)
      return answer
    }

    function join(world: World, userId: string): void {
      if (!world.joined.includes(userId)) world.joined.push(userId)
      world.members.add(userId)
    }

    async function change(world: World, rule: Rule, changes: Record<string, unknown>): Promise<ApiResponse> {
      const answer = await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, {
        token: world.token,
        body: changes,
      })
      if (answer.status === 200) await learnRule(world, rule.id)
      return answer
    }

    const ofType = (world: World, type: string) => pick(world.rules.filter((rule) => rule.type === type))
    const subRuleOf = (rule: Rule) => pick(rule.subRules)?.name ?? rule.name

    const operations = {
      async awardSingle(world: World) {
        const rule = ofType(world, 'single')
        return award(world, pick(world.joined), rule, rule.name)
      },
      async awardBatched(world: World) {
        const rule = ofType(world, 'batched')
        return award(world, pick(world.joined), rule, rule.name)
      },
      async awardSubRule(world: World) {
        const rule = ofType(world, 'combined')
        return award(world, pick(world.joined), rule, subRuleOf(rule))
      },
      async awardCombinedItself(world: World) {
        const rule = ofType(world, 'combined')
        return award(world, pick(world.joined), rule, rule.name)
      },
      async awardStranger(world: World) {
        const stranger = pick([...tags.keys(), randomUUID()].filter((userId) => !world.members.has(userId)))
        const rule = ofType(world, 'single')
        return award(world, stranger, rule, rule.name)
      },
      async awardUnknownRule(world: World) {
        return award(world, pick(world.joined), ofType(world, 'single'), 'no such rule')
      },
      async transfer(world: World) {
        const userId = pick(world.joined)
        const held = world.balances.get(userId) ?? 0n
        const coins = pick([held || 1n, 1n + BigInt(chance(Number(held) * 2 + 10))])
        const answer = await service.post(
          '/api/v1/laas/coins/transfer-from-user-wallet',
          { userId, coins: pick([formatCoins(coins), Number(formatCoins(coins))]) },
          world.token,
        )
        if (world.members.has(userId)) assert.equal(answer.status, coins <= held ? 201 : 400)
        if (answer.status === 201) earn(world, userId, -coins)
        return answer
      },
      transferWrongly: (world: World) =>
        service.post(
          '/api/v1/laas/coins/transfer-from-user-wallet',
          { userId: pick(world.joined), coins: pick(['0', '-1', '1.005', 0.1 + 0.2, '1e2', null]) },
          world.token,
        ),
      async addUser(world: World) {
        const body = newUserBody()
        const answer = await service.post('/api/v1/user', body, world.token)
        assert.equal(answer.status, 201)
        tags.set(answer.body.data.id, body.tag)
        join(world, answer.body.data.id)
        return answer
      },
      joinByTag: (world: World) => onboard(world, pick([undefined, ...tags.keys()])),
      rejoin: (world: World) =>
        onboard(
          world,
          pick([...world.joined.filter((userId) => !world.members.has(userId)), pick(world.joined)]),
        ),
      async leave(world: World) {
        const userId = pick(world.joined)
        const answer = await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: world.token })
        assert.equal(answer.status, world.members.delete(userId) ? 200 : 404)
        return answer
      },
      addRule: (world: World) => addRule(world, pick(['single', 'batched', 'combined'])),
      addTakenRule: (world: World) =>
        service.post(
          '/api/v1/laas/rules/create-rule',
          newRuleBody({ name: pick(world.rules).name }),
          world.token,
        ),
      changeStatus: (world: World) =>
        change(world, pick(world.rules), { status: pick(['active', 'active', 'inactive']) }),
      changeLimits: (world: World) =>
        change(world, pick(world.rules), {
          maxNumberOfParticipant: String(1 + chance(8)),
          userLimitAward: pick(['-1', '1', '2', '4']),
          coinValue: formatCoins(1n + BigInt(chance(2000))),
        }),
      changeCompletions: (world: World) =>
        change(world, pick(world.rules), { completionNumber: String(1 + chance(4)) }),
      changeSubRules: (world: World) => {
        const rule = ofType(world, 'combined')
        const kept = rule.subRules
          .filter(() => chance(8) > 0)
          .map((sub) => ({ ...sub, status: pick(['active', 'active', 'inactive']) }))
        return change(world, rule, { rules: chance(3) === 0 ? [...kept, newSubRule()] : kept })
      },
    } satisfies Record<string, (world: World) => Promise<ApiResponse>>

    const OPERATION_MIX = (
      [
        ['awardSingle', 12],
        ['awardBatched', 12],
        ['awardSubRule', 16],
        ['awardCombinedItself', 1],
        ['awardStranger', 2],
        ['awardUnknownRule', 1],
        ['transfer', 12],
        ['transferWrongly', 2],
        ['addUser', 1],
        ['joinByTag', 2],
        ['rejoin', 4],
        ['leave', 3],
        ['addRule', 1],
        ['addTakenRule', 1],
        ['changeStatus', 3],
        ['changeLimits', 3],
        ['changeCompletions', 2],
        ['changeSubRules', 3],
      ] as const satisfies [keyof typeof operations, number][]
    ).flatMap(([name, weight]) => Array<keyof typeof operations>(weight).fill(name))

    pass(0)
    const worlds = [await newWorld(), await newWorld()]
    let before = await snapshot()

    for (let count = 1; count <= OPERATIONS; count += 1) {
      pass(1000 * chance(60))
      if (count % JUMP_EVERY === 0) {
        pass(86_400_000 * (1 + chance(25)))
        for (const world of worlds) world.token = await signIn(world.email)
      }
      const world = pick(worlds)
      const operation = pick(OPERATION_MIX)
      const answer = await operations[operation](world)
      const outcome = `${answer.status} ${answer.status === 400 ? answer.body.data.appErrorCode : ''}`.trim()
      history.push(`${count} ${operation} of partner ${worlds.indexOf(world)}: ${outcome}`)

      assert(answer.status < 500, JSON.stringify(answer.body))
      const after = await snapshot()
      const untouched = answer.status >= 400 ? worlds : worlds.filter((other) => other !== world)
      for (const { partnerId } of untouched)
        assert.deepEqual(after.get(partnerId), before.get(partnerId), 'rows changed that had no reason to')
      before = after

      if (count % CHECK_EVERY === 0) for (const each of worlds) await check(each, [...tags.keys()])
    }
  }

  async function signIn(email: string): Promise<string> {
    const login = await service.post('/api/v1/acme/partners/login', { email, password: PASSWORD })
    assert.equal(login.status, 200, JSON.stringify(login.body))
    return login.body.data.accessToken
  }

  async function check(world: World, everyone: string[]): Promise<void> {
    assert.deepEqual(await service.query('select * from broken_invariants'), [])
    const { body } = await service.get('/api/v1/laas/users?limit=100', world.token)
    const held = body.data.data.map((member: { userId: string; wallet: { coins: string } }) => [
      member.userId,
      member.wallet.coins,
    ])
    assert.deepEqual(
      new Map(held),
      new Map([...world.members].map((userId) => [userId, formatCoins(world.balances.get(userId) ?? 0n)])),
    )
    await checkBoards(world, everyone)
  }

  async function checkBoards(world: World, everyone: string[]): Promise<void> {
    const movements = await service.query<{ kind: string; userId: string; coins: bigint; month: string }>(
      `select kind, user_id as "userId", coins, to_char(created_at at time zone 'utc', 'YYYY-MM') as month
      from movements where partner_id = $1`,
      [world.partnerId],
    )
    const members = world.joined.filter((userId) => world.members.has(userId))
    const boardOf = (kind: string, month: string | undefined, withAll: boolean): [string, bigint][] => {
      const counted = movements.filter((each) => each.kind === kind && (month ?? each.month) === each.month)
      return members
        .filter((userId) => withAll || counted.some((each) => each.userId === userId))
        .map((userId): [string, bigint] => [
          userId,
          counted.filter((each) => each.userId === userId).reduce((sum, each) => sum + each.coins, 0n),
        ])
        .toSorted(([, left], [, right]) => (left === right ? 0 : left > right ? -1 : 1))
    }

    const points = boardOf('award', undefined, true)
    await checkPages(points, '/api/v1/laas/leaderboard/new?take=7', (data) => ({
      count: data.count,
      entries: data.data.map((entry: { points: number; user: { userId: string } }) => [
        entry.user.userId,
        hundredths(String(entry.points)),
      ]),
    }))
    for (const userId of everyone) {
      const path = `/api/v1/laas/leaderboard/new?take=1&userId=${userId}`
      const { data } = (await service.get(path, world.token)).body
      const { amount, position } = positionOn(points, userId)
      assert.deepEqual(data.userPosition, { userId, amount: Number(formatCoins(amount)), position })
    }

    const months = [...new Set(movements.map((each) => each.month))]
    for (const [type, kind] of [
      ['earner', 'award'],
      ['spender', 'transfer'],
    ] as const) {
      for (const month of [undefined, ...months]) {
        const board = boardOf(kind, month, false)
        const [year, number] = month?.split('-') ?? []
        const path = `/api/v1/laas/coins/partner/ep-leaderboard?limit=7&type=${type}${month ? `&year=${year}&month=${number}` : ''}`
        await checkPages(board, path, (data) => ({
          count: Number(data.count),
          entries: data.data.map((entry: { userId: string; coins: string }) => [
            entry.userId,
            hundredths(entry.coins),
          ]),
        }))
        for (const userId of everyone.slice(0, 5)) {
          const { data } = (await service.get(`${path}&userId=${userId}`, world.token)).body
          const { amount, position } = positionOn(board, userId)
          assert.deepEqual(data.userPosition, { userId, amount: formatCoins(amount), position })
        }
      }
      for (const year of ['2025', '2026']) {
        const path = `/api/v1/laas/coins/partner/ep-leaderboard?year=${year}&limit=100&type=${type}`
        const { data } = (await service.get(path, world.token)).body
        const thisMonth = (service.clock.now as Date).toISOString().slice(0, 7)
        const expected = MONTHS.map((name, index) => ({
          name,
          month: `${year}-${String(index + 1).padStart(2, '0')}`,
        })).filter(({ month }) => month <= thisMonth)
        assert.deepEqual(data, {
          year,
          leaderboards: Object.fromEntries(
            expected.map(({ name, month }) => [
              name,
              boardOf(kind, month, false).map(([userId, coins]) => ({ userId, coins: formatCoins(coins) })),
            ]),
          ),
        })
      }
    }

    async function checkPages(
      board: [string, bigint][],
      path: string,
      // biome-ignore lint/suspicious/noExplicitAny: the two boards have different shapes on the wire.
      read: (data: any) => { count: number; entries: unknown },
    ): Promise<void> {
      const lastpage = Math.max(1, Math.ceil(board.length / 7))
      for (let page = 1; page <= lastpage; page += 1) {
        const { data } = (await service.get(`${path}&page=${page}`, world.token)).body
        assert.deepEqual(read(data), { count: board.length, entries: board.slice(7 * page - 7, 7 * page) })
        assert.deepEqual(
          [data.currentpage, data.nextpage, data.prevpage, data.lastpage],
          [page, page < lastpage ? page + 1 : null, page > 1 ? page - 1 : null, lastpage],
        )
      }
    }
  }

  function positionOn(board: [string, bigint][], userId: string): { amount: bigint; position: number } {
    const mine = board.find(([each]) => each === userId)
    if (!mine) return { amount: 0n, position: 0 }
    return { amount: mine[1], position: 1 + board.filter(([, score]) => score > mine[1]).length }
  }
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

function hundredths(coins: string): bigint {
  const [whole = '', decimals = ''] = coins.split('.')
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
}

/** Citus passes on the message of a worker only, where the name of the constraint ends with the shard. */
function constraintOf(refusal: pg.DatabaseError | undefined): string | undefined {
  if (!isOnCitus) return refusal?.constraint
  const name = refusal?.constraint ?? /constraint "(\w+)"/.exec(refusal?.message ?? '')?.[1]
  return name?.replace(/_\d{6,}$/, '')
}
