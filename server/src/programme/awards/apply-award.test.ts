import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_MEMBER_LIMIT, ruleWith } from '../../../test/support/rule.ts'
import type { CoinBatch } from '../coins/coin-batch.ts'
import { SYSTEM } from '../ledger/actor.ts'
import { NO_LABELS } from '../ledger/labels.ts'
import type { Rule } from '../rules/rule.ts'
import { noRuleChanges } from '../rules/rule-batch.ts'
import { emptyWallet, type Wallet } from '../wallets/wallet.ts'
import { newWalletBatch } from '../wallets/wallet-batch.ts'
import { applyAward } from './apply-award.ts'
import { applyReversal } from './apply-reversal.ts'
import { type AwardBatch, noAwardChanges } from './award-batch.ts'

const NOW = new Date('2026-11-16T10:00:00.000Z')
const LAST_MONTH = new Date('2026-10-31T23:00:00.000Z')

const rule = (changes: Partial<Rule> = {}): Rule =>
  ruleWith({ id: 'rule-1', coins: 250n, participantsMax: 1, ...changes })

const wallet = (userId: string): Wallet => ({
  ...emptyWallet(userId),
  id: `wallet of ${userId}`,
  joinedNo: 1n,
  pointsSegment: 1n,
  updatedAt: NOW,
})

function batchWith(rules: Rule[], users: string[]): AwardBatch & CoinBatch {
  const ledger = {
    ...NO_MEMBER_LIMIT,
    partnerId: 'partner-1',
    nextDueAt: null,
    now: NOW,
    issuanceAccount: 'issuance-1',
    spendAccount: 'spend-1',
    lastSeq: 40n,
    lastJoinedNo: 2n,
    walletsWithCoins: 0n,
    segmentsVersion: 1n,
    rulesVersion: 1n,
    notesJoins: false,
    notesReferrals: false,
    coinExpiry: null,
    expiryNoticeDays: 30,
    usesLots: false,
  }
  const wallets = newWalletBatch(ledger, users.map(wallet), [])
  return {
    ...wallets,
    party: undefined,
    rules: new Map(rules.map((each) => [each.name, each])),
    rulesById: new Map(rules.map((each) => [each.id, each])),
    progress: new Map(),
    awards: new Map(),
    shownDetails: new Map(),
    transactions: new Map(),
    unrefundable: new Map(),
    changes: { ...wallets.changes, ...noRuleChanges(), ...noAwardChanges(), transactions: [] },
  }
}

function award(batch: AwardBatch & CoinBatch, userId: string, ruleName = 'order') {
  const request = { member: { userId }, ruleName, note: null, units: null, ...NO_LABELS }
  return applyAward(batch, { request, keyed: null }, SYSTEM)
}

function reverse(batch: AwardBatch & CoinBatch, awardId: string) {
  const request = { awardId, coins: null, shortfall: 'refuse', narration: null } as const
  return applyReversal(batch, { request, keyed: null }, SYSTEM)
}

test('each call of a batch sees the changes of earlier calls', () => {
  const batch = batchWith([rule()], ['ada', 'ben'])
  const records = [award(batch, 'ada'), award(batch, 'ben'), award(batch, 'ada')].map((result) => {
    assert.ok(result.kind === 'decided')
    const { seq, outcome, reason, userAwards, participants } = result.record
    return { seq, outcome, reason, userAwards, participants }
  })
  assert.deepEqual(records, [
    { seq: 41n, outcome: 'paid', reason: null, userAwards: 1, participants: 1 },
    { seq: 43n, outcome: 'refused', reason: 'rule_full', userAwards: 0, participants: 1 },
    { seq: 44n, outcome: 'paid', reason: null, userAwards: 2, participants: 1 },
  ])
  assert.deepEqual(
    batch.changes.lifecycleEvents.map(({ seq, type }) => [seq, type]),
    [[42n, 'rule.full']],
  )
  const ada = batch.wallets.get('ada') as Wallet
  assert.deepEqual([ada.balance, ada.points, ada.lastMonth?.earned], [500n, 500n, 500n])
})

test('a batch records each changed row once, and only the refusal of a refused call', () => {
  const batch = batchWith([rule()], ['ada', 'ben'])
  for (const userId of ['ada', 'ben', 'ada']) award(batch, userId)
  const { changes } = batch
  assert.equal(changes.awards.length, 3)
  assert.deepEqual(
    [...changes.wallets].map(({ userId }) => userId),
    ['ada'],
  )
  assert.deepEqual(
    [...changes.progress.values()],
    [{ ruleId: 'rule-1', userId: 'ada', isNew: true, countsPeriods: false }],
  )
  assert.deepEqual(
    [...changes.rules].map(({ participants }) => participants),
    [1],
  )
})

test('a call for an unknown user or rule takes no sequence number and changes nothing', () => {
  const batch = batchWith([rule()], ['ada'])
  assert.deepEqual(award(batch, 'nobody'), { kind: 'unknown', what: 'User' })
  assert.deepEqual(award(batch, 'ada', 'nothing'), { kind: 'unknown', what: 'Rule' })
  assert.equal(batch.ledger.lastSeq, 40n)
  assert.equal(batch.changes.awards.length + batch.changes.wallets.size, 0)
})

test('a reversal undoes the coins, the participant slot and the scores in the month of the award, once', () => {
  const batch = batchWith([rule()], ['ada'])
  const paid = award(batch, 'ada')
  assert.ok(paid.kind === 'decided')
  const { id } = paid.record
  batch.awards.set(id, { ...paid.record, createdAt: LAST_MONTH, remaining: null, hasWriteOff: false })

  const outcomes = [1, 2].map(() => {
    const result = reverse(batch, id)
    assert.ok(result.kind === 'decided')
    return [result.record.outcome, result.record.reason, result.record.seq]
  })
  assert.deepEqual(outcomes, [
    ['reversed', null, 43n],
    ['refused', 'already_reversed', 44n],
  ])
  const ada = batch.wallets.get('ada') as Wallet
  assert.deepEqual([ada.balance, ada.points, batch.rules.get('order')?.participants], [0n, 0n, 0])
  assert.deepEqual(
    [...batch.changes.earlierMonths].map(({ month, earned }) => [month, earned]),
    [['2026-10-01', -250n]],
  )
  assert.deepEqual(reverse(batch, 'nothing'), {
    kind: 'unknown',
    what: 'Award',
  })
})
