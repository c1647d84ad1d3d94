import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAwardLines } from '../../../dashboard/src/rules/bulk-lines.ts'
import { awardForecastText, awardRefusalText } from '../../../dashboard/src/rules/forecast-text.ts'
import { keptLately, paceChanges } from '../../../dashboard/src/rules/rule-pace.ts'
import { readRuleSearch } from '../../../dashboard/src/rules/rule-search.ts'
import { windowUse } from '../../../dashboard/src/rules/rule-window.ts'

const linesOf = (text: string, perUnit = false) =>
  readAwardLines(text, { perUnit }).map(({ line, member, units, reference, note, problem }) => [
    line,
    `${member.kind} ${member.value}`,
    units,
    reference,
    note,
    problem,
  ])

test('a list of awards names members by own id, e-mail address, tag or id', () => {
  const id = '0198C5C1-2E3F-7A4B-8C5D-6E7F8A9B0C1D'
  assert.deepEqual(linesOf(`cust-4711, ORD-900\n\nAda@Mail.example\n@ada;x\n${id},,Goodwill\n`), [
    [1, 'ownId cust-4711', null, 'ORD-900', null, null],
    [3, 'email Ada@Mail.example', null, null, null, null],
    [4, 'tag ada;x', null, null, null, null],
    [5, `userId ${id.toLowerCase()}`, null, null, 'Goodwill', null],
  ])
})

test('a list of awards may name its columns, in any order, with quotes and any separator', () => {
  const text = '\uFEFFOrder;E-mail;Units\r\n"A ""7""; B";ada@mail.example;1.000,5\r\n;;3\r\n'
  assert.deepEqual(linesOf(text, true), [
    [2, 'email ada@mail.example', '1000.5', 'A "7"; B', null, null],
    [3, 'ownId ', '3', null, null, 'The member is missing.'],
  ])
  assert.deepEqual(linesOf('tag\tnote\n@ada\t"two\nlines"\nbob\t'), [
    [2, 'tag ada', null, null, 'two\nlines', null],
    [4, 'tag bob', null, null, null, null],
  ])
})

test('a line says what is wrong with it', () => {
  const problemOf = (line: string, perUnit: boolean) => readAwardLines(line, { perUnit })[0]?.problem
  assert.equal(problemOf('c-1', true), 'The units are missing: this rule pays per unit.')
  assert.equal(problemOf('c-1,ten', true), '“ten” is no amount above 0.')
  assert.equal(problemOf('c-1,0', true), '“0” is no amount above 0.')
  assert.equal(problemOf('c-1,0.000001', true), null)
  assert.equal(problemOf('c-1,1.000', true), 'Write 1000 or 1: “1.000” can mean either.')
  assert.equal(problemOf(`c-1,${'r'.repeat(101)}`, false), 'The reference has more than 100 characters.')
  assert.equal(
    readAwardLines('member,units\nc-1,5', { perUnit: false })[0]?.problem,
    'This rule does not pay per unit; leave the units out.',
  )
})

const paid = (date: string, coins: string, reversed = '0') => ({ date, coins, reversed })

test('a version shows the coins a day before and after it, without the days of changes and today', () => {
  const days = [
    paid('2026-11-01', '10'),
    paid('2026-11-02', '20'),
    paid('2026-11-03', '999'),
    paid('2026-11-04', '30'),
    paid('2026-11-05', '30.5'),
    paid('2026-11-06', '999'),
    paid('2026-11-07', '500'),
  ]
  const versions = [
    { version: 2, date: '2026-11-03' },
    { version: 3, date: '2026-11-06' },
  ]
  assert.deepEqual(
    [...paceChanges(days, versions, '2026-11-07')],
    [
      [2, { before: '15', after: '30.25' }],
      [3, { before: '30.25', after: null }],
    ],
  )
})

test('the pace of a budget counts what wallets kept', () => {
  const days = [paid('2026-11-01', '9'), paid('2026-11-02', '10', '2.5'), paid('2026-11-03', '5')]
  assert.deepEqual(keptLately(days, 2), { coins: '12.5', days: 2 })
})

test('the time of a rule is told by days, or by its start or end', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  const useOf = (startsAt: string | null, endsAt: string | null) =>
    windowUse({ startsAt, endsAt, timeZone: 'UTC' }, now, 'UTC')
  assert.equal(useOf(null, null), null)
  assert.deepEqual(useOf('2026-11-02T00:00:00.000Z', '2026-12-26T00:00:00.000Z'), {
    text: 'Day 17 of 54, until 26 Dec, 00:00',
    share: 17 / 54,
  })
  assert.deepEqual(useOf('2026-12-01T00:00:00.000Z', null), { text: 'Starts on 1 Dec, 00:00', share: null })
  assert.deepEqual(useOf(null, '2026-11-01T00:00:00.000Z'), { text: 'Ended on 1 Nov, 00:00', share: null })
  assert.deepEqual(useOf(null, '2026-12-01T00:00:00.000Z'), { text: 'Runs until 1 Dec, 00:00', share: null })
})

test('a forecast speaks to people, with what is used and when it could pay', () => {
  const counters = {
    progress: 1,
    completionNumber: 2,
    userAwards: 3,
    userLimitAward: 3,
    userCoins: '40',
    userCoinLimit: '50',
    participants: 8,
    maxNumberOfParticipant: 8,
    budgetUsed: '999.5',
    coinBudget: '1000',
  }
  const textOf = (reason: string, more: { retryAt?: string } = {}) =>
    awardRefusalText({ reason, decision: { counters, ...more } })
  assert.equal(textOf('rule_full'), 'The rule is full: 8 of 8 people were paid.')
  assert.match(
    textOf('user_limit_reached', { retryAt: '2026-11-19T00:00:00.000Z' }),
    /^The limit for one person is reached: 3 of 3 awards used\. It could pay from 19 Nov/,
  )
  assert.equal(
    textOf('budget_exhausted'),
    'The payment would pass the budget of the rule: 999.5 of 1,000 were used.',
  )
  assert.equal(awardRefusalText({ reason: 'rule_ended' }), 'The rule has ended.')
  const decision = { coins: '10', counters }
  assert.equal(awardForecastText({ awarded: true, decision }), 'It would pay 10 coins.')
  assert.equal(awardForecastText({ awarded: false, decision }), 'It would be counted: 1 of 2.')
})

test('the address of a rule page keeps only what the page knows', () => {
  const known = { tab: 'awards', outcome: 'refused', reason: 'rule_full', day: '2026-11-03', sort: 'last' }
  const { tab, outcome, reason, day, sort } = readRuleSearch(known)
  assert.deepEqual({ tab, outcome, reason, day, sort }, known)
  const search = readRuleSearch({ tab: 'people', outcome: 'x', reason: 'y', day: 'today', sort: 'coins' })
  assert.deepEqual(
    Object.values(search).filter((value) => value !== undefined),
    [],
  )
})
