import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { partnerWithScores, publishBoards } from '../../support/boards.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const { second } = service

const POINTS = '/api/v1/laas/leaderboard/new'
const COINS = '/api/v1/laas/coins/partner/ep-leaderboard'
const RULES = '/api/v1/laas/rules'
const EVENTS = '/api/v1/laas/events'

const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') as string
const readAgain = (api: Api, path: string, token: string | undefined, etag: string) =>
  api.request('GET', path, { ...(token && { token }), headers: { 'if-none-match': etag } })

test('a board, rules and events are not sent again while nothing changes, whichever process is asked', async () => {
  const { partner, users } = await partnerWithScores(service, [5, 3])
  const { name } = await partner.addRule()
  const paths = [
    POINTS,
    `${POINTS}?userId=${users[0]}&around=1`,
    COINS,
    `${COINS}?year=2026`,
    `${COINS}?month=3&type=spender`,
    RULES,
    EVENTS,
    `${EVENTS}?before=3&types=user.onboarded`,
  ]
  for (const path of paths) {
    const first = await service.get(path, partner.token)
    for (const api of [service, second]) {
      const again = await readAgain(api, path, partner.token, etagOf(first))
      assert.equal(again.status, 304, path)
      assert.equal(again.body, undefined)
      assert.equal(etagOf(again), etagOf(first))
      assert.equal(again.headers.get('cache-control'), 'private, no-cache')
      const listed = await readAgain(api, path, partner.token, `"other", ${etagOf(first)}`)
      assert.equal(listed.status, 304)
    }
    await partner.award(users[0] as string, name)
    for (const api of [second, service]) {
      const changed = await readAgain(api, path, partner.token, etagOf(first))
      assert.equal(changed.status, 200, path)
      assert.notEqual(etagOf(changed), etagOf(first))
    }
  }
})

test('another query, another caller and another partner have another ETag', async () => {
  const { partner } = await partnerWithScores(service, [5])
  const other = await onboardTestPartner(service)
  await publishBoards(service, partner)
  const path = `${POINTS}?partnerId=${partner.partnerId}`
  const etags = [
    etagOf(await service.get(path, partner.token)),
    etagOf(await service.get(`${path}&take=5`, partner.token)),
    etagOf(await service.get(path, other.token)),
    etagOf(await service.get(path)),
  ]
  assert.equal(new Set(etags).size, etags.length)
  for (const etag of etags.slice(1))
    assert.equal((await readAgain(service, path, partner.token, etag)).status, 200)
  const again = await readAgain(service, path, other.token, etags[2] as string)
  assert.equal(again.status, 304)
  assert.equal(again.headers.get('access-control-allow-origin'), '*')
})

test('a board that is closed again is refused, also to those who have its ETag', async () => {
  const { partner } = await partnerWithScores(service, [5])
  await publishBoards(service, partner)
  const path = `${POINTS}?partnerId=${partner.partnerId}`
  const open = await service.get(path)
  const kept = await readAgain(service, path, undefined, etagOf(open))
  assert.equal(kept.status, 304)
  assert.equal(kept.headers.get('access-control-allow-origin'), '*')
  assert.equal(kept.headers.get('cache-control'), 'no-cache')
  await publishBoards(service, partner, false)
  for (const api of [service, second])
    assert.equal((await readAgain(api, path, undefined, etagOf(open))).status, 401)
})

test("a rule's ETag holds its version, and a change with an old one is refused", async () => {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const { id, name } = await partner.addRule()
  const path = `${RULES}/${id}`
  const change = (condition: string, etag: string) =>
    service.request('PATCH', path, {
      token: partner.token,
      body: { condition },
      headers: { 'if-match': etag },
    })
  const first = await service.get(path, partner.token)
  assert.match(etagOf(first), /^"1\./)
  assert.equal((await readAgain(second, path, partner.token, etagOf(first))).status, 304)

  // An award changes how many participants the rule has, but not the rule.
  await partner.award(userId, name)
  assert.equal((await readAgain(service, path, partner.token, etagOf(first))).status, 200)
  assert.equal((await change('Paid twice', etagOf(first))).body.data.version, 2)

  const refused = await change('Paid thrice', etagOf(first))
  assertFailure(
    refused,
    'versionConflict',
    'It was changed in the meantime and now has version 2; read it again, then repeat your change.',
  )
  for (const etag of ['W/"1"', '"0"', '"1", "99999999999999999999"'])
    assert.equal((await change('Paid thrice', etag)).status, 412, etag)
  const otherEtag = etagOf(await service.get(RULES, partner.token))
  for (const etag of ['"2.abc"', otherEtag, '"nonsense"', 'nonsense', '"2', '""', '"2",', '-2'])
    assertFailure(
      await change('Paid thrice', etag),
      'invalid',
      'if-match must be an ETag of this resource, its version in quotes such as "3", or *.',
    )
  const now = await service.get(path, partner.token)
  assert.equal(now.body.data.condition, 'Paid twice')
  for (const [index, etag] of ['"2"', '"9", "3"', etagOf(now).replace(/^"2/, '"4'), '*'].entries())
    assert.equal((await change(`Paid ${index} times`, etag)).body.data?.version, 3 + index, etag)
})

test('of several changes with the same version, one is made', async () => {
  const partner = await onboardTestPartner(service)
  const { id } = await partner.addRule()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? second : service).request('PATCH', `${RULES}/${id}`, {
        token: partner.token,
        body: { condition: `Change ${index}` },
        headers: { 'if-match': '"1"' },
      }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)])
})
