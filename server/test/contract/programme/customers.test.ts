import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import {
  assertFailure,
  assertSuccess,
  CONFLICT,
  isReplay,
  TIMESTAMP,
  typesOf,
  UUID,
} from '../../support/api-response.ts'
import { allEvents } from '../../support/events.ts'
import { mailsTo } from '../../support/mailbox.ts'
import { newUserBody, onboardTestPartner, PARTNERS, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const USERS = '/api/v1/laas/users'
const ONBOARDED = 'User onboarded'
const partner = await onboardTestPartner(service)

const create = (body: unknown, who = partner, api = service) => api.post(USERS, body, who.token)
const createMany = (users: unknown, who = partner, key?: string) =>
  service.request('POST', `${USERS}/bulk`, {
    token: who.token,
    body: { users },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const setId = (userId: string, externalId: unknown, who = partner) =>
  service.request('PUT', `${USERS}/${userId}/external-id`, { token: who.token, body: { externalId } })
const end = (userId: string, who = partner) =>
  service.request('DELETE', `${USERS}/${userId}`, { token: who.token })

const ID_MUST = 'externalId must have 1 to 100 visible characters.'
const takenBy = (externalId: string) => `The externalId ${externalId} is already taken; choose another one.`

test('a customer is a member at once, with a random tag and without an account or a mail', async () => {
  const who = await onboardTestPartner(service)
  const externalId = unique('customer-')
  const email = `${unique('ada')}@mail.example`
  const answer = await create({ externalId, fullname: ' Ada Lovelace ', email }, who)
  const { id, userId, userData, createdAt } = answer.body.data

  assert.match(id, UUID)
  assert.match(userId, UUID)
  assert.match(userData.tag, /^[a-z0-9_.]{3,30}$/)
  assert.match(createdAt, TIMESTAMP)
  const membership = {
    id,
    userId,
    userData: { tag: userData.tag, fullname: 'Ada Lovelace', avatar: null },
    createdAt,
    updatedAt: createdAt,
    externalId,
  }
  assertSuccess(answer, 201, ONBOARDED, membership)
  const { wallet, email: shownEmail, hasAccount, leftAt, leftBy, ...member } = await who.memberOf(userId)
  assert.deepEqual(member, membership)
  assert.deepEqual([shownEmail, hasAccount, leftAt, leftBy], [email, false, null, null])
  assert.deepEqual([wallet.coins, wallet.points], ['0', '0'])
  assert.deepEqual(
    (await allEvents(service, who.token)).map(({ type, data }) => [type, data]),
    [['user.onboarded', membership]],
  )
  assert.deepEqual(await mailsTo(service, email), [])
  assert.deepEqual(
    await service.query('select from users where id = $1 or lower(email) = $2', [userId, email]),
    [],
  )
  assert.deepEqual(
    await service.query('select from user_partners where partner_id = $1', [who.partnerId]),
    [],
  )
})

test('a customer is awarded and gives coins back, is on the boards, and is not named on public ones', async () => {
  const who = await onboardTestPartner(service)
  const { userId, userData } = await dataOf(create({ externalId: 'c1' }, who))
  assert.equal(userData.fullname, null)
  assert.equal((await who.award(userId, (await who.addRule()).name)).status, 201)
  const transfer = await dataOf(who.transfer(userId, 4))
  assert.deepEqual(
    [transfer.from.fullname_businessName, transfer.from.email, transfer.from.tag],
    ['', '', userData.tag],
  )
  const board = await dataOf(service.get('/api/v1/laas/leaderboard/new', who.token))
  assert.deepEqual([board.data[0].points, board.data[0].user.userData], [10, userData])
  assert.equal('externalId' in board.data[0].user, false)
  await service.request('PATCH', `${PARTNERS}/me`, { token: who.token, body: { boardsPublic: true } })
  const shown = await dataOf(service.get(`/api/v1/laas/leaderboard/new?partnerId=${who.partnerId}`))
  assert.deepEqual([shown.data[0].points, shown.data[0].user.userData], [10, null])
})

test('the same external id is the same member with the same details, and restores who left', async () => {
  const externalId = unique('customer-')
  const first = await dataOf(create({ externalId, fullname: 'Ada Lovelace' }))
  assertSuccess(
    await create({ externalId, fullname: 'Someone Else', email: 'x@mail.example' }),
    200,
    ONBOARDED,
    first,
  )

  await partner.award(first.userId, (await partner.addRule()).name)
  await end(first.userId)
  const again = await create({ externalId })
  const { updatedAt } = again.body.data
  assert.ok(updatedAt > first.updatedAt)
  assertSuccess(again, 200, ONBOARDED, { ...first, updatedAt })
  assert.equal(await partner.coinsOf(first.userId), '10')
  assert.deepEqual(
    (await service.get(`${USERS}?search=lovelace&limit=100`, partner.token)).body.data.data.filter(
      ({ userId }: { userId: string }) => userId === first.userId,
    ).length,
    1,
  )
  const types = (await allEvents(service, partner.token))
    .filter(({ data }) => data.userId === first.userId)
    .map(({ type }) => type)
  assert.deepEqual(types, ['user.onboarded', 'award.paid', 'user.left', 'user.onboarded'])
})

test('nothing depends on whether an account has the address: nobody is joined', async () => {
  const account = await signUp(service)
  const free = { ...account, email: `${unique('free')}@mail.example` }
  const answers = []
  for (const { email } of [account, free]) {
    const mails = (await mailsTo(service, email)).length
    answers.push(await create({ externalId: unique('customer-'), email, fullname: 'Ada' }))
    assert.equal((await mailsTo(service, email)).length, mails)
  }
  const [known, unknown] = answers.map(({ status, body }) => [status, typesOf(body)])
  assert.deepEqual(known, unknown)
  assert.equal((await service.get(`${USERS}/${account.userId}`, partner.token)).status, 404)
  assert.deepEqual(await service.query('select from user_partners where user_id = $1', [account.userId]), [])
})

test('one external id that is sent many times at once, to two processes, makes one member', async () => {
  const externalId = unique('customer-')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2
        ? create({ externalId })
        : createMany([{ externalId }]).then(({ body }) => ({ status: 200, body: body.data.results[0] })),
    ),
  )
  const others = await Promise.all(
    Array.from({ length: 4 }, () => service.second.post(USERS, { externalId }, partner.token)),
  )
  const ids = new Set([...answers, ...others].map(({ body }) => body.data.id))
  assert.equal(ids.size, 1)
  assert.ok([...answers, ...others].filter(({ status }) => status === 201).length <= 1)
})

test('many customers are onboarded in one call, in order, and an invalid one fails alone', async () => {
  const who = await onboardTestPartner(service)
  const known = await dataOf(create({ externalId: 'known', fullname: 'Ada' }, who))
  const answer = await createMany(
    [
      { externalId: 'a', fullname: 'Anna' },
      { externalId: 'two words', email: 'nobody' },
      { externalId: 'known', fullname: 'Else' },
      { externalId: 'a', fullname: 'Second' },
      'text',
      {},
      { externalId: 'b' },
    ],
    who,
  )
  assert.equal(answer.status, 200)
  const { results } = answer.body.data
  assert.deepEqual(
    results.map(({ status, data }: { status: string; data: Record<string, unknown> }) =>
      status === 'success' ? data.externalId : data.error,
    ),
    [
      'a',
      'externalId must have 1 to 100 visible characters; email must be an e-mail address of at most 254 characters.',
      'known',
      'a',
      'The body must be one JSON object.',
      'externalId is required.',
      'b',
    ],
  )
  assert.deepEqual(results[2], { status: 'success', message: ONBOARDED, data: known })
  assert.deepEqual(results[3], results[0])
  assert.equal((await service.get(USERS, who.token)).body.data.count, 3)
  assert.deepEqual(
    (await allEvents(service, who.token)).map(({ seq, data }) => [seq, data.externalId]),
    [
      [1, 'known'],
      [2, 'a'],
      [3, 'b'],
    ],
  )
})

test('a thousand customers are onboarded at once, and a retry with the key replays', async () => {
  const who = await onboardTestPartner(service)
  const users = Array.from({ length: 1_000 }, (_, no) => ({ externalId: `c${no}`, fullname: `Number ${no}` }))
  const key = randomUUID()
  const [first, second] = await Promise.all([createMany(users, who, key), createMany(users, who, key)])
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.deepEqual(first.body, second.body)
  assert.deepEqual([isReplay(first), isReplay(second)].sort(), [false, true])
  assert.equal((await service.get(USERS, who.token)).body.data.count, 1_000)
  assertFailure(await createMany(users.slice(1), who, key), 'conflict', CONFLICT)
  const last = first.body.data.results[999].data.userId
  const board = await dataOf(service.get(`/api/v1/laas/leaderboard/new?userId=${last}&around=1`, who.token))
  assert.deepEqual(board.data.at(-1).user.userId, last, 'listed by who joined first')
  assert.equal((await allEvents(service, who.token)).length, 1_000)

  const must = 'users must be a list of 1 to 1000 users.'
  for (const wrong of [[], [...users, { externalId: 'one more' }], 'text', null])
    assertFailure(await createMany(wrong, who), 'invalid', wrong === null ? 'users is required.' : must)
})

test('the own id of a user can be set, changed, and belongs to one user of the partner, also after leaving', async () => {
  const [first, second] = (await partner.addUsers(2)) as [string, string]
  const externalId = unique('id-')
  const before = await partner.memberOf(first)
  const set = await setId(first.toUpperCase(), externalId)
  const { wallet: _, email: __, hasAccount: ___, leftAt: ____, leftBy: _____, ...shown } = before
  assertSuccess(set, 200, 'External id set', { ...shown, externalId, updatedAt: set.body.data.updatedAt })
  assert.equal((await partner.memberOf(first)).externalId, externalId)
  assert.deepEqual((await setId(first, externalId)).body, set.body)
  assertFailure(await setId(second, externalId), 'taken', takenBy(externalId))
  assert.equal((await partner.memberOf(second)).externalId, null)

  await end(first)
  assertFailure(await setId(second, externalId), 'taken', takenBy(externalId))
  for (const userId of [first, randomUUID()])
    assertFailure(await setId(userId, unique('id-')), 'notFound', 'User was not found.')
  const other = await onboardTestPartner(service)
  assert.equal((await setId(await other.addUser(), externalId, other)).status, 200)
  assertFailure(await setId(second, unique('id-'), other), 'notFound', 'User was not found.')

  assert.equal((await setId(second, unique('id-'))).status, 200)
  const changed = unique('id-')
  assert.equal((await setId(second, changed)).body.data.externalId, changed)
})

test('of two users who get one id at the same time, one has it', async () => {
  const users = await partner.addUsers(4)
  const externalId = unique('id-')
  const answers = await Promise.all(users.map((userId) => setId(userId, externalId)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400])
})

test('a user who is created with a token keeps the own id of the partner; a taken one is refused', async () => {
  const externalId = unique('id-')
  const body = newUserBody({ externalId })
  const { id } = await dataOf(service.post('/api/v1/user', body, partner.token))
  assert.equal((await partner.memberOf(id)).externalId, externalId)
  const second = newUserBody({ externalId })
  const refused = await service.post('/api/v1/user', second, partner.token)
  assertFailure(refused, 'taken', takenBy(externalId))
  assert.deepEqual(refused.body.data.fields, [{ field: 'externalId', problem: 'is already taken' }])
  assert.deepEqual(await service.query('select from users where tag = $1', [second.tag]), [])
  assertFailure(
    await service.post('/api/v1/user', newUserBody({ externalId: 'two words' }), partner.token),
    'invalid',
    ID_MUST,
  )
})

test('without a token, an external id is ignored, whatever it is', async () => {
  for (const externalId of ['two words', 7, null])
    assert.equal((await service.post('/api/v1/user', newUserBody({ externalId }))).status, 201)
})

test('an external id has 1 to 100 visible characters', async () => {
  const [userId] = (await partner.addUsers(1)) as [string]
  for (const externalId of [
    ' ',
    'two words',
    'a\u0000',
    'tab\t',
    'a\u200bb',
    '\ud800',
    'x'.repeat(101),
    7,
    {},
  ]) {
    for (const answer of [await create({ externalId }), await setId(userId, externalId)]) {
      const { error } = answer.body.data
      assertFailure(answer, 'invalid', error)
      assert.match(error, /^externalId (must have 1 to 100 visible characters|is required)\.$/)
    }
  }
  for (const externalId of ['', undefined])
    assertFailure(await create({ externalId }), 'invalid', 'externalId is required.')
  for (const externalId of [
    'x'.repeat(100),
    '😀'.repeat(100),
    'É/?#%&',
    "'; drop table memberships; --".replaceAll(' ', '_'),
  ])
    assert.equal((await create({ externalId })).body.data.externalId, externalId)
  assertFailure(
    await create({ externalId: 'a', fullname: 'x'.repeat(201), email: 'nobody' }),
    'invalid',
    'fullname must be one line of text of at most 200 characters; email must be an e-mail address of at most 254 characters.',
  )
})

test('a thousand names of a hundred words make few search words, and are found by them', async () => {
  const who = await onboardTestPartner(service)
  const letters = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index))
  const fullname = letters.join(' ')
  const users = Array.from({ length: 1_000 }, (_, index) => ({ externalId: `${index}`, fullname }))
  const { results } = await dataOf(createMany(users, who))
  const [{ words } = { words: 0 }] = await service.query<{ words: number }>(
    `select max(count)::integer as words
    from (select count(*) from member_search_words where partner_id = $1 group by user_id) of_member`,
    [who.partnerId],
  )
  assert.equal(words, 24)
  const search = encodeURIComponent(`${letters[0]} ${results[999].data.userData.tag}`)
  const { data } = await dataOf(service.get(`${USERS}?search=${search}`, who.token))
  assert.deepEqual(
    data.map(({ userId }: { userId: string }) => userId),
    [results[999].data.userId],
  )
})
