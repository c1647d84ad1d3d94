import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertFailure } from '../../support/api-response.ts'
import { type ApiEvent, EVENTS } from '../../support/events.ts'
import { onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const RULES = '/api/v1/laas/rules'
const DECISIONS = '/api/v1/laas/decisions'

let partner: TestPartner
let userId: string
before(async () => {
  partner = await onboardTestPartner(service)
  userId = await partner.addUser()
  await partner.addRule({ name: 'first purchase', userLimitAward: '1' })
  await partner.addRule({ name: 'tenth_purchase', type: 'batched', completionNumber: '2' })
  await partner.addRule({ name: 'invite', status: 'inactive' })
  await partner.addRule({
    name: 'onboarding',
    type: 'combined',
    rules: [{ name: 'fill profile', condition: 'Did it' }],
  })
})

async function rules(query: Record<string, string>): Promise<string[]> {
  const answer = await service.get(`${RULES}?${new URLSearchParams(query)}`, partner.token)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { data, count } = answer.body.data
  assert.equal(count, data.length)
  return data.map(({ name }: { name: string }) => name)
}

test('rules are filtered by a part of their name or of a sub-rule, by status and by type', async () => {
  const all = ['onboarding', 'invite', 'tenth_purchase', 'first purchase']
  for (const [query, expected] of [
    [{}, all],
    [{ search: 'Purchase' }, ['tenth_purchase', 'first purchase']],
    [{ search: 'profile' }, ['onboarding']],
    [{ search: 'h_p' }, ['tenth_purchase']],
    [{ search: '%' }, []],
    [{ status: 'inactive' }, ['invite']],
    [{ status: 'active', search: 'i' }, ['onboarding', 'first purchase']],
    [{ type: 'batched' }, ['tenth_purchase']],
    [{ type: 'combined', status: 'inactive' }, []],
  ] as [Record<string, string>, string[]][])
    assert.deepEqual(await rules(query), expected, JSON.stringify(query))
})

test('pages of rules are counted by what passes the filter', async () => {
  const { body } = await service.get(`${RULES}?search=purchase&limit=1&page=2`, partner.token)
  const { data, ...links } = body.data

  assert.equal(data[0].name, 'first purchase')
  assert.deepEqual(links, { count: 2, currentpage: 2, nextpage: null, prevpage: 1, lastpage: 2, next: null })
})

test('decisions are filtered by how they ended, alone and with a user, a rule and a cursor', async () => {
  const other = await partner.addUser()
  for (const user of [userId, other])
    for (const name of ['first purchase', 'first purchase', 'tenth_purchase', 'invite', 'tenth_purchase'])
      await partner.award(user, name)
  const decisions = async (query: string) => {
    const answer = await service.get(`${DECISIONS}?${query}`, partner.token)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  type Decision = { id: string; outcome: string; userId: string; ruleName: string }
  const all: Decision[] = (await decisions('limit=100')).decisions
  assert.equal(all.length, 10)
  const ids = (holds: (each: Decision) => boolean) => all.filter(holds).map(({ id }) => id)
  for (const outcome of ['paid', 'counted', 'refused']) {
    for (const [query, holds] of [
      ['', () => true],
      [`&userId=${other}`, (each: Decision) => each.userId === other],
      ['&ruleName=first%20purchase', (each: Decision) => each.ruleName === 'first purchase'],
    ] as [string, (each: Decision) => boolean][]) {
      const expected = ids((each) => each.outcome === outcome && holds(each))
      const { decisions: listed } = await decisions(`outcome=${outcome}${query}`)
      assert.deepEqual(
        listed.map(({ id }: Decision) => id),
        expected,
        `${outcome}${query}`,
      )
    }
  }
  const first = await decisions('outcome=refused&limit=3')
  const second = await decisions(`outcome=refused&limit=3&before=${first.next}`)
  assert.deepEqual(
    [...first.decisions, ...second.decisions].map(({ id }: Decision) => id),
    ids(({ outcome }) => outcome === 'refused'),
  )
  assert.equal(second.next, null)
})

test('events are read backwards from a number, the newest first, to the first of all', async () => {
  const forwards: ApiEvent[] = (await service.get(`${EVENTS}?limit=1000`, partner.token)).body.data.events
  const newestFirst = forwards.toReversed()
  const walk = async (query: string) => {
    const events: ApiEvent[] = []
    for (let before = Number.MAX_SAFE_INTEGER; before > 1; ) {
      const { body } = await service.get(`${EVENTS}?before=${before}${query}`, partner.token)
      events.push(...body.data.events)
      assert.ok(body.data.next < before, JSON.stringify(body.data.next))
      before = body.data.next
    }
    return events
  }
  assert.ok(forwards.length >= 16)
  for (const limit of [1, 5, forwards.length, 1000])
    assert.deepEqual(await walk(`&limit=${limit}`), newestFirst)
  assert.deepEqual(
    await walk('&limit=2&types=award.refused,rule.created'),
    newestFirst.filter(({ type }) => ['award.refused', 'rule.created'].includes(type)),
  )
  const between = (await service.get(`${EVENTS}?after=3&before=7`, partner.token)).body.data
  assert.deepEqual([between.events.map(({ seq }: ApiEvent) => seq), between.next], [[6, 5, 4], 4])
  const none = (await service.get(`${EVENTS}?before=1`, partner.token)).body.data
  assert.deepEqual(none, { events: [], next: 1 })
})

test('every list is read to its end with cursor alone', async () => {
  const who = await onboardTestPartner(service)
  const [rule, [member]] = [await who.addRule(), await who.addUsers(2)]
  await who.addRule()
  for (let count = 0; count < 2; count += 1) await who.award(member as string, rule.name)
  const read = async (path: string, query: string) => {
    const { body } = await service.get(`${path}?${query}`, who.token)
    assert.equal(body.status, 'success', JSON.stringify(body))
    const { next, ...lists } = body.data
    return { next, entries: (Object.values(lists).find(Array.isArray) ?? []) as unknown[] }
  }
  for (const path of [
    RULES,
    DECISIONS,
    EVENTS,
    '/api/v1/laas/users',
    '/api/v1/laas/coins/transactions',
    '/api/v1/acme/partners/me/audit-events',
  ]) {
    const { entries: all } = await read(path, 'limit=100')
    assert.ok(all.length > 0, path)
    const met: unknown[] = []
    let query = 'limit=1'
    // The feed never ends: its next stays the same when there is nothing after it.
    for (let count = 0; count < all.length; count += 1) {
      const { next, entries } = await read(path, query)
      met.push(...entries)
      query = `limit=1&cursor=${next}`
    }
    assert.deepEqual(met, all, path)
    assertFailure(
      await service.get(`${path}?cursor=x`, who.token),
      'invalid',
      'cursor must be the `next` of an earlier response.',
    )
  }
})

test('wrong filters of rules are named, all of them', async () => {
  assertFailure(
    await service.get(`${RULES}?status=on&type=double&search=%00`, partner.token),
    'invalid',
    'search must be one line of text of at most 100 characters; status must be active or inactive; type must be single, batched or combined.',
  )
})
