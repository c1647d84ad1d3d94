import assert from 'node:assert/strict'
import type pg from 'pg'
import { type Api, dataOf } from './api.ts'
import { type ApiResponse, asReplayed, isReplay } from './api-response.ts'
import type { ApiEvent } from './events.ts'
import { ME, onboardTestPartner, signIn } from './partner.ts'
import { type CoinsAt, type Life, type Lot, type Shortfall, type Terms, TimedWallet } from './timed-model.ts'
import { waitUntil } from './wait-until.ts'

/** When a run begins. */
export const STARTS_AT = Date.parse('2027-01-30T22:00:00Z')
const SECONDS = [1, 59, 60, 900, 7_200, 43_200, 86_400, 3 * 86_400, 11 * 86_400, 40 * 86_400]
const HOLD_SECONDS = [60, 900, 86_400, 604_800]
const RULES: Record<string, Terms & { expiry: unknown }> = {
  plain: { pendingDays: 0, life: null, expiry: null },
  waiting: { pendingDays: 3, life: null, expiry: null },
  lasting: { pendingDays: 0, life: null, expiry: 'never' },
  'waiting and lasting': { pendingDays: 2, life: null, expiry: 'never' },
  short: { pendingDays: 0, life: { days: 5 }, expiry: { after: 'P5D', until: 'day' } },
}

type Client = Pick<pg.Client, 'query'>
type Below = (count: number) => number
export type TimedRun = Awaited<ReturnType<typeof startTimedRun>>

/** A partner with one member, and a model of the member's wallet. Both do the same. */
export async function startTimedRun({ api, client, below }: { api: Api; client: Client; below: Below }) {
  const partner = await onboardTestPartner(api)
  const { partnerId } = partner
  let { token } = partner
  const userId = await partner.addUser()
  for (const [name, { pendingDays, expiry }] of Object.entries(RULES))
    await partner.addRule({ name, coinValue: '0.01', perUnit: true, pendingDays, coinExpiry: expiry })
  const wallet = new TimedWallet()
  wallet.now = STARTS_AT
  let life: Life = null
  const ids = { awards: [] as string[], transfers: [] as string[], holds: [] as string[] }
  const sent: { call: () => Promise<ApiResponse>; first: unknown }[] = []
  const done: string[] = []
  let eventsSeen = 0
  /** Whether the last operation did what was due. */
  let isTouched = false

  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const amount = () => BigInt(1 + below(500))
  const part = (coins: bigint) => (below(2) === 0 ? null : BigInt(1 + below(Number(coins) + 2)))
  const get = (path: string) => dataOf(api.get(`/api/v1/laas${path}`, token))

  /** Sends a call with a key of its own; the response is what the model says. */
  async function send(
    path: string,
    body: unknown,
    outcome: string | null,
    method = 'POST',
  ): Promise<ApiResponse['body']['data']> {
    const headers = { 'idempotency-key': `${userId}-${sent.length}` }
    const call = () => api.request(method, `/api/v1/laas${path}?expand=wallet`, { token, body, headers })
    const response = await call()
    const { data } = response.body
    assert(response.status < 500, JSON.stringify(data))
    assert.equal(response.status < 300 ? null : data.appErrorCode, outcome)
    sent.push({ call, first: asReplayed(response.body) })
    checkWallet(response)
    return data
  }

  function checkWallet(response: ApiResponse): void {
    // Coins that come back past their expiry are in the wallet after the decision, and then expire.
    if (wallet.events.at(-1)?.[0] === 'coins.expired') return
    const { points: _, ...shown } = response.body.data.wallet
    const { coins, ...parts } = shownParts(wallet)
    assert.deepEqual(shown, isReplay(response) ? { coins } : { coins, ...parts })
  }

  function checkHold(data: ApiResponse['body']['data'], index: number, status: string, captured = 0n): void {
    const { coins, ends } = wallet.holds[index] as { coins: bigint; ends: number }
    assert.deepEqual(
      [data.status, data.coins, data.captured, Date.parse(data.expiresAt)],
      [status, shownCoins(coins), shownCoins(captured), ends],
    )
  }

  async function perform(): Promise<string> {
    switch (below(13)) {
      case 0: {
        life = oneOf([null, { days: 10 }, { days: 45 }])
        const coinExpiry = life && { after: `P${life.days}D`, until: 'day' }
        await dataOf(api.request('PATCH', ME, { token, body: { coinExpiry } }))
        return `expiry ${JSON.stringify(life)}`
      }
      case 1:
      case 2:
      case 3: {
        const [name, { pendingDays, life: own, expiry }] = oneOf(Object.entries(RULES))
        const coins = amount()
        wallet.award(coins, { pendingDays, life: expiry === 'never' ? null : (own ?? life) })
        const { id } = await send('/rules/award', { userId, ruleName: name, units: Number(coins) }, null)
        ids.awards.push(id)
        return `award ${coins} by ${name}`
      }
      case 4: {
        const coins = below(2) === 0 ? amount() : -amount()
        const outcome = wallet.adjust(coins, life)
        await send('/coins/adjust', { userId, coins: decimal(coins), reason: 'x' }, outcome)
        return `adjust ${coins}`
      }
      case 5: {
        const coins = amount()
        const outcome = wallet.transfer(coins)
        const body = { userId, coins: decimal(coins) }
        const { id } = await send('/coins/transfer-from-user-wallet', body, outcome)
        if (!outcome) ids.transfers.push(id)
        return `transfer ${coins}`
      }
      case 6: {
        if (ids.transfers.length === 0) return 'nothing'
        const index = below(ids.transfers.length)
        const coins = part(wallet.transfers[index]?.left ?? 0n)
        const outcome = wallet.refund(index, coins)
        await send(`/coins/transactions/${ids.transfers[index]}/refund`, bodyOf(coins), outcome)
        return `refund ${index} ${coins}`
      }
      case 7:
      case 8: {
        if (ids.awards.length === 0) return 'nothing'
        const index = below(ids.awards.length)
        const coins = part(wallet.awards[index]?.left ?? 0n)
        const shortfall = oneOf<Shortfall>(['refuse', 'available', 'owe'])
        const outcome = wallet.reverse(index, coins, shortfall)
        await send(`/rules/award/${ids.awards[index]}/reverse`, { shortfall, ...bodyOf(coins) }, outcome)
        return `reverse ${index} ${coins} ${shortfall}`
      }
      case 9: {
        const coins = amount()
        const expiresIn = oneOf(HOLD_SECONDS)
        const outcome = wallet.hold(coins, expiresIn)
        const data = await send('/coins/holds', { userId, coins: decimal(coins), expiresIn }, outcome)
        if (!outcome) checkHold(data, ids.holds.push(data.id) - 1, 'active')
        return `hold ${coins} for ${expiresIn}`
      }
      case 10: {
        const again = sent[below(Math.max(1, sent.length))]
        if (!again) return 'nothing'
        const response = await again.call()
        assert(isReplay(response))
        assert.deepEqual(asReplayed(response.body), again.first)
        return `repeat ${sent.indexOf(again)}`
      }
      default:
        return ids.holds.length === 0 ? 'nothing' : changeHold()
    }
  }

  async function changeHold(): Promise<string> {
    const index = below(10) < 7 ? ids.holds.length - 1 : below(ids.holds.length)
    const path = `/coins/holds/${ids.holds[index]}`
    const what = below(4)
    if (what === 0) {
      const expiresIn = oneOf(HOLD_SECONDS)
      const outcome = wallet.extend(index, expiresIn)
      const data = await send(path, { expiresIn }, outcome, 'PATCH')
      if (!outcome) checkHold(data, index, 'active')
      return `extend ${index} ${expiresIn}`
    }
    if (what === 1) {
      const outcome = wallet.release(index)
      const data = await send(`${path}/release`, {}, outcome)
      if (!outcome) checkHold(data, index, 'released')
      return `release ${index}`
    }
    const { coins: all = 0n } = wallet.holds[index] ?? {}
    const coins = part(all)
    const outcome = wallet.capture(index, coins)
    const data = await send(`${path}/capture`, bodyOf(coins), outcome)
    if (!outcome) {
      checkHold(data, index, 'captured', coins ?? all)
      ids.transfers.push(data.transactionId)
    }
    return `capture ${index} ${coins}`
  }

  /** What is read is right now, whether or not what is due was written. */
  async function compareRead(): Promise<void> {
    const now = wallet.asOfNow()
    const { wallet: read } = await get(`/users/${userId}`)
    const { id: _, points: __, ...shown } = read
    assert.deepEqual(shown, {
      ...shownParts(now),
      owed: shownCoins(now.owed),
      pendingUntil: now.pendingUntil.map(shownMoment),
      expiring: now.expiring.map(shownMoment),
    })
  }

  async function compareStored(): Promise<void> {
    const found = await client.query(
      `select balance, balance - held - pending as available, pending, held, owed, expired
      from wallets where partner_id = $1 and user_id = $2`,
      [partnerId, userId],
    )
    const { balance, available, pending, held, owed, expired } = wallet
    assert.deepEqual(
      Object.fromEntries(
        Object.entries(found.rows[0]).map(([name, coins]) => [name, BigInt(coins as string)]),
      ),
      { balance, available, pending, held, owed, expired },
    )
    const lots = await client.query(
      `select coalesce(extract(epoch from expires_at) * 1000, 0)::bigint as expires,
        coalesce(extract(epoch from available_at) * 1000, 0)::bigint as available, coins, expired, revoked, is_pending::text
      from lots where partner_id = $1 and user_id = $2 and (coins > 0 or expired > 0)`,
      [partnerId, userId],
    )
    assert.deepEqual(
      lots.rows
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
  }

  async function compareEvents(lastSeq: number): Promise<void> {
    const { events } = await get(`/events?limit=1000&after=${eventsSeen}`)
    const told = events.filter(({ seq }: ApiEvent) => seq <= lastSeq)
    assert.deepEqual(
      told.map(({ seq }: ApiEvent) => seq),
      told.map((_: unknown, index: number) => eventsSeen + 1 + index),
    )
    eventsSeen = lastSeq
    assert.deepEqual(
      told
        .filter(({ type }: ApiEvent) => !/^(rule|user)\./.test(type))
        .map(({ type, data }: ApiEvent) => `${type} ${Math.round(Number(data.coins) * 100)}`)
        .sort(byText),
      wallet.events
        .splice(0)
        .map(([type, coins]) => `${type} ${coins}`)
        .sort(byText),
    )
  }

  /** Says what was done last when it fails. */
  async function explained(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const last = done.slice(-12).join('; ')
      throw new Error(`${partnerId} after ${last}\n${(error as Error).message}`, { cause: error })
    }
  }

  const run = {
    partnerId,
    async signInAgain() {
      token = (await signIn(api, partner.email)).token
    },
    /** Whether everything is written that was due at a time. */
    async isWritten(): Promise<boolean> {
      const { rows } = await client.query(
        `select next_due_at is null or next_due_at > $3 as is_written
        from wallets
        where partner_id = $1 and user_id = $2`,
        [partnerId, userId, new Date(wallet.now)],
      )
      return rows[0].is_written
    },
    due: () => wallet.due(),
    moveTo(at: number) {
      done.push(`${(at - wallet.now) / 1_000} s pass`)
      wallet.now = at
    },
    /** Does something at random, and checks the response. */
    act: () =>
      explained(async () => {
        const { length } = wallet.events
        done.push(await perform())
        isTouched = wallet.events.length > length
      }),
    /** Compares what is read, and what is stored unless something due is not written. */
    compare: () =>
      explained(async () => {
        await compareRead()
        const lastSeq = await whileLocked(client, [partnerId], async () => {
          const isWritten = await run.isWritten()
          if (isWritten) wallet.due()
          if (!isWritten && !isTouched) return null
          await compareStored()
          const { rows } = await client.query('select last_seq from ledgers where partner_id = $1', [
            partnerId,
          ])
          return Number(rows[0].last_seq)
        })
        if (lastSeq !== null) await compareEvents(lastSeq)
      }),
  }
  return run
}

export const someTime = (below: Below): number => (SECONDS[below(SECONDS.length)] as number) * 1_000

/** Moves the clock. What the job of the service has written by then, the models do too. */
export async function moveTo(
  at: number,
  { client, runs, setClock }: { client: Client; runs: TimedRun[]; setClock: (at: number) => unknown },
): Promise<void> {
  const partnerIds = runs.map(({ partnerId }) => partnerId)
  await whileLocked(client, partnerIds, async () => {
    for (const run of runs) if (await run.isWritten()) run.due()
    await setClock(at)
  })
  for (const run of runs) run.moveTo(at)
}

/** Waits until the job of the service has written everything that is due. */
export const whenWritten = (runs: TimedRun[]): Promise<void> =>
  waitUntil(async () => {
    for (const run of runs) if (!(await run.isWritten())) return false
    return true
  }, 'the job writes what is due')

/** Nothing is written to these ledgers meanwhile. Who waits for one reads the clock again, because its row has changed. */
async function whileLocked<Result>(
  client: Client,
  partnerIds: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  try {
    for (const partnerId of [...partnerIds].sort(byText)) {
      await client.query('select from ledgers where partner_id = $1 for update', [partnerId])
      await client.query('update ledgers set change_no = change_no where partner_id = $1', [partnerId])
    }
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const byText = (left: string, right: string) => (left < right ? -1 : Number(left > right))
const asText = (values: unknown[]) => values.map(String).join(' ')
const decimal = (coins: bigint) => (Number(coins) / 100).toFixed(2)
const bodyOf = (coins: bigint | null) => (coins === null ? {} : { coins: decimal(coins) })

/** An amount as responses have it. */
const shownCoins = (coins: bigint) => String(Number(coins) / 100)
const shownParts = ({ balance, available, pending, held }: TimedWallet) => ({
  coins: shownCoins(balance),
  available: shownCoins(available),
  pending: shownCoins(pending),
  held: shownCoins(held),
})
const shownMoment = ({ coins, at }: CoinsAt) => ({ coins: shownCoins(coins), at: new Date(at).toISOString() })
