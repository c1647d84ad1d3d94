import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CANDIDATES_MAX,
  PREVIOUS_POSITIONS_MAX,
} from '../../../src/programme/leaderboards/previous-positions.ts'
import { dataOf } from '../../support/api.ts'
import { actionsOf, newUserBody, onboardTestPartner, signIn } from '../../support/partner.ts'
import { randomFrom } from '../../support/random.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

const POINTS = '/api/v1/laas/leaderboard/new?take=100&previous=true'
const COINS = '/api/v1/laas/coins/partner/ep-leaderboard?limit=100&previous=true'
const BOARDS = {
  points: POINTS,
  earners: COINS,
  'earners of the month': `${COINS}&month=current`,
  spenders: `${COINS}&type=spender`,
  'spenders of the month': `${COINS}&type=spender&month=current`,
}
const COIN_VALUES = ['1', '2', '5', '10']

type Entry = {
  userId?: string
  user?: { userId: string }
  points?: number
  coins?: string
  previousPosition: number | null
}
type Place = { position: number; amount: number; previousPosition: number | null }

/** A partner with rules that pay each of `COIN_VALUES`, whose owner signs in again whenever the clock moves. */
async function partnerAt(time: string, members: number) {
  service.clock.now = new Date(time)
  const { email, ...partner } = await onboardTestPartner(service)
  let { token } = partner
  const rules = new Map<string, string>()
  for (const coinValue of COIN_VALUES) rules.set(coinValue, (await partner.addRule({ coinValue })).name)
  const actions = actionsOf(service, () => token)
  const addMember = async (): Promise<string> =>
    (await dataOf(service.post('/api/v1/user', newUserBody(), token))).id
  const users: string[] = []
  for (let member = 0; member < members; member += 1) users.push(await addMember())
  return {
    users,
    addMember,
    async moveTo(next: string): Promise<void> {
      service.clock.now = new Date(next)
      token = (await signIn(service, email)).token
    },
    pay: (userId: string, coins: string): Promise<{ id: string }> =>
      dataOf(actions.award(userId, rules.get(coins) as string)),
    reverse: (awardId: string) => dataOf(actions.reverse(awardId)),
    spend: (userId: string, coins: string) => actions.transfer(userId, coins),
    refund: (transactionId: string) =>
      dataOf(service.post(`/api/v1/laas/coins/transactions/${transactionId}/refund`, {}, token)),
    payAll: (userIds: string[], coins: string): Promise<void> =>
      actions.awardAll(userIds.map((userId) => ({ userId, ruleName: rules.get(coins) as string }))),
    /** Joins a customer, also one who left. */
    join: async (externalId: string): Promise<string> =>
      (await dataOf(service.post('/api/v1/laas/users', { externalId }, token))).userId,
    joinAll: async (count: number): Promise<string[]> => {
      const users = Array.from({ length: count }, (_, index) => ({ externalId: `customer-${index}` }))
      const { results } = await dataOf(service.post('/api/v1/laas/users/bulk', { users }, token))
      return results.map(({ data }: { data: { userId: string } }) => data.userId)
    },
    leave: (userId: string) => dataOf(service.request('DELETE', `/api/v1/laas/users/${userId}`, { token })),
    get: (path: string) => dataOf(service.get(path, token)),
    /** The places on a board by user; equal amounts share a position. */
    async places(path: string): Promise<Map<string, Place>> {
      const { data }: { data: Entry[] } = await dataOf(service.get(path, token))
      const amounts = data.map(({ points, coins }) => Number(points ?? coins))
      return new Map(
        data.map(({ userId, user, previousPosition }, index) => {
          const amount = amounts[index] as number
          return [
            userId ?? (user?.userId as string),
            { position: 1 + amounts.indexOf(amount), amount, previousPosition },
          ]
        }),
      )
    },
  }
}

type MovingPartner = Awaited<ReturnType<typeof partnerAt>>

async function previous(partner: MovingPartner, path: string, users: string[]): Promise<unknown[]> {
  const places = await partner.places(path)
  return users.map((user) => places.get(user)?.previousPosition)
}

test('an entry says where the user was when the day began, and 0 for users who were not on the board', async () => {
  const partner = await partnerAt('2026-03-10T10:00:00Z', 3)
  const [ada = '', ben = '', cleo = ''] = partner.users
  const all = [ada, ben, cleo]
  await partner.pay(ada, '5')
  await partner.pay(ben, '2')
  await partner.moveTo('2026-03-11T00:00:00Z')
  assert.deepEqual(await previous(partner, BOARDS.points, all), [1, 2, 3])

  await partner.pay(cleo, '10')
  assert.deepEqual([...(await partner.places(BOARDS.points)).keys()], [cleo, ada, ben])
  assert.deepEqual(await previous(partner, BOARDS.points, all), [1, 2, 3])
  assert.deepEqual(await previous(partner, BOARDS.earners, all), [1, 2, 0])
  assert.deepEqual(await previous(partner, BOARDS['earners of the month'], all), [1, 2, 0])

  const dan = await partner.addMember()
  assert.deepEqual(await previous(partner, BOARDS.points, [dan]), [0])
  await partner.moveTo('2026-03-12T00:00:00Z')
  assert.deepEqual(await previous(partner, BOARDS.points, [...all, dan]), [2, 3, 1, 4])
})

test('a board of another month has no yesterday, and neither has one that began today', async () => {
  const partner = await partnerAt('2026-03-31T10:00:00Z', 1)
  await partner.pay(partner.users[0] as string, '5')
  await partner.moveTo('2026-04-01T08:00:00Z')
  await partner.pay(partner.users[0] as string, '1')
  assert.deepEqual(await previous(partner, `${COINS}&month=3`, partner.users), [null])
  assert.deepEqual(await previous(partner, `${COINS}&month=current`, partner.users), [null])
  await partner.moveTo('2026-04-02T08:00:00Z')
  assert.deepEqual(await previous(partner, `${COINS}&month=current`, partner.users), [1])
  assert.deepEqual(
    (await partner.get(`${COINS}&month=current`)).data,
    (await partner.get(`${COINS}&month=4`)).data,
  )
  const { leaderboards } = await partner.get(`${COINS}&year=2026`)
  assert.deepEqual(leaderboards.April, [{ userId: partner.users[0], coins: '1' }])
})

test('a reversal lowers the month of its award, and a refund that of its transfer', async () => {
  const partner = await partnerAt('2026-03-31T10:00:00Z', 2)
  const [ada = '', ben = ''] = partner.users
  const award = await partner.pay(ada, '10')
  await partner.pay(ben, '5')
  const spent = await dataOf(partner.spend(ben, '4'))
  await partner.moveTo('2026-04-05T10:00:00Z')
  await partner.pay(ada, '2')
  await partner.pay(ben, '1')
  await partner.spend(ada, '1.5')
  await partner.spend(ben, '1')
  await partner.moveTo('2026-04-06T10:00:00Z')
  await partner.reverse(award.id)
  await partner.refund(spent.id)
  assert.deepEqual(await previous(partner, BOARDS['earners of the month'], [ada, ben]), [1, 2])
  assert.deepEqual(await previous(partner, BOARDS['spenders of the month'], [ada, ben]), [1, 2])
  assert.deepEqual(await previous(partner, BOARDS.points, [ada, ben]), [1, 2])
  assert.deepEqual(await previous(partner, BOARDS.spenders, [ada, ben]), [2, 1])
})

test('members who left today count where they were, and who came back today was not there', async () => {
  const partner = await partnerAt('2026-03-10T10:00:00Z', 0)
  const [ada, ben, cleo, dan] = [
    await partner.join('ada'),
    await partner.join('ben'),
    await partner.join('cleo'),
    await partner.join('dan'),
  ]
  await partner.payAll([ada], '10')
  await partner.payAll([ben, dan], '5')
  await partner.payAll([cleo], '2')
  for (const user of [ada, ben, cleo, dan]) await partner.spend(user, '1')
  await partner.leave(dan)
  await partner.moveTo('2026-03-11T10:00:00Z')
  await partner.leave(ada)
  await partner.join('dan')
  assert.deepEqual(await previous(partner, BOARDS.points, [ben, cleo, dan]), [2, 3, 0])
  assert.deepEqual(await previous(partner, BOARDS['earners of the month'], [ben, cleo, dan]), [2, 3, 0])
  assert.deepEqual(await previous(partner, BOARDS.spenders, [ben, cleo, dan]), [1, 1, 0])
  await partner.join('ada')
  assert.deepEqual(await previous(partner, BOARDS.points, [ada, ben]), [1, 2])
  assert.deepEqual(await previous(partner, BOARDS.earners, [ada, ben, cleo, dan]), [1, 2, 3, 0])
})

test('what a transaction from before midnight adds after the first read of the day counts', async () => {
  const partner = await partnerAt('2026-03-10T23:59:00Z', 2)
  const [ada = '', ben = ''] = partner.users
  await partner.pay(ada, '5')
  service.clock.now = new Date('2026-03-11T00:00:01Z')
  assert.deepEqual(await previous(partner, BOARDS.points, [ada, ben]), [1, 2])
  service.clock.now = new Date('2026-03-10T23:59:59Z')
  await partner.pay(ben, '10')
  service.clock.now = new Date('2026-03-11T00:00:02Z')
  assert.deepEqual(await previous(partner, BOARDS.points, [ada, ben]), [2, 1])
  await partner.pay(ada, '10')
  assert.deepEqual(await previous(partner, BOARDS.points, [ada, ben]), [2, 1])
})

test('a board of some hundred members knows every position, and a larger one the first', async () => {
  const partner = await partnerAt('2026-03-10T10:00:00Z', 0)
  const users = await partner.joinAll(PREVIOUS_POSITIONS_MAX + 2)
  const [last = '', ...others] = users
  await partner.payAll(others, '1')
  await partner.moveTo('2026-03-11T10:00:00Z')
  await partner.pay(last, '2')
  assert.deepEqual(await previous(partner, POINTS, [last]), [PREVIOUS_POSITIONS_MAX + 2])
  assert.deepEqual(await previous(partner, BOARDS.earners, [last]), [0])

  const larger = await partnerAt('2026-03-10T10:00:00Z', 0)
  const [newest = '', ...rest] = await larger.joinAll(CANDIDATES_MAX + 2)
  await larger.payAll(rest, '1')
  // These are not among the first any more.
  const [gone = '', fallen = ''] = rest.slice(-2)
  await larger.pay(gone, '5')
  const award = await larger.pay(fallen, '10')
  await larger.moveTo('2026-03-11T10:00:00Z')
  await larger.leave(gone)
  await larger.reverse(award.id)
  await larger.pay(newest, '2')
  const [first, ...behind] = (await larger.places(POINTS)).values()
  assert.equal(first?.previousPosition, null)
  assert.deepEqual(new Set(behind.map(({ previousPosition }) => previousPosition)), new Set([3]))
})

test('what a board says about the day before is what it said the day before, whenever it is first read', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = randomFrom(seed)
  const one = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const partner = await partnerAt('2026-04-27T12:00:00Z', 8)
  const awards: string[] = []
  const transfers: string[] = []
  const act = async () => {
    const kind = random(10)
    if (kind < 5) awards.push((await partner.pay(one(partner.users), one(COIN_VALUES))).id)
    else if (kind < 7) {
      const { status, body } = await partner.spend(one(partner.users), one(['0.5', '1', '3']))
      if (status < 300) transfers.push(body.data.id)
    } else if (kind === 7 && transfers.length > 0)
      await partner.refund(transfers.splice(random(transfers.length), 1)[0] as string)
    else if (kind === 8 && awards.length > 0)
      // The coins may be spent already, which refuses the reversal.
      await partner.reverse(awards.splice(random(awards.length), 1)[0] as string).catch(() => {})
    else if (kind === 9) partner.users.push(await partner.addMember())
  }
  const readAll = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(BOARDS).map(async ([name, path]) => [name, await partner.places(path)] as const),
      ),
    )
  let before: Record<string, Map<string, Place>> | undefined
  for (const day of ['04-28', '04-29', '04-30', '05-01', '05-02', '05-03']) {
    await partner.moveTo(`2026-${day}T09:00:00Z`)
    if (random(2) === 0) await readAll()
    for (let step = 0; step < 12; step += 1) await act()
    const after = await readAll()
    for (const [name, places] of before ? Object.entries(after) : [])
      for (const [user, { amount, previousPosition }] of places) {
        const begins = name.endsWith('month') && day === '05-01'
        const place = before?.[name]?.get(user)
        const wasOn = name === 'points' || (place?.amount ?? 0) > 0
        const expected =
          begins || (amount === 0 && name !== 'points') ? null : (wasOn && place?.position) || 0
        assert.equal(previousPosition, expected, `seed ${seed}, ${day}, ${name}, ${user}`)
      }
    before = after
  }
})
