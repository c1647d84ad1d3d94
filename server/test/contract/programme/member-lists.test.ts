import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const USERS = '/api/v1/laas/users'

let partner: TestPartner
/** In the order of joining: coins 5, 30, 10 and points 35, 30, 40; the last one left with 20. */
let users: [string, string, string, string]

const list = (query: string, who = partner) => service.get(`${USERS}?${query}`, who.token)
const idsOf = async (query: string, who = partner): Promise<string[]> =>
  (await dataOf(list(query, who))).data.map(({ userId }: { userId: string }) => userId)

before(async () => {
  partner = await onboardTestPartner(service)
  const created = []
  for (const externalId of ['a', 'b', 'c'])
    created.push((await dataOf(service.post(USERS, { externalId }, partner.token))).userId)
  users = [...created, await partner.addUser({ email: 'ada.list@mail.example' })] as typeof users
  const [first, second, third, fourth] = users
  for (const [userId, coins] of [
    [first, '35'],
    [second, '30'],
    [third, '40'],
    [fourth, '20'],
  ] as const)
    await partner.award(userId, (await partner.addRule({ coinValue: coins })).name)
  await partner.transfer(first, 30)
  await partner.transfer(third, 30)
  await service.request('DELETE', `${USERS}/${fourth}`, { token: partner.token })
})

test('members are sorted by coins and by points, and by joining otherwise', async () => {
  const [first, second, third] = users
  assert.deepEqual(await idsOf(''), [third, second, first])
  assert.deepEqual(await idsOf('sort=joined'), [third, second, first])
  assert.deepEqual(await idsOf('sort=coins'), [second, third, first])
  assert.deepEqual(await idsOf('sort=points'), [third, first, second])
  const { data, next, ...links } = await dataOf(list('sort=coins&limit=2'))
  assert.deepEqual(
    data.map(({ userId }: { userId: string }) => userId),
    [second, third],
  )
  assert.deepEqual(links, { count: 3, currentpage: 1, nextpage: 2, prevpage: null, lastpage: 2 })
  assert.deepEqual(await idsOf(`sort=coins&limit=2&cursor=${next}`), [first])
  assert.deepEqual(await idsOf('sort=coins&limit=2&page=2'), [first])
})

test('former members are listed beside the others, or alone, and by their ids', async () => {
  const [first, second, third, fourth] = users
  const { data, count } = await dataOf(list('include=former'))
  assert.deepEqual(
    data.map(({ userId }: { userId: string }) => userId),
    [fourth, third, second, first],
  )
  assert.equal(count, 4)
  const former = await dataOf(list('include=onlyFormer'))
  assert.equal(former.count, 1)
  const [left] = former.data
  assert.deepEqual(
    [left.userId, left.email, left.hasAccount, typeof left.leftAt, left.leftBy, left.wallet.coins],
    [fourth, 'ada.list@mail.example', true, 'string', 'partner', '20'],
  )
  assert.deepEqual([data[1].email, data[1].hasAccount, data[1].leftAt], [null, false, null])
  assert.deepEqual(await idsOf(`include=former&ids=${fourth},${first}`), [fourth, first])
  assert.deepEqual(await idsOf(`include=onlyFormer&ids=${fourth},${first}`), [fourth])
  assert.deepEqual(await idsOf(`ids=${fourth},${first}`), [first])
  assert.equal((await service.get(`${USERS}/${fourth}`, partner.token)).status, 404)
  const walked: string[] = []
  for (let cursor = ''; ; ) {
    const page = await dataOf(list(`include=former&limit=3${cursor}`))
    walked.push(...page.data.map(({ userId }: { userId: string }) => userId))
    if (page.next === null) break
    cursor = `&cursor=${page.next}`
  }
  assert.deepEqual(walked, [fourth, third, second, first])
})

test('a member who comes back is no longer former', async () => {
  const who = await onboardTestPartner(service)
  const { userId } = await dataOf(service.post(USERS, { externalId: 'back' }, who.token))
  await service.request('DELETE', `${USERS}/${userId}`, { token: who.token })
  assert.deepEqual([await idsOf('', who), await idsOf('include=onlyFormer', who)], [[], [userId]])
  await service.post(USERS, { externalId: 'back' }, who.token)
  assert.deepEqual([await idsOf('', who), await idsOf('include=onlyFormer', who)], [[userId], []])
  assert.equal((await dataOf(list('include=onlyFormer', who))).count, 0)
})

test("another partner's members are in none of the lists", async () => {
  const other = await onboardTestPartner(service)
  for (const query of ['sort=coins', 'sort=points', 'include=former', 'include=onlyFormer'])
    assert.deepEqual(await idsOf(query, other), [], query)
  assert.deepEqual(await idsOf(`include=former&ids=${users[3]}`, other), [])
})

test('what does not go together is refused', async () => {
  assertFailure(
    await list('sort=coins&include=former'),
    'invalid',
    'sort must be left out when include is sent.',
  )
  assertFailure(
    await list('sort=points&search=ada'),
    'invalid',
    'sort must be left out when ids, externalId, email or search are sent.',
  )
  assertFailure(
    await list('include=former&search=ada'),
    'invalid',
    'include must be left out when externalId, email or search is sent.',
  )
  assertFailure(await list('sort=name'), 'invalid', 'sort must be one of joined, coins, points.')
})
