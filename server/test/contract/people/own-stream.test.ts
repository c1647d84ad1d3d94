import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Laurel } from '@laurel/sdk'
import { signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { allEvents, StreamReader } from '../../support/events.ts'
import { discover, getTokens, onboardOauthPartner } from '../../support/oauth.ts'
import { actionsOf, newRuleBody } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const path = '/api/v1/laas/me/events/stream'

async function newShop() {
  const partner = await onboardOauthPartner(service)
  const config = await discover(service, partner)
  const { name } = await dataOf(
    service.post('/api/v1/laas/rules/create-rule', newRuleBody({ coinValue: '10' }), partner.token),
  )
  return {
    ...partner,
    ...actionsOf(service, () => partner.token),
    ruleName: name as string,
    async link() {
      const tokens = await getTokens(service, config, await signUp(service), { scope: 'openid wallet' })
      return { userId: tokens.claims()?.sub ?? '', token: tokens.access_token }
    },
  }
}

test("a user's stream has the own events alone, and nothing in them of other people", async () => {
  const shop = await newShop()
  const [ada, grace] = [await shop.link(), await shop.link()]
  const { ruleName } = shop
  const both = [ada, grace].map(({ userId }) => ({ userId, ruleName, metadata: { till: 'till-9' } }))
  await shop.awardAll([...both, ...both])
  const [mine, other, there] = [
    await StreamReader.open(service, ada.token, { path }),
    await StreamReader.open(service, grace.token, { path }),
    await StreamReader.open(service.second, ada.token, { path }),
  ]
  assert.equal(mine.response.headers['content-type'], 'text/event-stream; charset=utf-8')
  await Promise.all([mine.has(2), other.has(2), there.has(2)])
  const awarded = await dataOf(shop.award(ada.userId, ruleName))
  await dataOf(shop.transfer(ada.userId, 4))
  await dataOf(shop.award(grace.userId, ruleName))
  await dataOf(shop.reverse(awarded.id))
  assert.equal((await shop.transfer(ada.userId, 1000)).status, 400)
  await Promise.all([mine.has(6), other.has(3), there.has(6)])

  const ofPartner = await allEvents(service, shop.token)
  const numbersOf = (userId: string) =>
    ofPartner
      .filter(({ type, data }) => data.userId === userId && !type.startsWith('user.'))
      .map(({ seq }) => seq)
  assert.deepEqual(mine.seqs, numbersOf(ada.userId))
  assert.deepEqual(there.seqs, mine.seqs)
  assert.deepEqual(other.seqs, numbersOf(grace.userId))
  assert.deepEqual(
    mine.events.map(({ type, data }) => [type, data.balance, data.reason ?? null]),
    [
      ['award.paid', '10', null],
      ['award.paid', '20', null],
      ['award.paid', '30', null],
      ['coins.transferred', '26', null],
      ['award.reversed', '16', null],
      ['transfer.refused', '16', 'insufficient_coins'],
    ],
  )
  const text = JSON.stringify(mine.events)
  for (const secret of ['actor', 'metadata', 'till-9', 'email', '@', 'participants', 'budget', grace.userId])
    assert.ok(!text.includes(secret), secret)

  // A reader that was away continues where it stopped.
  const [, second] = mine.seqs
  const resumed = await StreamReader.open(service, ada.token, { path, lastEventId: second as number })
  await resumed.has(4)
  assert.deepEqual(resumed.seqs, mine.seqs.slice(2))
  for (const reader of [mine, other, there, resumed]) reader.drop()
})

test('readers at different positions of a busy partner each get every own event once', async () => {
  const shop = await newShop()
  const users = [await shop.link(), await shop.link()]
  const { ruleName } = shop
  const readers = await Promise.all(users.map(({ token }) => StreamReader.open(service, token, { path })))
  const awards = Array.from({ length: 500 }, (_, index) => ({
    userId: (users[index % 10 === 0 ? 0 : 1] as { userId: string }).userId,
    ruleName,
  }))
  for (let at = 0; at < awards.length; at += 50) {
    await shop.awardAll(awards.slice(at, at + 50))
    if (at === 200) readers.push(await StreamReader.open(service, users[0]?.token ?? '', { path }))
  }
  const [first, second, late] = readers as [StreamReader, StreamReader, StreamReader]
  await Promise.all([first.has(50), second.has(450), late.has(50)])
  for (const [reader, count] of [
    [first, 50],
    [second, 450],
    [late, 50],
  ] as const)
    assert.equal(new Set(reader.seqs).size, count)
  for (const reader of readers) reader.drop()
})

test('a user has a few streams, and they end with the membership', async () => {
  const shop = await newShop()
  const user = await shop.link()
  const open = () => StreamReader.open(service, user.token, { path })
  const readers = await Promise.all(Array.from({ length: 5 }, open))
  const refused = await open()
  assert.equal(refused.response.statusCode, 429)
  assert.equal(refused.response.headers['retry-after'], '5')
  const team = await StreamReader.open(service, shop.token, { path })
  assert.equal(team.response.statusCode, 403)
  for (const reader of readers.slice(1)) reader.drop()

  await dataOf(service.request('DELETE', `/api/v1/laas/users/${user.userId}`, { token: shop.token }))
  const [left] = readers as [StreamReader]
  await waitUntil(() => left.isOver, 'the stream ended')
  assert.equal(left.end?.reason, 'token_ended')
})

test("the SDK follows a user's own events", async () => {
  const shop = await newShop()
  const { ruleName } = shop
  const { userId, token } = await shop.link()
  await dataOf(shop.award(userId, ruleName))
  const { me } = new Laurel({ baseUrl: service.url, accessToken: () => token })
  for await (const event of me.stream()) {
    assert(event.type === 'award.paid')
    assert.deepEqual([event.data.ruleName, event.data.coins, event.data.progress], [ruleName, '10', 1])
    break
  }
})
