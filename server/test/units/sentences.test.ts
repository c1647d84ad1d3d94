import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AwardDecision, CoinDecision, Counters, Decision, ReturnDecision } from '@laurel/sdk'
import {
  type Decided,
  holdText,
  lifeText,
  lineDetail,
  lineText,
  outcomeText,
  REFUSAL_REASONS,
  type ReversalPlan,
  reasonText,
  refusalSentence,
  refusalText,
  reversalText,
  shortfallText,
  shortLife,
  totalsText,
  walletChange,
} from '../../../dashboard/src/format/sentences.ts'
import { LINE_REASONS } from '../../../dashboard/src/history/history-filter.ts'
import { daysOf } from '../../../dashboard/src/history/timeline-days.ts'
import { progressOf } from '../../../dashboard/src/users/progress-text.ts'
import { REASONS } from '../../src/http/responses/reason.ts'
import { API_NAMES, apiNamesIn } from '../support/api-names.ts'

const COUNTERS: Counters = {
  progress: 1,
  completionNumber: 1,
  userAwards: 3,
  userLimitAward: 3,
  userCoins: '48',
  userCoinLimit: '50',
  participants: 8,
  maxNumberOfParticipant: 8,
  budgetUsed: '990',
  coinBudget: '1000',
}

const decided = (changes: Partial<Decided>, counters: Partial<Counters> = {}): Decided => ({
  ruleName: 'first purchase',
  outcome: 'refused',
  reason: null,
  coins: '25',
  left: '25',
  reversed: false,
  ...changes,
  counters: { ...COUNTERS, ...counters },
})

const COMMON = {
  id: '0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f',
  userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b',
  partnerId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9c',
  reason: null,
  explanation: null,
  coins: '20',
  balance: '12.5',
  balanceAfter: '12.5',
  points: '20',
  parentId: null,
  actor: { kind: 'team', id: '1', name: 'owner@acme.example' },
  reference: 'ORD-900',
  metadata: null,
  retryAt: null,
  seq: 7,
  createdAt: '2026-11-18T12:00:00.000Z',
} as const

const award = (changes: Partial<AwardDecision>): AwardDecision => ({
  ...COMMON,
  kind: 'award',
  ruleId: '1',
  ruleName: 'welcome',
  awarded: true,
  note: null,
  outcome: 'paid',
  counters: COUNTERS,
  activityId: null,
  availableAt: null,
  expiresAt: null,
  ruleVersion: 1,
  units: null,
  reversed: false,
  left: '20',
  ...changes,
})

const moved = (changes: Partial<CoinDecision>): CoinDecision => ({
  ...COMMON,
  kind: 'transfer',
  outcome: 'moved',
  debitOrCredit: 'DE',
  note: null,
  awardId: null,
  ruleName: null,
  ruleVersion: null,
  originalId: null,
  returnId: null,
  available: null,
  holdId: null,
  expiresAt: null,
  fromExpired: null,
  taken: null,
  owed: null,
  writtenOff: null,
  left: null,
  ...changes,
})

const returned = (changes: Partial<ReturnDecision>): ReturnDecision => ({
  ...COMMON,
  kind: 'return',
  userId: null,
  outcome: 'returned',
  coins: null,
  balance: null,
  balanceAfter: null,
  points: null,
  ruleVersion: null,
  note: 'Damaged',
  share: '0.4',
  shareTotal: '0.6',
  shortfall: 'refuse',
  ...changes,
})

const KINDS = [
  'transfer',
  'reversal',
  'refund',
  'adjustment',
  'opening',
  'settlement',
  'expiry',
  'hold',
  'extension',
  'capture',
  'release',
  'hold_expiry',
] as const satisfies CoinDecision['kind'][]

/** Lines of every kind and outcome, and a refusal for every reason. */
const LINES: Decision[] = [
  award({}),
  award({ outcome: 'counted', counters: { ...COUNTERS, progress: 2, completionNumber: 3 } }),
  ...KINDS.flatMap((kind) => [
    moved({ kind }),
    moved({ kind, debitOrCredit: 'CR', expiresAt: COMMON.createdAt }),
    moved({ kind, holdId: COMMON.id, expiresAt: COMMON.createdAt }),
    moved({ kind, outcome: 'reversed', taken: '12', owed: '5', writtenOff: '3' }),
  ]),
  returned({}),
  ...LINE_REASONS.flatMap((reason) => [
    award({ outcome: 'refused', reason: reason as AwardDecision['reason'], retryAt: COMMON.createdAt }),
    ...KINDS.map((kind) => moved({ kind, outcome: 'refused', reason })),
    returned({ outcome: 'refused', reason }),
  ]),
]

test('a decision shows its outcome and reason, with the counters at that moment', () => {
  const paid = decided({ outcome: 'paid' })
  assert.equal(outcomeText(paid), 'Paid 25 coins')
  assert.equal(reasonText(paid), '3 of 3 awards used.')
  assert.equal(outcomeText({ ...paid, reversed: true, coins: '1', left: '0' }), 'Paid 1 coin, reversed')
  assert.equal(outcomeText({ ...paid, left: '2.5' }), 'Paid 25 coins, 2.5 left of it')
  assert.equal(
    reasonText(decided({ outcome: 'paid' }, { userLimitAward: -1, userAwards: 1 })),
    '1 payment of this rule so far.',
  )
  const counted = decided({ outcome: 'counted' }, { progress: 2, completionNumber: 3 })
  assert.equal(outcomeText(counted), 'Counted 2 of 3')
  assert.equal(reasonText(counted), '1 more is needed for a payment.')

  const why = (reason: string, counters = {}) => reasonText(decided({ reason }, counters))
  assert.equal(why('rule_full'), 'The rule is full: 8 of 8 people were paid.')
  assert.equal(
    why('rule_full', { participants: 12 }),
    'The rule is full: 12 people were paid, and the limit is 8.',
  )
  assert.equal(why('user_limit_reached'), 'The limit for one person is reached: 3 of 3 awards used.')
  assert.equal(why('rule_inactive'), '“first purchase” was paused.')
  assert.equal(
    why('sub_rule_repeated', { completionNumber: 2 }),
    '“first purchase” was done already in this round; 1 of 2 sub-rules are done.',
  )
  assert.equal(
    why('budget_exhausted'),
    'The payment would have passed the budget of the rule: 990 of 1,000 were used.',
  )
  assert.equal(
    reasonText(decided({ reason: 'user_coins_reached', retryAt: '2026-12-01T00:00:00.000Z' })),
    `The person would have got more coins of this rule than its limit allows: 48 of 50 so far. It could pay from 1 Dec${thisYear('2026')}, 00:00.`,
  )
})

/** Times of another year say which. */
const thisYear = (year: string) => (new Date().toISOString().startsWith(year) ? '' : ` ${year}`)

test('a forecast refuses in the present, with whose wallet it is', () => {
  assert.equal(refusalSentence('rule_inactive', { ruleName: 'welcome' }), '“welcome” is paused.')
  assert.equal(
    refusalSentence('insufficient_coins', { name: 'Ada', balance: '25', coins: '30' }),
    'Ada’s wallet holds 25 coins, fewer than 30.',
  )
  assert.equal(
    refusalSentence('reversal_exceeds', { left: '10' }),
    'Only 10 coins of the award are left to reverse.',
  )
  assert.equal(
    refusalSentence('return_exceeds', { returned: '0.6' }),
    'Of the order, 60 % came back before; at most 40 % can come back now.',
  )
  assert.equal(
    refusalSentence('return_exceeds', { returned: '1' }),
    'Of the order, 100 % came back before; nothing is left of it.',
  )
})

test('a reason for refusals is told in words, also one that is unknown here', () => {
  assert.equal(refusalText('rule_full'), 'Rule full')
  assert.equal(refusalText('something_new'), 'Something new')
  assert.equal(refusalSentence('something_new'), 'Something new.')
})

test('a line says what happened, what it did to the wallet, and what was left over', () => {
  assert.equal(lineText(award({})), 'Paid 20')
  assert.deepEqual(walletChange(award({})), { coins: '20', isCredit: true })
  const refused = award({ outcome: 'refused', reason: 'user_limit_reached' })
  assert.deepEqual(
    [lineText(refused), lineDetail(refused), walletChange(refused)],
    ['Award refused', 'The limit for one person is reached: 3 of 3 awards used.', null],
  )
  const reversal = moved({ kind: 'reversal', outcome: 'reversed', taken: '12', owed: '5', writtenOff: '3' })
  assert.deepEqual(
    [lineText(reversal), lineDetail(reversal), walletChange(reversal)],
    ['Reversed 20', '5 owed · 3 written off', { coins: '12', isCredit: false }],
  )
  assert.equal(lineText(moved({})), 'Spent 20')
  assert.equal(lineText(moved({ kind: 'adjustment', debitOrCredit: 'CR' })), 'Added 20 by hand')
  assert.equal(lineText(moved({ kind: 'adjustment' })), 'Took 20 by hand')
  assert.deepEqual(
    [lineText(returned({})), lineDetail(returned({}))],
    ['40 % of the order came back', '60 % so far'],
  )
  const pending = award({
    availableAt: '2026-02-15T00:00:00.000Z',
    expiresAt: '2026-05-17T00:00:00.000Z',
  })
  assert.equal(lineDetail(pending), '')
  assert.equal(shortLife(pending), 'to spend from 15 Feb 2026 until 16 May 2026')
  assert.equal(lifeText(pending), 'from 15 Feb 2026 until the end of 16 May 2026')
  const added = moved({ kind: 'adjustment', debitOrCredit: 'CR', expiresAt: '2026-05-17T00:00:00.000Z' })
  assert.equal(shortLife(added), 'to spend until 16 May 2026')
  assert.equal(shortLife({ ...added, outcome: 'refused' }), '')
  assert.equal(shortLife(moved({ kind: 'expiry', expiresAt: '2026-05-17T00:00:00.000Z' })), '')
  const expired = moved({ kind: 'expiry', coins: '6' })
  assert.deepEqual([lineText(expired), walletChange(expired)], ['6 expired', { coins: '6', isCredit: false }])
  const late = moved({ kind: 'reversal', outcome: 'reversed', taken: '0', fromExpired: '4' })
  assert.deepEqual([lineDetail(late), walletChange(late)], ['4 had expired', null])
  const short = moved({ outcome: 'refused', reason: 'insufficient_coins' })
  assert.equal(lineDetail(short), 'The wallet held 12.5 coins, fewer than 20.')
})

test('a hold says until when it lasts and how it ended, and moves no coins', () => {
  const ofHold = (changes: Partial<CoinDecision>) => moved({ debitOrCredit: null, coins: '6', ...changes })
  const expiresAt = '2024-02-01T10:15:00.000Z'
  for (const [changes, text, detail] of [
    [{ kind: 'hold', expiresAt }, 'Held 6', 'until 1 Feb 2024, 10:15'],
    [{ kind: 'extension', expiresAt }, 'Hold of 6 extended', 'until 1 Feb 2024, 10:15'],
    [{ kind: 'release' }, 'Hold of 6 released', ''],
    [{ kind: 'hold_expiry' }, 'Hold of 6 ended by itself', ''],
    [
      { kind: 'capture', outcome: 'refused', reason: 'capture_exceeds' },
      'Capture of 6 refused',
      'The hold has fewer coins.',
    ],
    [
      { kind: 'hold', outcome: 'refused', reason: 'insufficient_coins', balance: '10', available: '4' },
      'Hold of 6 refused',
      'Of the 10 coins in the wallet, 4 could be spent; the rest were held or pending.',
    ],
  ] as const) {
    const line = ofHold(changes)
    assert.deepEqual([lineText(line), lineDetail(line), walletChange(line)], [text, detail, null])
  }
  const captured = moved({ holdId: COMMON.id, coins: '4' })
  assert.deepEqual([lineText(captured), lineDetail(captured)], ['Spent 4', 'captured from a hold'])
})

test('sums say what came in and went out, and that they are cut', () => {
  const totals = { lines: 1280, credited: '1250', debited: '310.5', net: '939.5', atLeast: false }
  assert.equal(totalsText(totals), '1,280 lines · +1,250 in · −310.5 out · net +939.5')
  assert.equal(
    totalsText({ ...totals, atLeast: true, credited: '0', net: '-310.5' }),
    'At least 1,280 lines · −310.5 out',
  )
  assert.equal(
    totalsText({ ...totals, lines: 1, credited: '1', net: '-309.5' }),
    '1 line · +1 in · −310.5 out · net −309.5',
  )
})

const PLAN: ReversalPlan = {
  coins: '25',
  left: '25',
  shortfall: 'refuse',
  paidAt: '2026-03-31T23:30:00.000Z',
  name: 'Ada Lovelace',
  balance: '60',
  held: '0',
  ruleName: 'first purchase',
  ruleType: 'single',
  userLimitAward: '3',
  hasOtherAward: false,
}

test('a reversal describes everything that it changes', () => {
  assert.deepEqual(reversalText(PLAN), [
    '“first purchase” has one participant fewer.',
    'The payment no longer counts towards the limit of 3 for Ada Lovelace.',
    'The points and the boards of March 2026 change.',
  ])
  assert.equal(shortfallText(PLAN), null)
  assert.deepEqual(
    reversalText({ ...PLAN, ruleType: 'batched', userLimitAward: '-1', hasOtherAward: true }),
    [
      'Ada Lovelace has another paid award of “first purchase” and stays a participant.',
      'The points and the boards of March 2026 change.',
      'Progress is not restored: the rule must be completed again.',
    ],
  )
  const poor = { ...PLAN, balance: '24.99' }
  const held = 'Ada Lovelace’s wallet holds only 24.99 coins, fewer than the 25 to reverse.'
  assert.equal(shortfallText(poor), `${held} Choose what happens.`)
  assert.equal(
    shortfallText({ ...poor, shortfall: 'owe' }),
    `${held} Ada Lovelace owes the other 0.01 coins.`,
  )
  assert.equal(
    shortfallText({ ...poor, shortfall: 'available' }),
    `${held} The other 0.01 coins are written off.`,
  )
  assert.deepEqual(reversalText({ ...poor, shortfall: 'available' }), [
    'Ada Lovelace keeps coins of the award, so it still counts: participants and limits do not change.',
    'The points and the boards of March 2026 change.',
  ])
  assert.deepEqual(reversalText({ ...PLAN, coins: '10' }), [
    'The award stays paid until the rest is reversed too: participants and limits do not change.',
    'The points and the boards of March 2026 change.',
  ])
})

test('a reversal says what is held, what had expired, and what is owed until a hold ends', () => {
  const held = { ...PLAN, balance: '30', held: '10' }
  const why =
    'Of the 30 coins in Ada Lovelace’s wallet, 10 are held, so fewer than the 25 to reverse can be taken.'
  assert.equal(shortfallText(held), `${why} Choose what happens.`)
  assert.equal(shortfallText({ ...held, coins: '20' }), null)
  const forecast = { taken: '20', owed: '5', writtenOff: '0' }
  assert.equal(
    shortfallText({ ...held, shortfall: 'owe', forecast }),
    `${why} Ada Lovelace owes the other 5 coins.`,
  )
  const until = 'which are settled when the hold ends.'
  assert.equal(
    shortfallText({ ...held, shortfall: 'available', forecast }),
    `${why} Ada Lovelace owes 5 coins, ${until}`,
  )
  const poor = { taken: '12', owed: '10', writtenOff: '3' }
  assert.equal(
    shortfallText({ ...held, balance: '22', shortfall: 'available', forecast: poor }),
    `${why.replace('30', '22')} Ada Lovelace owes 10 coins, ${until} The other 3 coins are written off.`,
  )
  const expired = { ...PLAN, balance: '5', forecast: { taken: '5', owed: '0', writtenOff: '0' } }
  assert.equal(shortfallText(expired), null)
  assert.equal(reversalText(expired)[0], '20 coins had expired, so they leave no wallet.')
})

test('a refusal says what of a wallet cannot be taken', () => {
  const wallet = { balance: '20', available: '12', held: '5', coins: '15' }
  assert.equal(
    refusalSentence('insufficient_coins', wallet),
    'Of the 20 coins in the wallet, 12 can be spent; the rest are held or pending.',
  )
  assert.equal(
    refusalSentence('insufficient_coins', { ...wallet, available: '0', isPast: true }),
    'None of the 20 coins in the wallet could be spent: they were held or pending.',
  )
  assert.equal(
    refusalSentence('insufficient_coins', { ...wallet, takesPending: true }),
    'Of the 20 coins in the wallet, 5 are held.',
  )
  assert.equal(
    refusalSentence('insufficient_coins', { balance: '20', coins: '15', isPast: true }),
    'Too many of the 20 coins in the wallet were held.',
  )
})

test('a hold says what became of it', () => {
  const hold = { coins: '6', captured: '0', expiresAt: '2024-02-01T10:15:00.000Z' }
  assert.equal(holdText({ ...hold, status: 'active' }), 'Active until 1 Feb 2024, 10:15')
  assert.equal(holdText({ ...hold, status: 'captured', captured: '6' }), 'Captured')
  assert.equal(holdText({ ...hold, status: 'captured', captured: '4' }), '4 of 6 captured')
  assert.equal(holdText({ ...hold, status: 'released' }), 'Released')
  assert.equal(holdText({ ...hold, status: 'expired' }), 'Ended by itself')
})

test('moments within a day, as after a change of the zone, are shown with their time', () => {
  const noon = { availableAt: '2026-02-15T12:00:00.000Z', expiresAt: '2026-05-17T12:00:00.000Z' }
  assert.equal(shortLife(award(noon)), 'to spend from 15 Feb 2026, 12:00 until 17 May 2026, 12:00')
})

test('every reason of the service has a sentence of its own', () => {
  assert.deepEqual(
    Object.keys(REASONS).filter((reason) => !REFUSAL_REASONS.includes(reason)),
    [],
  )
})

test('no sentence has a name of the API', () => {
  assert.ok(API_NAMES.has('maxNumberOfParticipant') && API_NAMES.has('rule_full'), 'the names are found')
  assert.deepEqual(apiNamesIn('raise maxNumberOfParticipant, see rule_full'), [
    'maxNumberOfParticipant',
    'rule_full',
  ])
  const facts = [
    {},
    { isPast: true },
    {
      counters: COUNTERS,
      balance: '1',
      coins: '2',
      left: '1',
      returned: '0.6',
      name: 'Ada',
      ruleName: 'one',
    },
    { counters: COUNTERS, balance: '1', isPast: true, retryAt: COMMON.createdAt },
  ]
  const sentences = [
    ...REFUSAL_REASONS.flatMap((reason) => [
      refusalText(reason),
      ...facts.map((known) => refusalSentence(reason, known)),
    ]),
    ...LINES.flatMap((line) => [lineText(line), lineDetail(line), shortLife(line)]),
    ...[PLAN, { ...PLAN, coins: '10' }, { ...PLAN, balance: '1' }].flatMap((plan) => [
      ...reversalText(plan),
      shortfallText(plan) ?? '',
    ]),
  ]
  assert.deepEqual(apiNamesIn(sentences.join('\n')), [])
  assert.deepEqual(
    sentences.filter((sentence) => /undefined|null|NaN|\[object/.test(sentence)),
    [],
  )
})

test('corrections stand below what they correct, on its day', () => {
  const line = (id: string, seq: number, day: string, parentId: string | null = null) => ({
    id,
    seq,
    parentId,
    createdAt: `2026-11-${day}T12:00:00.000Z`,
  })
  const days = daysOf(
    [
      line('settlement', 6, '18', 'refund'),
      line('refund', 5, '18', 'spent'),
      line('half', 4, '18', 'award'),
      line('lost', 3, '17', 'older'),
      line('spent', 2, '17'),
      line('award', 1, '16'),
    ],
    (at) => at.slice(0, 10),
  )
  assert.deepEqual(
    days.map(({ day, groups }) => [
      day,
      groups.map(({ line: { id }, children }) => [id, ...children.map((each) => each.id)]),
    ]),
    [
      ['2026-11-17', [['lost'], ['spent', 'refund', 'settlement']]],
      ['2026-11-16', [['award', 'half']]],
    ],
  )
})

test('progress says how far, what is used, and when it counts again', () => {
  const rule = {
    progress: 0,
    needed: 1,
    userAwards: 0,
    userLimitAward: '-1',
    userCoins: '0',
    userCoinLimit: '-1',
    userLimitPeriod: 'total',
    periodEnd: null,
    countPer: 'call',
    countedUntil: null,
    streakEndsAt: null,
    full: false,
  } as const
  assert.deepEqual(progressOf(rule), { text: 'not yet', share: null, again: null })
  assert.deepEqual(progressOf({ ...rule, progress: 2, needed: 5 }), {
    text: '2 of 5',
    share: 0.4,
    again: null,
  })
  const streak = {
    ...rule,
    progress: 3,
    needed: 7,
    countPer: 'day',
    streakEndsAt: '2026-11-19T00:00:00.000Z',
  } as const
  assert.equal(progressOf(streak).text, 'day 3 of 7, ends tonight')
  const today = { countedUntil: '2026-11-18T00:00:00.000Z' }
  assert.equal(progressOf({ ...streak, ...today }).text, 'day 3 of 7, done for today')
  assert.equal(progressOf({ ...streak, countPer: 'week' }).text, 'week 3 of 7, ends with this week')
  assert.equal(progressOf({ ...streak, ...today, streakEndsAt: null }).text, '3 of 7, done for today')
  assert.equal(progressOf({ ...rule, userAwards: 1, userLimitAward: '1' }).text, 'used')
  const periodEnd = '2026-11-19T00:00:00.000Z'
  assert.deepEqual(
    progressOf({ ...rule, userCoins: '50', userCoinLimit: '50', userLimitPeriod: 'day', periodEnd }),
    { text: '50 of 50 today', share: 1, again: periodEnd },
  )
  assert.equal(progressOf({ ...rule, full: true }).text, 'full')
})
