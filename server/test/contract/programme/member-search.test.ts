import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { recordOf, startPartnerServer, startUserDetails } from '../../support/user-details.ts'

const service = useSharedService()
const USERS = '/api/v1/laas/users'

const partner = await onboardTestPartner(service)

const list = (query: Record<string, string>, who = partner) =>
  service.get(`${USERS}?${new URLSearchParams(query)}`, who.token)

async function found(query: Record<string, string>, who = partner): Promise<string[]> {
  const answer = await list(query, who)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data.data.map((member: { userId: string }) => member.userId)
}

test('members are found by how a word of their tag or name begins, the shortest word first', async () => {
  const who = await onboardTestPartner(service)
  const grace = await who.addUser({ tag: unique('admiral_'), fullname: 'Grace Hopper' })
  const gracia = await who.addUser({ tag: unique('tag'), fullname: 'Gracía López-Núñez' })
  const tagged = await who.addUser({ tag: unique('grace.x'), fullname: 'Niamh O’Brien' })

  assert.deepEqual(await found({ search: 'GRACE' }, who), [grace, tagged])
  assert.deepEqual(await found({ search: 'grac' }, who), [grace, tagged, gracia])
  assert.deepEqual(await found({ search: 'hop' }, who), [grace])
  assert.deepEqual(await found({ search: 'nunez' }, who), [gracia])
  assert.deepEqual(await found({ search: 'lópez-n' }, who), [gracia])
  for (const search of ["o'b", 'O’Brien', "O'Brien", 'obrien'])
    assert.deepEqual(await found({ search }, who), [tagged], search)
  assert.deepEqual(await found({ search: 'admiral_' }, who), [grace])
  assert.deepEqual(await found({ search: 'race' }, who), [])
  assert.deepEqual(await found({ search: '%' }, who), [])
  assert.deepEqual(await found({ search: 'g_ace' }, who), [])
})

test('every word of a search must be found, in any order', async () => {
  const who = await onboardTestPartner(service)
  const ada = await who.addUser({ tag: unique('first'), fullname: 'Ada King Lovelace' })
  await who.addUser({ tag: unique('second'), fullname: 'Ada Yonath' })

  for (const search of ['ada lovelace', 'lovelace, ada', 'love k a', 'ada first'])
    assert.deepEqual(await found({ search }, who), [ada], search)
  assert.deepEqual(await found({ search: 'ada lovelace yonath' }, who), [])
})

test('a search for an e-mail address finds only the member for whom the partner knows exactly that address', async () => {
  const [who, other] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const email = `${unique('Ada')}@mail.example`
  const userId = await who.addUser({ email })
  assert.deepEqual(await found({ search: ` ${email.toUpperCase()} ` }, who), [userId])
  for (const search of [email.slice(1), email.slice(0, -1), 'mail.example', '@mail.example'])
    assert.deepEqual(await found({ search }, who), [], search)

  assert.deepEqual(await found({ search: email }, other), [])
  await service.request('DELETE', `${USERS}/${userId}`, { token: who.token })
  assert.deepEqual(await found({ search: email }, who), [])
})

test('the address of an account is not found by a partner whose own record has another', async () => {
  const { userId, tag, email } = await signUp(service)
  const who = await onboardTestPartner(service, { userDetailsUrl: await startUserDetails() })
  assert.equal((await service.post(`${USERS}/onboard`, { tag }, who.token)).status, 201)
  assert.deepEqual(await found({ search: email }, who), [])
  assert.deepEqual(await found({ search: `${tag}@shop.example` }, who), [userId])
})

test('a member is found by the whole id of the user and of the membership', async () => {
  const userId = await partner.addUser()
  const { body } = await service.get(`${USERS}/${userId}`, partner.token)

  assert.deepEqual(await found({ search: userId.toUpperCase() }), [userId])
  // A list shows wallets as they are written, without what comes.
  const { expiring, pendingUntil, ...wallet } = body.data.wallet
  assert.deepEqual([expiring, pendingUntil], [[], []])
  assertSuccess(await list({ search: body.data.id }), 200, 'Users returned', {
    data: [{ ...body.data, wallet }],
    count: 1,
    currentpage: 1,
    nextpage: null,
    prevpage: null,
    lastpage: 1,
    next: null,
  })
  assert.deepEqual(await found({ search: randomUUID() }), [])
})

test('what is found has pages', async () => {
  const who = await onboardTestPartner(service)
  const users: string[] = []
  for (let no = 1; no <= 5; no += 1)
    users.push(await who.addUser({ tag: unique('tag'), fullname: `Searched Number${no}` }))
  const { data, next, ...links } = (await list({ search: 'number', limit: '2', page: '2' }, who)).body.data

  assert.deepEqual(
    data.map(({ userId }: { userId: string }) => userId),
    users.slice(2, 4),
  )
  assert.deepEqual(links, { count: 5, currentpage: 2, nextpage: 3, prevpage: 1, lastpage: 3 })
  assert.deepEqual(await found({ search: 'number', cursor: next }, who), [users[4]])
})

test('who left is not found; who is back is, by the name that the partner then gives', async () => {
  const shop = await startPartnerServer()
  const who = await onboardTestPartner(service, { userDetailsUrl: shop.address })
  const tag = unique('moneypenny')
  const joinAs = async (fullname: string) => {
    shop.answerWith((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(recordOf(tag, { fullname }))),
    )
    const answer = await service.post(`${USERS}/onboard`, { tag }, who.token)
    assert.ok([200, 201].includes(answer.status), JSON.stringify(answer.body))
    return answer.body.data
  }
  const { userId, id } = await joinAs('Éve Moneypenny')
  assert.deepEqual(await found({ search: 'eve' }, who), [userId])

  await service.request('DELETE', `${USERS}/${userId}`, { token: who.token })
  for (const query of [
    { search: 'eve' },
    { search: tag },
    { search: userId },
    { search: id },
    { ids: userId },
  ])
    assert.deepEqual(await found(query as Record<string, string>, who), [])

  await joinAs('Eve Bond')
  assert.deepEqual(await found({ search: 'eve bond' }, who), [userId])
  await joinAs('Vesper Bond')
  assert.deepEqual(await found({ search: 'bond' }, who), [userId])
  assert.deepEqual(await found({ search: 'eve' }, who), [])
})

test("another partner's members are not found", async () => {
  const other = await onboardTestPartner(service)
  const userId = await other.addUser({ tag: unique('theirs'), fullname: 'Belongs Elsewhere' })

  assert.deepEqual(await found({ search: 'elsewhere' }, other), [userId])
  for (const query of [{ search: 'elsewhere' }, { search: userId }, { ids: userId }])
    assert.deepEqual(await found(query as Record<string, string>), [])
})

test('members are read by their ids, in the order asked for, without those who are none', async () => {
  const [first, second, third] = (await partner.addUsers(3)) as [string, string, string]
  const ids = [third, randomUUID(), first.toUpperCase(), second, third].join(',')

  assert.deepEqual(await found({ ids }), [third, first, second])
  const { data, next, ...links } = (await list({ ids, limit: '2' })).body.data
  assert.equal(data.length, 2)
  assert.deepEqual(links, { count: 3, currentpage: 1, nextpage: 2, prevpage: null, lastpage: 2 })
  assert.deepEqual(await found({ ids, cursor: next }), [second])
})

test('a member is found by the own id of the partner and by the e-mail address, whatever form the id has', async () => {
  const [who, other] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const email = `${unique('Ada')}@mail.example`
  const ids = ['customer 42'.replace(' ', '-'), `${unique('id')}@mail.example`, randomUUID(), '王-7']
  for (const externalId of ids) {
    const { userId } = await dataOf(service.post(USERS, { externalId, email }, who.token))
    assert.deepEqual(await found({ externalId }, who), [userId])
    assert.deepEqual(await found({ search: externalId }, who), [userId])
    assert.deepEqual(await found({ externalId: externalId.slice(0, -1) }, who), [])
    assert.deepEqual(await found({ externalId }, other), [])
  }
  assert.equal((await found({ email: email.toUpperCase() }, who)).length, ids.length)
  assert.deepEqual(await found({ email }, other), [])
  const [gone] = await found({ externalId: ids[0] as string }, who)
  await service.request('DELETE', `${USERS}/${gone}`, { token: who.token })
  assert.deepEqual(await found({ externalId: ids[0] as string }, who), [])
})

test('wrong parameters are named, all of them', async () => {
  const idsMust = 'ids must be 1 to 100 user ids separated by commas.'
  const tooMany = Array.from({ length: 101 }, () => randomUUID()).join(',')
  for (const ids of ['x', `${randomUUID()},`, tooMany, '\u0000'])
    assertFailure(await list({ ids }), 'invalid', idsMust)
  assertFailure(
    await list({ ids: randomUUID(), search: 'ada' }),
    'invalid',
    'search must be left out when ids are sent.',
  )
  assertFailure(
    await list({ externalId: 'a', email: 'ada@mail.example', search: 'ada' }),
    'invalid',
    'email must be left out when externalId is sent; search must be left out when externalId is sent.',
  )
  assertFailure(
    await list({ externalId: 'two words' }),
    'invalid',
    'externalId must have 1 to 100 visible characters.',
  )
  assertFailure(
    await list({ email: 'ada' }),
    'invalid',
    'email must be an e-mail address of at most 254 characters.',
  )
  for (const search of [' ', 'a\u0000b', 'x'.repeat(201)])
    assertFailure(
      await list({ search, limit: '0' }),
      'invalid',
      'search must be one line of text of at most 200 characters; limit must be a whole number from 1 to 100.',
    )
})
