import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageSentence } from '../../../dashboard/src/api/sentence.ts'
import { halfOfRest, percentText, shareOf } from '../../../dashboard/src/coin-calls/share.ts'
import { isSameEmail } from '../../../dashboard/src/format/email.ts'
import { restOf } from '../../../dashboard/src/format/percent.ts'
import { latestMonthOf } from '../../../dashboard/src/format/time.ts'
import { typedNumber, unclearNumber } from '../../../dashboard/src/format/typed-number.ts'
import { paceText } from '../../../dashboard/src/rules/budget-pace.ts'
import { changesBetween } from '../../../dashboard/src/rules/rule-diff.ts'
import { maximumText } from '../../../dashboard/src/rules/rule-limits.ts'
import {
  NO_PARTICIPANT_LIMIT,
  type RuleDraft,
  ruleText,
  userLimitText,
} from '../../../dashboard/src/rules/rule-text.ts'
import { yesterdayText } from '../../../dashboard/src/rules/yesterday-cost.ts'
import { customersOf } from '../../../dashboard/src/users/customer-lines.ts'

const draft = (changes: Partial<RuleDraft> = {}): RuleDraft => ({
  type: 'single',
  status: 'active',
  coinValue: '10',
  maxNumberOfParticipant: '1000',
  completionNumber: '1',
  countPer: 'call',
  consecutive: false,
  userLimitAward: '-1',
  userLimitPeriod: 'total',
  userCoinLimit: '-1',
  perUnit: false,
  maxCoinsPerAward: '-1',
  startsAt: null,
  endsAt: null,
  coinBudget: '-1',
  budgetPeriod: 'total',
  timeZone: 'UTC',
  rules: [],
  ...changes,
})

const sub = (name: string, status = 'active') => ({ name, status })
const AGAIN = 'When 1,000 people have been paid, only they can be paid again.'

test('a single rule pays each time, within its limits', () => {
  assert.deepEqual(ruleText(draft({ userLimitAward: '3' })), [
    'Pays 10 coins each time you award it, to at most 1,000 people, each at most 3 times.',
    AGAIN,
  ])
  assert.deepEqual(ruleText(draft()), [
    'Pays 10 coins each time you award it, to at most 1,000 people, each any number of times.',
    AGAIN,
  ])
  assert.deepEqual(ruleText(draft({ coinValue: '1.00', userLimitAward: '1' })), [
    'Pays 1 coin when you award it, to at most 1,000 people, once each.',
  ])
  assert.deepEqual(ruleText(draft({ maxNumberOfParticipant: NO_PARTICIPANT_LIMIT })), [
    'Pays 10 coins each time you award it, to any number of people, each any number of times.',
  ])
  assert.deepEqual(ruleText(draft({ maxNumberOfParticipant: '1' })), [
    'Pays 10 coins each time you award it, to at most 1 person, each any number of times.',
  ])
})

test('a batched rule says which award pays, and that the others do not', () => {
  assert.deepEqual(
    ruleText(draft({ type: 'batched', coinValue: '2.5', completionNumber: '3', userLimitAward: '1' })),
    [
      'Pays 2.5 coins on every 3rd award of the same member, to at most 1,000 people, once each.',
      'The awards in between are counted and pay nothing.',
    ],
  )
  for (const [need, word] of [
    ['2', '2nd'],
    ['11', '11th'],
    ['21', '21st'],
    ['1013', '1,013th'],
  ] as const) {
    const [first] = ruleText(draft({ type: 'batched', completionNumber: need }))
    assert.match(first ?? '', new RegExp(`on every ${word} award of the same member`))
  }
  assert.deepEqual(ruleText(draft({ type: 'batched', completionNumber: '1' })), ruleText(draft()))
})

test('a batched rule says that one award counts a day, and what a day without one does', () => {
  const visits = { type: 'batched', completionNumber: '7', countPer: 'day', timeZone: 'Africa/Lagos' }
  const [pays, ...more] = ruleText(draft(visits))
  assert.match(pays ?? '', /^Pays 10 coins for every 7th day with an award of the same member, to at most/)
  const counts = [
    'One award counts a day; another one on the same day is refused.',
    'Days, weeks and months begin in the time zone Africa/Lagos.',
  ]
  assert.deepEqual(more.slice(-2), counts)
  const streak = ruleText(draft({ ...visits, countPer: 'week', consecutive: true }))
  assert.match(streak[0] ?? '', /^Pays 10 coins for 7 weeks in a row with an award of the same member, to/)
  assert.deepEqual(streak.slice(-3, -1), [
    'One award counts a week; another one in the same week is refused.',
    'A week without an award starts the count again.',
  ])
})

test('a combined rule names its active sub-rules', () => {
  const rules = [sub('confirm the address'), sub('add a picture')]
  const combined = draft({ type: 'combined', coinValue: '40', rules })
  assert.deepEqual(ruleText(combined), [
    'Pays 40 coins once a member has been awarded both “confirm the address” and “add a picture”, in any order; then a new round begins.',
    'At most 1,000 people are paid, each any number of times.',
    AGAIN,
  ])
  assert.deepEqual(ruleText({ ...combined, userLimitAward: '1', rules: [...rules, sub('say hello')] }), [
    'Pays 40 coins once a member has been awarded all of “confirm the address”, “add a picture” and “say hello”, in any order.',
    'At most 1,000 people are paid, once each.',
  ])
  assert.deepEqual(ruleText({ ...combined, rules: [sub('one'), sub('two', 'inactive')] }), [
    'Pays 40 coins each time a member is awarded “one”.',
    'At most 1,000 people are paid, each any number of times.',
    AGAIN,
    '“two” is inactive: it is not needed and cannot be awarded.',
  ])
  assert.deepEqual(ruleText({ ...combined, rules: [sub('one', 'inactive')] }), [
    'Pays nothing, because it has no active sub-rule: every award of it is refused.',
  ])
})

test('missing and invalid numbers are left open, and an inactive rule says so', () => {
  const empty = draft({ coinValue: '', maxNumberOfParticipant: 'many', userLimitAward: '' })
  assert.deepEqual(ruleText(empty), [
    'Pays … coins each time you award it, to at most … people, each at most … times.',
  ])
  for (const coinValue of ['0', '-1', '2.555', '1e3', 'ten'])
    assert.match(ruleText(draft({ coinValue }))[0] ?? '', /^Pays … coins /, coinValue)
  assert.equal(
    ruleText(draft({ status: 'inactive' })).at(-1),
    'It is paused: every award of it is refused until it is started.',
  )
  const nameless = draft({ type: 'combined', rules: [sub(''), sub('b')] })
  assert.match(ruleText(nameless)[0] ?? '', /both “…” and “b”/)
})

test('the maximum payout of a rule is exact, or unlimited', () => {
  assert.equal(maximumText(draft()), 'There is no limit to what it can pay in all.')
  assert.equal(
    maximumText(draft({ coinValue: '0.1', maxNumberOfParticipant: '3', userLimitAward: '1' })),
    'It can pay at most 0.3 coins in all.',
  )
  assert.equal(
    maximumText(
      draft({ coinValue: '999999999.99', maxNumberOfParticipant: '999999999', userLimitAward: '1000' }),
    ),
    'It can pay at most 999,999,998,990,000,000,010 coins in all.',
  )
  assert.equal(maximumText(draft({ coinValue: '' })), null)
})

test('a rule without a limit of people is unlimited, unless a budget limits it', () => {
  const everyone = { maxNumberOfParticipant: NO_PARTICIPANT_LIMIT, userLimitAward: '1' }
  assert.equal(maximumText(draft(everyone)), 'There is no limit to what it can pay in all.')
  assert.equal(maximumText(draft({ ...everyone, coinBudget: '9' })), 'It can pay at most 9 coins in all.')
})

test('a rule says what it pays per unit, to one user, from which budget and when', () => {
  assert.deepEqual(
    ruleText(
      draft({
        coinValue: '1',
        perUnit: true,
        maxCoinsPerAward: '50',
        userLimitAward: '1',
        userLimitPeriod: 'day',
        userCoinLimit: '100',
        coinBudget: '5000',
        budgetPeriod: 'month',
        startsAt: '2026-11-19T23:00:00.000Z',
        endsAt: '2026-11-30T23:00:00.000Z',
        timeZone: 'Africa/Lagos',
      }),
    ),
    [
      'Pays 1 coin per unit (at most 50 coins per award) each time you award it, to at most 1,000 people, each once a day.',
      AGAIN,
      'One member gets at most 100 coins a day.',
      'The budget is 5,000 coins a month; a payment that would pass it is refused, until the next month begins.',
      'It runs from 20 Nov 2026, 00:00 until 1 Dec 2026, 00:00 (Africa/Lagos).',
    ],
  )
  const others = (changes: Partial<RuleDraft>) =>
    ruleText(draft({ userLimitAward: '1', ...changes })).slice(1)
  assert.deepEqual(others({ coinBudget: '' }), [
    'The budget is … coins in all; a payment that would pass it is refused.',
  ])
  assert.deepEqual(others({ startsAt: '2026-11-19T23:00:00.000Z' }), [
    'It starts on 19 Nov 2026, 23:00 (UTC).',
  ])
  assert.deepEqual(
    others({ coinBudget: '1', budgetPeriod: 'week', timeZone: 'Asia/Tokyo' }).at(-1),
    'Days, weeks and months begin in the time zone Asia/Tokyo.',
  )
})

test('the maximum payout knows periods, budgets, units and windows', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  const max = (changes: Partial<RuleDraft>) =>
    maximumText(draft({ maxNumberOfParticipant: '10', ...changes }), now)
  const endless = 'There is no limit to what it can pay in all.'
  assert.equal(max({ perUnit: true, userLimitAward: '1' }), endless)
  assert.equal(
    max({ perUnit: true, userLimitAward: '2', maxCoinsPerAward: '5' }),
    'It can pay at most 100 coins in all.',
  )
  assert.equal(max({ userCoinLimit: '30', userLimitAward: '9' }), 'It can pay at most 300 coins in all.')
  assert.equal(
    max({ userLimitAward: '1', userLimitPeriod: 'day' }),
    'It can pay at most 100 coins a day, without an end.',
  )
  assert.equal(
    max({ userLimitAward: '1', userLimitPeriod: 'day', coinBudget: '250', budgetPeriod: 'week' }),
    'It can pay at most 100 coins a day and 250 coins a week, without an end.',
  )
  assert.equal(max({ coinBudget: '250.5' }), 'It can pay at most 250.5 coins in all.')
  assert.equal(max({ coinBudget: 'some' }), null)
  const week = { startsAt: '2026-11-19T23:00:00Z', endsAt: '2026-11-26T23:00:00Z', timeZone: 'Africa/Lagos' }
  // From Friday the 20th until before Friday the 27th: seven days, two weeks, one month.
  const budget = (budgetPeriod: string) => max({ ...week, coinBudget: '1', budgetPeriod })
  assert.equal(budget('day'), 'It can pay at most 7 coins in all.')
  assert.equal(budget('week'), 'It can pay at most 2 coins in all.')
  assert.equal(budget('month'), 'It can pay at most 1 coin in all.')
  assert.equal(
    max({ endsAt: '2026-11-18T00:00:00Z', coinBudget: '3', budgetPeriod: 'day' }),
    'It can pay at most 6 coins in all.',
  )
})

test('the pace of a budget says when it will be gone, or that it lasts', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  const rule = { coinBudget: '100', budgetUsed: '30', budgetPeriodEnd: null, endsAt: null }
  const pace = (
    changes: Partial<typeof rule> | { budgetPeriodEnd: string } | { endsAt: string },
    coins = '70',
  ) => paceText({ ...rule, ...changes }, { coins, days: 7 }, now)
  const begin = 'At the pace of the last seven days (10 coins a day) it'
  assert.equal(pace({}), `${begin} will be gone on 23 Nov 2026.`)
  assert.equal(pace({ budgetPeriodEnd: '2026-11-20T00:00:00.000Z' }), `${begin} lasts until the next budget.`)
  assert.equal(pace({ endsAt: '2026-11-20T00:00:00.000Z' }), `${begin} lasts until the rule ends.`)
  assert.equal(pace({ budgetUsed: '100' }), 'Nothing is left of it.')
  assert.equal(
    pace({ coinBudget: '70000000000000' }, '0.07'),
    'At the pace of the last seven days (0.01 coins a day) it lasts for more than ten years.',
  )
  assert.equal(pace({}, '0'), 'It paid nothing in the last seven days.')
})

test('a version names the terms that it changed', () => {
  const { status: _, ...terms } = draft()
  const shown = {
    name: 'first',
    displayName: null,
    condition: '',
    shownToUsers: false,
    archivedAt: null,
    maxNumberOfParticipant: '5',
    activityType: null,
    when: null,
    unitsFrom: null,
    priority: 0,
    exclusiveGroup: null,
    pendingDays: 0,
    coinExpiry: null,
  }
  const before = { ...terms, ...shown, type: 'single', status: 'active', rules: [] }
  type Terms = Parameters<typeof changesBetween>[0]
  const changes = {
    coinValue: '12.5',
    countPer: 'day',
    consecutive: true,
    coinBudget: '50',
    endsAt: '2026-11-20T00:00:00.000Z',
    pendingDays: 14,
    coinExpiry: { after: 'P1Y', until: 'day' } as const,
  }
  const after = {
    ...before,
    ...changes,
    displayName: 'Your first order',
    status: 'inactive',
    archivedAt: '2026-11-18T12:00:00.000Z',
    maxNumberOfParticipant: NO_PARTICIPANT_LIMIT,
    shownToUsers: true,
  }
  assert.deepEqual(changesBetween(before as Terms, after as Terms), [
    { label: 'Shown as', before: 'none', after: 'Your first order' },
    { label: 'Status', before: 'active', after: 'paused' },
    { label: 'Archived', before: 'no', after: '18 Nov 2026' },
    { label: 'Coins', before: '10 coins', after: '12.5 coins' },
    { label: 'People', before: '5', after: 'no limit' },
    { label: 'Counts', before: 'every award', after: 'once a day' },
    { label: 'In a row', before: 'no', after: 'yes' },
    { label: 'Budget', before: 'none', after: '50 coins' },
    { label: 'Ends', before: 'never', after: '20 Nov 2026, 00:00' },
    { label: 'Shown to members', before: 'no', after: 'yes' },
    { label: 'Can be spent', before: 'at once', after: 'after 14 days' },
    { label: 'Expire', before: 'as the programme says', after: 'after 1 year, at the end of the day' },
  ])
  assert.deepEqual(changesBetween(before as Terms, before as Terms), [])
})

test('a limit of one payment is “once”', () => {
  const text = (limit: number, userLimitPeriod = 'total') =>
    userLimitText({ userLimitAward: String(limit), userLimitPeriod })
  assert.equal(text(2, 'day'), 'At most 2 times a day')
  assert.deepEqual(
    [-1, 1, 2, 1000].map((limit) => text(limit)),
    ['No limit', 'At most once', 'At most 2 times', 'At most 1,000 times'],
  )
})

test('the latest month of this year is the current one, and of an earlier year December', () => {
  const now = new Date().toISOString().slice(0, 7)
  assert.equal(latestMonthOf(undefined), now)
  assert.equal(latestMonthOf(Number(now.slice(0, 4))), now)
  assert.equal(latestMonthOf(2019), '2019-12')
})

test('a share is typed in per cent', () => {
  const shares = { 100: '1', 40: '0.4', '33.3333': '0.333333', '0.01': '0.0001', 5: '0.05', '12.5%': '0.125' }
  for (const [percent, share] of Object.entries(shares)) assert.equal(shareOf(percent), share, percent)
  assert.equal(shareOf('half'), 'half')
  assert.equal(shareOf('0'), '0')
})

test('what is left of an order, and half of it, add up to the whole', () => {
  const rests = { 0: '1', 0.6: '0.4', 0.333333: '0.666667', 1: '0' }
  for (const [before, rest] of Object.entries(rests)) assert.equal(restOf(before), rest, before)
  assert.equal(halfOfRest('0'), '0.5')
  assert.equal(halfOfRest('0.333333'), '0.333333')
  assert.deepEqual(['0.4', '0.333333', 'many'].map(percentText), ['40 %', '33.3333 %', 'many %'])
})

test('customers are pasted one per line', () => {
  assert.deepEqual(
    customersOf('c-1, Ada Lovelace, ada@mail.example\r\n\n c-2\nc-3;ada@mail.example;Ada\nc-4\tAda'),
    [
      { externalId: 'c-1', fullname: 'Ada Lovelace', email: 'ada@mail.example' },
      { externalId: 'c-2' },
      { externalId: 'c-3', fullname: 'Ada', email: 'ada@mail.example' },
      { externalId: 'c-4', fullname: 'Ada' },
    ],
  )
})

test('numbers are understood with groups and decimals as people write them', () => {
  const understood: Record<string, string> = {
    ' 1000 ': '1000',
    '1,000': '1000',
    '1,000,000': '1000000',
    '1,000.50': '1000.50',
    '1 000': '1000',
    '12 345 678': '12345678',
    '1\u202f000': '1000',
    '1\u00a0000.5': '1000.5',
    '1.000.000': '1000000',
    '1.000,50': '1000.50',
    '2.50': '2.50',
    '1.234567': '1.234567',
  }
  for (const [typed, meant] of Object.entries(understood)) {
    assert.equal(typedNumber(typed), meant, typed)
    assert.equal(unclearNumber(typed), null, typed)
  }
})

test('a number that can mean two things is asked about, and other text is left to the service', () => {
  assert.equal(unclearNumber('1.000'), 'Write 1000 or 1: “1.000” can mean either.')
  assert.equal(unclearNumber(' 12.500 '), 'Write 12500 or 12.5: “12.500” can mean either.')
  for (const other of [
    '',
    'ten',
    '10 00',
    '1,00,000',
    '0,500',
    '0.500',
    '-1',
    '1e3',
    '1,000,00',
    '1 000,000',
    '1,5',
    '1,50',
    '2.555',
  ])
    assert.deepEqual([typedNumber(other), unclearNumber(other)], [other, null], other)
})

test('the form of a rule says what yesterday would have cost with its terms', () => {
  const yesterday = (...units: (string | null)[]) => ({
    payments: units.map((each) => ({ coins: '10', units: each })),
    isAll: true,
  })
  assert.equal(
    yesterdayText(yesterday(null, null), draft()),
    'Yesterday it paid 2 times: 20 coins. The same payments would cost the same.',
  )
  assert.equal(
    yesterdayText({ ...yesterday(null), isAll: false }, draft({ coinValue: '2.5' })),
    'Yesterday it paid at least 1 time: 10 coins. The same payments would cost 2.5 coins.',
  )
  const perUnit = draft({ coinValue: '0.5', perUnit: true, maxCoinsPerAward: '7' })
  assert.equal(
    yesterdayText(yesterday('10.019999', '100'), perUnit),
    'Yesterday it paid 2 times: 20 coins. The same payments would cost 12 coins.',
  )
  assert.equal(yesterdayText(yesterday(null), perUnit), null)
  assert.equal(yesterdayText(yesterday(null), draft({ coinValue: '' })), null)
  assert.equal(
    yesterdayText(yesterday(), draft()),
    'It paid nothing yesterday, so a day like that would cost nothing.',
  )
})

test('addresses are the same whatever the case of A to Z, and no other letter', () => {
  assert.equal(isSameEmail('Kim@Acme.example', 'kim@acme.EXAMPLE'), true)
  assert.equal(isSameEmail('\u212aim@acme.example', 'kim@acme.example'), false)
  assert.equal(isSameEmail('\u00c9va@acme.example', '\u00e9va@acme.example'), false)
})

test('a sentence of the API has the words of the pages, and data and columns of files stay as they are', () => {
  for (const [sentence, expected] of [
    [
      'The externalId c-2 is already taken; choose another one.',
      'The id c-2 is already taken; choose another one.',
    ],
    ['The externalId externalId is already taken.', 'The id externalId is already taken.'],
    ['The rule name "externalId" is already taken.', 'The rule name "externalId" is already taken.'],
    ['The header line lacks the column externalId.', 'The header line lacks the column externalId.'],
    [
      'userDetailsUrl must answer with one JSON object.',
      'The user details address must answer with one JSON object.',
    ],
    ['The tag userDetailsUrl was not found.', 'The tag userDetailsUrl was not found.'],
  ] as const)
    assert.equal(pageSentence(sentence), expected)
})
