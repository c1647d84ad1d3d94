import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { clientToken, onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const KINDS = ['members', 'rules', 'orders', 'decisions', 'notes', 'requests'] as const

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Found = Record<(typeof KINDS)[number], any[]>

let partner: TestPartner
let other: TestPartner
const search = (q: string, token = partner.token): Promise<Found> =>
  dataOf(service.get(`/api/v1/laas/search?${new URLSearchParams({ q })}`, token))
const membersOf = async (q: string, token?: string) =>
  (await search(q, token)).members.map(({ userId }) => userId)
const post = (path: string, body: object, who = partner) =>
  dataOf(service.post(`/api/v1/laas/${path}`, body, who.token))
const customer = async (body: object, who = partner): Promise<string> =>
  (await post('users', body, who)).userId

before(async () => {
  partner = await onboardTestPartner(service)
  other = await onboardTestPartner(service)
})

test('a member is found by any part of the name, the tag, the beginning of the address and the own id', async () => {
  const email = `${unique('Countess')}@mail.example`
  const tag = unique('analyst_')
  const ada = await partner.addUser({ fullname: 'Augusta Ada King-Lovelace', tag, email })
  const other = await partner.addUser({ fullname: 'Grace Hopper' })
  const externalId = unique('cust-4711-')
  await service.request('PUT', `/api/v1/laas/users/${ada}/external-id`, {
    token: partner.token,
    body: { externalId },
  })
  const { id } = await partner.memberOf(ada)
  for (const q of [
    'ovelac',
    'LOVEL',
    'lace',
    'gusta',
    'vela gust',
    'king-love',
    'ng-lo',
    tag,
    tag.slice(0, -1),
    email,
    email.toUpperCase(),
    email.slice(0, 6),
    externalId,
    ada,
    ada.toUpperCase(),
    id,
    ` ${externalId} `,
  ])
    assert.deepEqual(await membersOf(q), [ada], q)
  assert.deepEqual(await membersOf('opper'), [other])
  for (const q of ['ovelacx', 'gusta opper', 'a%a', 'l_velace', '%', '_', '🌿'])
    assert.deepEqual(await membersOf(q), [], q)
})

test('parts of names in other scripts, and of names that change, are found as they are', async () => {
  const tag = unique('tag')
  const userId = await partner.addUser({ fullname: 'Иван 王小明太郎', tag })
  assert.deepEqual(await membersOf('小明'), [userId])
  assert.deepEqual(await membersOf('ван'), [userId])
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
  assert.deepEqual(await membersOf('小明'), [])
  const parts = await service.query(
    'select part from member_word_parts where partner_id = $1 and word = $2',
    [partner.partnerId, '王小明太郎'],
  )
  assert.deepEqual(parts, [], 'nothing is left of a name that no member has')
})

test('names of many long words have few parts, also in a bulk call', async () => {
  const who = await onboardTestPartner(service)
  const nameOf = (index: number) =>
    Array.from({ length: 6 }, (_, word) => `w${word}abcdefghijklmnopqrstuvwxn${index}`).join(' ')
  const users = Array.from({ length: 250 }, (_, index) => ({
    externalId: `long-${index}`,
    fullname: index === 0 ? 'Ann Zimmerman' : nameOf(index),
  }))
  const { results } = await post('users/bulk', { users }, who)
  assert.equal(results.length, 250)
  const [row] = await service.query<{ parts: bigint; words: bigint }>(
    'select count(*) as parts, count(distinct word) as words from member_word_parts where partner_id = $1',
    [who.partnerId],
  )
  // Ann has one, Zimmerman seven.
  assert.deepEqual(row, { parts: BigInt(249 * 40 + 1 + 7), words: BigInt(249 * 2 + 2) })
  assert.equal((await membersOf('immerm', who.token)).length, 1)
  assert.ok((await membersOf('defghijk', who.token)).length > 0)
})

test('a part of a name that several members share stays found when one of them leaves', async () => {
  const who = await onboardTestPartner(service)
  const [first, second] = [
    await who.addUser({ fullname: 'Ann Zimmerman' }),
    await who.addUser({ fullname: 'Bob Zimmerman' }),
  ]
  assert.deepEqual((await membersOf('immer', who.token)).toSorted(), [first, second].toSorted())
  await service.request('DELETE', `/api/v1/laas/users/${first}`, { token: who.token })
  assert.deepEqual(await membersOf('immer', who.token), [second])
})

test('a former member is found by id and own id, and shows when the membership ended', async () => {
  const externalId = unique('gone-')
  const userId = await customer({ externalId, fullname: 'Gone Girl' })
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
  for (const q of [externalId, userId]) {
    const [member] = (await search(q)).members
    assert.equal(member.userId, userId)
    assert.ok(member.leftAt)
    assert.equal(member.hasAccount, false)
  }
})

test('rules are found by any part of a name, also of a sub-rule, and by id', async () => {
  const rule = await partner.addRule({ name: 'spend and earn' })
  const combined = await partner.addRule({
    name: 'full profile',
    type: 'combined',
    rules: [{ name: 'upload a photo', condition: 'Did it' }],
  })
  const namesOf = async (q: string) => (await search(q)).rules.map(({ name, ruleName }) => [name, ruleName])
  assert.deepEqual(await namesOf('ND Earn'), [['spend and earn', 'spend and earn']])
  assert.deepEqual(await namesOf('photo'), [['upload a photo', 'full profile']])
  assert.deepEqual((await search(rule.id)).rules[0].id, rule.id)
  assert.deepEqual((await search('photo')).rules[0].id, combined.id)
})

test('orders, notes and ids of decisions are found', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  const mark = unique('')
  const reference = `ORD-${mark}-A`
  const award = await post('rules/award', {
    userId,
    ruleName: name,
    reference,
    narration: `For the Blue Mug ${mark}`,
  })
  for (let count = 0; count < 3; count += 1) await post('rules/award', { userId, ruleName: name, reference })
  await post('coins/adjust', { userId, coins: '1', reason: `Goodwill ${mark}`, reference: `ORD-${mark}-B` })
  const transfer = await post('coins/transfer-from-user-wallet', { userId, coins: 1 })

  assert.deepEqual((await search(`ord-${mark.toUpperCase()}`)).orders, [])
  assert.deepEqual((await search(`ORD-${mark}`)).orders, [{ reference }, { reference: `ORD-${mark}-B` }])
  assert.deepEqual((await search(reference)).orders, [{ reference }])
  assert.deepEqual((await search('%RD-')).orders, [])
  const notes = async (q: string) => (await search(q)).notes.map(({ note }) => note)
  assert.deepEqual(await notes(`blue mug ${mark}`), [`For the Blue Mug ${mark}`])
  assert.deepEqual(await notes(mark.toUpperCase()), [`Goodwill ${mark}`, `For the Blue Mug ${mark}`])
  for (const { id } of [award, transfer]) assert.equal((await search(id)).decisions[0].id, id)
})

test('a request is found by its id, for the team alone', async () => {
  const answer = await service.post('/api/v1/laas/rules/award', {}, partner.token)
  const id = answer.headers.get('x-request-id') as string
  await waitUntil(async () => (await search(id)).requests.length === 1, 'the request is logged')
  assert.equal((await search(id)).requests[0].status, 400)
  assert.deepEqual((await search(id, other.token)).requests, [])
  assert.deepEqual((await search(id, await clientToken(service, partner.token))).requests, [])
})

test('at most five of each are found, the exact ones first', async () => {
  const who = await onboardTestPartner(service)
  const word = unique('many')
  for (let count = 0; count < 7; count += 1) {
    const userId = await customer({ externalId: `${word}-${count}`, fullname: `X${word} Y` }, who)
    const rule = await who.addRule({ name: `${word} ${count}` })
    await post(
      'rules/award',
      { userId, ruleName: rule.name, reference: `${word}-${count}`, narration: `${word} ${count}` },
      who,
    )
  }
  const found = await search(word, who.token)
  assert.deepEqual(
    KINDS.map((kind) => found[kind].length),
    [5, 5, 5, 0, 5, 0],
  )
})

test("nothing of another partner is found, whoever's words are the same", async () => {
  const mark = unique('secret')
  const userId = await customer({ externalId: mark, fullname: `Ann ${mark}`, email: `${mark}@mail.example` })
  const { id, name } = await partner.addRule({ name: mark })
  const award = await post('rules/award', { userId, ruleName: name, reference: mark, narration: mark })
  for (const q of [mark, userId, id, award.id, `${mark}@mail.example`, mark.slice(2)]) {
    const found = await search(q, other.token)
    for (const kind of KINDS) assert.deepEqual(found[kind], [], `${kind} ${q}`)
  }
})

test('every role may search, and wrong texts are refused', async () => {
  const reader = await addMember(service, partner, 'read-only')
  assert.deepEqual(Object.keys(await search('nothing', reader.token)), [...KINDS])
  for (const [query, status] of [
    ['', 400],
    ['?q=', 400],
    ['?q=%20', 400],
    ['?q=%00', 400],
    ['?q=a%0Ab', 400],
    [`?q=${'x'.repeat(201)}`, 400],
    ['?q=%ED%A0%80', 200],
    ['?q=a&q=b', 400],
    [`?q=${encodeURIComponent('🌿'.repeat(100))}`, 200],
    [`?q=${encodeURIComponent("';drop table awards;--")}`, 200],
    [`?q=${encodeURIComponent('\\')}`, 200],
    [`?q=${encodeURIComponent('\u{10ffff}')}`, 200],
    [`?q=${encodeURIComponent('%'.repeat(200))}`, 200],
    [`?q=${encodeURIComponent('a '.repeat(99))}`, 200],
    [`?q=${randomUUID()}`, 200],
  ] as [string, number][]) {
    const answer = await service.get(`/api/v1/laas/search${query}`, partner.token)
    assert.equal(answer.status, status, `${query}: ${JSON.stringify(answer.body)}`)
  }
})
