import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiResponse } from '../support/api-response.ts'
import { ME, onboardTestPartner, signIn } from '../support/partner.ts'
import { randomFrom } from '../support/random.ts'
import { startTestService } from '../support/service.ts'
import { type Life, type Lot, type Shortfall, type Terms, TimedWallet } from '../support/timed-model.ts'

/** `npm run test:model` makes more runs; MODEL_SEED repeats one. */
const RUNS = Number(process.env.MODEL_RUNS ?? 4)
const STEPS = 80
const FIRST_SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000)

const service = await startTestService()
/** Calls go to both in turn. */
const second = await service.startAnother()

const SECONDS = [1, 59, 60, 900, 7_200, 43_200, 86_400, 3 * 86_400, 11 * 86_400, 40 * 86_400]
const HOLD_SECONDS = [60, 900, 86_400, 604_800]
const RULES: Record<string, Terms & { expiry: unknown }> = {
  plain: { pendingDays: 0, life: null, expiry: null },
  waiting: { pendingDays: 3, life: null, expiry: null },
  lasting: { pendingDays: 0, life: null, expiry: 'never' },
  'waiting and lasting': { pendingDays: 2, life: null, expiry: 'never' },
  short: { pendingDays: 0, life: { days: 5 }, expiry: { after: 'P5D', until: 'day' } },
}

const byText = (left: string, right: string) => left.localeCompare(right)

for (let run = 0; run < RUNS; run += 1) {
  const seed = FIRST_SEED + run
  test(`coins in time are what the contract says, MODEL_SEED=${seed}`, async () => {
    await runOnce(seed)
  })
}

test('and the ledger is sound', async () => {
  assert.deepEqual(await service.query('select * from broken_invariants limit 20'), [])
})

async function runOnce(seed: number): Promise<void> {
  const below = randomFrom(seed)
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
  let now = Date.parse('2027-01-30T22:00:00Z')
  service.clock.now = new Date(now)
  const partner = await onboardTestPartner(service)
  let { token } = partner
  const userId = await partner.addUser()
  const wallet = new TimedWallet()
  let life: Life = null
  const ids = { awards: [] as string[], transfers: [] as string[], holds: [] as string[] }
  let calls = 0
  let eventsSeen = 0
  const request = (method: string, path: string, body: unknown) => {
    calls += 1
    return (calls % 2 === 0 ? service : second).request(method, `/api/v1/laas${path}`, { token, body })
  }
  const post = (path: string, body: unknown = {}) => request('POST', path, body)

  for (const [name, { pendingDays, expiry }] of Object.entries(RULES))
    await partner.addRule({ name, coinValue: '0.01', perUnit: true, pendingDays, coinExpiry: expiry })

  const amount = () => BigInt(1 + below(500))
  const decimal = (coins: bigint) => (Number(coins) / 100).toFixed(2)
  const part = (coins: bigint) => (below(2) === 0 ? null : BigInt(1 + below(Number(coins) + 2)))

  async function step(): Promise<string> {
    wallet.now = now
    const outcomeOf = ({ status, body }: ApiResponse) => {
      assert(status < 500, JSON.stringify(body))
      return status < 300 ? null : body.data.appErrorCode
    }
    switch (below(12)) {
      case 0: {
        life = oneOf([null, { days: 10 }, { days: 45 }])
        const coinExpiry = life && { after: `P${life.days}D`, until: 'day' }
        assert.equal((await service.request('PATCH', ME, { token, body: { coinExpiry } })).status, 200)
        return `expiry ${JSON.stringify(life)}`
      }
      case 1:
      case 2:
      case 3: {
        const [name, { pendingDays, life: own, expiry }] = oneOf(Object.entries(RULES))
        const coins = amount()
        wallet.award(coins, { pendingDays, life: expiry === 'never' ? null : (own ?? life) })
        const { status, body } = await post('/rules/award', { userId, ruleName: name, units: Number(coins) })
        assert.equal(status, 201, JSON.stringify(body))
        ids.awards.push(body.data.id)
        return `award ${coins} by ${name}`
      }
      case 4: {
        const coins = below(2) === 0 ? amount() : -amount()
        const outcome = wallet.adjust(coins, life)
        assert.equal(
          outcomeOf(await post('/coins/adjust', { userId, coins: decimal(coins), reason: 'x' })),
          outcome,
        )
        return `adjust ${coins}`
      }
      case 5: {
        const coins = amount()
        const outcome = wallet.transfer(coins)
        const response = await post('/coins/transfer-from-user-wallet', { userId, coins: decimal(coins) })
        assert.equal(outcomeOf(response), outcome)
        if (!outcome) ids.transfers.push(response.body.data.id)
        return `transfer ${coins}`
      }
      case 6: {
        if (ids.transfers.length === 0) return 'nothing'
        const index = below(ids.transfers.length)
        const coins = part(wallet.transfers[index]?.left ?? 0n)
        const outcome = wallet.refund(index, coins)
        const body = coins === null ? {} : { coins: decimal(coins) }
        assert.equal(
          outcomeOf(await post(`/coins/transactions/${ids.transfers[index]}/refund`, body)),
          outcome,
        )
        return `refund ${index} ${coins}`
      }
      case 7:
      case 8: {
        if (ids.awards.length === 0) return 'nothing'
        const index = below(ids.awards.length)
        const coins = part(wallet.awards[index]?.left ?? 0n)
        const shortfall = oneOf<Shortfall>(['refuse', 'available', 'owe'])
        const outcome = wallet.reverse(index, coins, shortfall)
        const body = { shortfall, ...(coins !== null && { coins: decimal(coins) }) }
        assert.equal(outcomeOf(await post(`/rules/award/${ids.awards[index]}/reverse`, body)), outcome)
        return `reverse ${index} ${coins} ${shortfall}`
      }
      case 9: {
        const coins = amount()
        const expiresIn = oneOf(HOLD_SECONDS)
        const outcome = wallet.hold(coins, expiresIn)
        const response = await post('/coins/holds', { userId, coins: decimal(coins), expiresIn })
        assert.equal(outcomeOf(response), outcome)
        if (!outcome) ids.holds.push(response.body.data.id)
        return `hold ${coins} for ${expiresIn}`
      }
      default: {
        if (ids.holds.length === 0) return 'nothing'
        const index = below(10) < 7 ? ids.holds.length - 1 : below(ids.holds.length)
        const path = `/coins/holds/${ids.holds[index]}`
        const what = below(4)
        if (what === 0) {
          const expiresIn = oneOf(HOLD_SECONDS)
          const outcome = wallet.extend(index, expiresIn)
          assert.equal(outcomeOf(await request('PATCH', path, { expiresIn })), outcome)
          return `extend ${index} ${expiresIn}`
        }
        if (what === 1) {
          const outcome = wallet.release(index)
          assert.equal(outcomeOf(await post(`${path}/release`)), outcome)
          return `release ${index}`
        }
        const coins = part(wallet.holds[index]?.coins ?? 0n)
        const outcome = wallet.capture(index, coins)
        const response = await post(`${path}/capture`, coins === null ? {} : { coins: decimal(coins) })
        assert.equal(outcomeOf(response), outcome)
        if (!outcome) ids.transfers.push(response.body.data.transactionId)
        return `capture ${index} ${coins}`
      }
    }
  }

  async function compare(): Promise<void> {
    const [row] = await service.query<Record<string, unknown>>(
      `select balance, balance - held - pending as available, pending, held, owed, expired
      from wallets where partner_id = $1 and user_id = $2`,
      [partner.partnerId, userId],
    )
    const { balance, available, pending, held, owed, expired } = wallet
    const found = Object.fromEntries(
      Object.entries(row ?? {}).map(([name, coins]) => [name, BigInt(coins as string)]),
    )
    assert.deepEqual(found, { balance, available, pending, held, owed, expired })
    const lots = await service.query<Record<string, string>>(
      `select coalesce(extract(epoch from expires_at) * 1000, 0)::bigint as expires,
        coalesce(extract(epoch from available_at) * 1000, 0)::bigint as available, coins, expired, revoked, is_pending::text
      from lots where partner_id = $1 and user_id = $2 and (coins > 0 or expired > 0)`,
      [partner.partnerId, userId],
    )
    const asText = (values: unknown[]) => values.map(String).join(' ')
    assert.deepEqual(
      lots
        .map((lot) =>
          asText([lot.expires, lot.available, lot.coins, lot.expired, lot.revoked, lot.is_pending]),
        )
        .sort(byText),
      wallet.lots
        .filter(({ left, expired: gone }) => left > 0n || gone > 0n)
        .map(({ expires, available: from, left, expired: gone, revoked, isPending }: Lot) =>
          asText([Number.isFinite(expires) ? expires : 0, from ?? 0, left, gone, revoked, isPending]),
        )
        .sort(byText),
    )
    const { body } = await request('GET', `/events?limit=1000&after=${eventsSeen}`, undefined)
    eventsSeen = body.data.next
    const told = body.data.events
      .filter(({ type }: { type: string }) => !/^(rule|user)\./.test(type))
      .map(
        ({ type, data }: { type: string; data: { coins: string | number } }) =>
          `${type} ${Math.round(Number(data.coins) * 100)}`,
      )
    assert.deepEqual(told.sort(byText), wallet.events.map(([type, coins]) => `${type} ${coins}`).sort(byText))
    wallet.events = []
  }

  const done: string[] = []
  for (let index = 0; index < STEPS; index += 1) {
    if (below(3) === 0) {
      const seconds = oneOf(SECONDS)
      now += seconds * 1_000
      service.clock.now = new Date(now)
      done.push(`${seconds} s pass`)
      if (seconds > 600) token = (await signIn(service, partner.email)).token
    }
    const expiresBefore = wallet.events.length
    try {
      done.push(await step())
      // An operation that touches no wallet leaves what is due.
      const isTouched = wallet.events.length > expiresBefore
      if (isTouched) await compare()
    } catch (error) {
      throw new Error(`after ${done.slice(-12).join('; ')}\n${(error as Error).message}`, { cause: error })
    }
  }
}
