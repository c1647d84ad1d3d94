import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FoundAward } from '../awards/award.ts'
import type { FoundTransaction } from '../coins/coin-transaction.ts'
import { formatShare, parseShare, WHOLE } from '../coins/share.ts'
import { COINS_MAX } from '../ledger/coin.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { LotPart } from '../lots/lot.ts'
import { emptyWallet, type Wallet } from '../wallets/wallet.ts'
import { type Order, planReturn } from './plan-return.ts'

const transfer = (id: string, coins: bigint, refundable: bigint | null = null) =>
  ({ id, userId: 'ada', coins, refundable, lots: [] as LotPart[] }) as FoundTransaction

const award = (id: string, coins: bigint, changes: Partial<FoundAward> = {}) =>
  ({
    id,
    userId: 'ada',
    outcome: 'paid',
    seq: 5n,
    coins,
    remaining: null,
    hasWriteOff: false,
    availableAt: null,
    expiresAt: null,
    ...changes,
  }) as FoundAward

const walletWith = (changes: Partial<Wallet>): Wallet => ({ ...emptyWallet('ada'), ...changes })

const context = {
  ledger: { now: new Date('2026-11-19T10:00:00.000Z'), timeZone: 'UTC' } as Ledger,
  shortfall: 'refuse',
  before: 0,
  after: WHOLE,
  walletOf: () => walletWith({}),
  paidSeqOf: () => null,
} as const

/** What a plan gives and takes, by id. */
function amountsOf(order: Order, changes: Partial<Parameters<typeof planReturn>[1]> = {}) {
  const plan = planReturn(order, { ...context, ...changes })
  if (plan.kind === 'refused') return { reason: plan.reason, id: plan.id }
  return {
    refunds: Object.fromEntries(plan.refunds.map((each) => [each.transfer.id, each.coins])),
    reversals: Object.fromEntries(plan.reversals.map((each) => [each.award.id, each.coins])),
  }
}

const someCoins = fc.bigInt({ min: 1n, max: COINS_MAX })
/** Shares of up to 6 decimals that add up to 1, in the order of their returns. */
const sharesToTheEnd = fc
  .uniqueArray(fc.integer({ min: 1, max: WHOLE - 1 }), { maxLength: 12 })
  .map((cuts) => [...cuts.sort((left, right) => left - right), WHOLE])

test('shares round down to hundredths of their sum, never give more than there was, and give all at 1', () => {
  fc.assert(
    fc.property(fc.array(someCoins, { minLength: 1, maxLength: 5 }), sharesToTheEnd, (amounts, ends) => {
      const left = [...amounts]
      let before = 0
      for (const after of ends) {
        const order = {
          transfers: amounts.map((coins, index) => transfer(String(index), coins, left[index])),
          awards: [],
        }
        const plan = amountsOf(order, { before, after, walletOf: () => walletWith({}) })
        assert('refunds' in plan)
        for (const [index, coins] of amounts.entries()) {
          const refund: bigint = plan.refunds[String(index)] ?? 0n
          // A decimal computation, apart from the one under test.
          const due = (share: number) => BigInt(`${coins * BigInt(share)}`.slice(0, -6) || '0')
          assert.equal(refund, due(after) - due(before))
          left[index] = (left[index] as bigint) - refund
          assert((left[index] as bigint) >= 0n)
        }
        before = after
      }
      assert.deepEqual(
        left,
        amounts.map(() => 0n),
      )
    }),
  )
})

test('what was refunded and reversed one by one is left out, also at the end', () => {
  fc.assert(
    fc.property(someCoins, someCoins, sharesToTheEnd, (coins, gone, ends) => {
      let left = gone > coins ? 0n : coins - gone
      let before = 0
      for (const after of ends) {
        const order = { transfers: [], awards: [award('a', coins, { remaining: left })] }
        const plan = amountsOf(order, { before, after, walletOf: () => walletWith({ balance: coins }) })
        assert('reversals' in plan)
        const taken = plan.reversals.a ?? 0n
        assert(taken <= left)
        left -= taken
        before = after
      }
      assert.equal(left, 0n)
    }),
  )
})

test('refunds come first, and their coins pay for the reversals', () => {
  const order = { transfers: [transfer('t', 400n)], awards: [award('a', 400n)] }
  assert.deepEqual(amountsOf(order), { refunds: { t: 400n }, reversals: { a: 400n } })
  assert.deepEqual(amountsOf({ ...order, transfers: [transfer('t', 399n)] }), {
    reason: 'insufficient_coins',
    id: 'a',
  })
})

test('what a wallet owes is settled by the refunds before reversals take from it', () => {
  const order = { transfers: [transfer('t', 400n)], awards: [award('a', 400n)] }
  const walletOf = () => walletWith({ owed: 100n })
  assert.deepEqual(amountsOf(order, { walletOf }), { reason: 'insufficient_coins', id: 'a' })
  assert.deepEqual(amountsOf(order, { walletOf, shortfall: 'owe' }), {
    refunds: { t: 400n },
    reversals: { a: 400n },
  })
})

test('completions go with the last share, unless a payment used them or they are taken back', () => {
  const counted = (id: string, changes: Partial<FoundAward> = {}) =>
    award(id, 0n, { outcome: 'counted', ...changes })
  const order = {
    transfers: [],
    awards: [counted('open'), counted('used', { seq: 3n }), counted('gone', { remaining: 0n })],
  }
  const paidSeqOf = () => 4n
  assert.deepEqual(amountsOf(order, { paidSeqOf, after: WHOLE - 1 }), { refunds: {}, reversals: {} })
  assert.deepEqual(amountsOf(order, { paidSeqOf }), { refunds: {}, reversals: { open: null } })
})

test('a share reads back as itself, and what is none is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: WHOLE }), (share) => {
      assert.equal(parseShare(formatShare(share)), share)
      assert.equal(parseShare(share / WHOLE), share)
    }),
  )
  assert.deepEqual([formatShare(WHOLE), formatShare(250_000), formatShare(1)], ['1', '0.25', '0.000001'])
  for (const value of ['1.000000', '0.100000']) assert.notEqual(parseShare(value), undefined)
  for (const value of [
    0,
    '0',
    '0.000000',
    1.000001,
    '2',
    -0.5,
    '-0.5',
    '.5',
    '1.',
    '0.0000001',
    1e-7,
    '1e-1',
  ])
    assert.equal(parseShare(value), undefined, String(value))
  assert.equal(parseShare('0.1234567890'), undefined)
})
