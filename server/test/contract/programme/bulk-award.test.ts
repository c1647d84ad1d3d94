import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { signUp } from '../../support/account.ts'
import { assertFailure, assertHeaders, assertSuccess, UUID } from '../../support/api-response.ts'
import { onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { randomFrom } from '../../support/random.ts'
import { announceBody } from '../../support/raw-request.ts'
import { startTestService, useSharedService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'

const service = useSharedService()

const BULK = '/api/v1/laas/rules/award/bulk'
const DECIDED = 'Awards decided'
const CREATED = 'Rule award created successfully'
const LIST_WRONG = 'awards must be a list of 1 to 1000 awards.'

const partner = await onboardTestPartner(service)

type Item = { userId: string; ruleName: string; narration?: string }
type Result = { status: string; message: string; data: Record<string, unknown> }

const bulk = (awards: unknown, who = partner) => service.post(BULK, { awards }, who.token)

test('a bulk call responds 200 with one result an award, in order, each as for a single award', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const rule = await partner.addRule()
  const answer = await bulk([
    { userId: ada, ruleName: rule.name, narration: 'Order 1' },
    { userId: bea, ruleName: rule.name },
    { userId: ada, ruleName: rule.name, narration: '' },
  ])

  const results: Result[] = answer.body.data.results
  const ids = results.map(({ data }) => data.id as string)
  for (const id of ids) assert.match(id, UUID)
  assert.equal(new Set(ids).size, 3)
  const expected = (index: number, userId: string, note: string | null) => ({
    status: 'success',
    message: CREATED,
    data: {
      id: ids[index],
      ruleId: rule.id,
      ruleName: rule.name,
      userId,
      awarded: true,
      note,
      partnerId: partner.partnerId,
    },
  })
  assertSuccess(answer, 200, DECIDED, {
    results: [expected(0, ada, 'Order 1'), expected(1, bea, null), expected(2, ada, null)],
  })
  assert.equal(answer.headers.get('idempotency-replayed'), null)
  assert.deepEqual([await partner.coinsOf(ada), await partner.coinsOf(bea)], ['20', '10'])
})

test('1,000 awards are taken, in order', async () => {
  const users = await partner.addUsers(10)
  const { name: ruleName } = await partner.addRule({ coinValue: '0.01' })
  const awards = Array.from({ length: 1000 }, (_, index) => ({
    userId: users[(index * 7) % 10] as string,
    ruleName,
    narration: `Order ${index}`,
  }))
  const answer = await bulk(awards)

  assert.equal(answer.status, 200)
  assertHeaders(answer)
  assert.deepEqual(
    answer.body.data.results.map(({ status, data }: Result) => [status, data.userId, data.note]),
    awards.map(({ userId, narration }) => ['success', userId, narration]),
  )
  for (const userId of users) assert.equal(await partner.coinsOf(userId), '1')
})

test('no award, more than 1,000 or none at all is 400, and nothing is awarded', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  for (const awards of [[], Array(1001).fill({ userId, ruleName }), 'all', { userId, ruleName }, 7])
    assertFailure(await bulk(awards), 'invalid', LIST_WRONG)
  for (const awards of [undefined, null, ''])
    assertFailure(await bulk(awards), 'invalid', 'awards is required.')
  assert.equal(await partner.coinsOf(userId), '0')
})

test('a wrong item fails alone, with the failure of a single award', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const other = await onboardTestPartner(service)
  const stranger = await other.addUser()
  const { name: ruleName } = await partner.addRule()
  const inactive = await partner.addRule({ status: 'inactive' })
  const combined = await partner.addCombinedRule(1)
  const wrong: unknown[] = [
    {},
    { userId: ada },
    { ruleName },
    { userId: '', ruleName: ' ' },
    { userId: 7, ruleName: null },
    { userId: ada, ruleName: 'r'.repeat(101) },
    { userId: ada, ruleName, narration: 7 },
    { userId: ada, ruleName, narration: 'a\0b' },
    { userId: ada, ruleName, narration: '\ud800' },
    { userId: ada, ruleName, narration: 'n'.repeat(1001) },
    { userId: 'nobody', ruleName },
    { userId: randomUUID(), ruleName },
    { userId: stranger, ruleName },
    { userId: ada, ruleName: unique('no rule ') },
    { userId: ada, ruleName: inactive.name },
    { userId: ada, ruleName: combined.name },
  ]
  const good = { userId: bea, ruleName }
  const answer = await bulk(wrong.flatMap((item) => [good, item]))
  assert.equal(answer.status, 200)

  const results: Result[] = answer.body.data.results
  assert.equal(results.length, 2 * wrong.length)
  for (const [index, item] of wrong.entries()) {
    assert.equal(results[2 * index]?.status, 'success')
    const single = await service.post('/api/v1/laas/rules/award', item, partner.token)
    assert.equal(single.status, 400)
    assert.deepEqual(results[2 * index + 1], single.body)
  }
  assert.deepEqual([await partner.coinsOf(ada), await partner.coinsOf(bea)], ['0', String(10 * wrong.length)])
})

test('an item that is no object fails alone', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const answer = await bulk([null, 7, 'award', [], { userId, ruleName }])
  const results: Result[] = answer.body.data.results
  for (const result of results.slice(0, 4)) {
    assert.deepEqual(
      [result.status, result.message, result.data.errorType, result.data.appErrorCode],
      ['failed', 'Invalid data', 'invalid', 'Bad request'],
    )
  }
  assert.equal(results[4]?.data.awarded, true)
})

test('items see what those before them did', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const limited = await partner.addRule({ userLimitAward: '1' })
  const full = await partner.addRule({ maxNumberOfParticipant: '1' })
  const batched = await partner.addRule({ type: 'batched', completionNumber: '2' })
  const [a, b] = (await partner.addCombinedRule(2)).parts
  const calls = [
    [ada, limited.name, true],
    [ada, limited.name, 'user_limit_reached'],
    [bea, limited.name, true],
    [ada, full.name, true],
    [bea, full.name, 'rule_full'],
    [ada, batched.name, false],
    [bea, batched.name, false],
    [ada, batched.name, true],
    [ada, a, false],
    [ada, a, 'sub_rule_repeated'],
    [ada, b, true],
    [ada, a, false],
  ]
  const answer = await bulk(calls.map(([userId, ruleName]) => ({ userId, ruleName })))
  assert.deepEqual(
    answer.body.data.results.map(({ data }: Result) => data.appErrorCode ?? data.awarded),
    calls.map(([, , outcome]) => outcome),
  )
})

test('a batch gives the same outcomes, counters and boards as the same calls one after the other', async () => {
  const size = 6
  /** The same members and rules for two partners, and the same calls on them. */
  async function arrange(who: TestPartner) {
    const users: string[] = []
    for (let each = 0; each < size; each += 1) users.push(await who.addUser())
    const rules = ['limited', 'full', 'batched', 'once', 'round', 'off']
    await who.addRule({ name: 'limited', userLimitAward: '2', coinValue: '3' })
    await who.addRule({ name: 'full', maxNumberOfParticipant: '3', coinValue: '0.5' })
    await who.addRule({ name: 'batched', type: 'batched', completionNumber: '3' })
    await who.addRule({
      name: 'once',
      type: 'batched',
      completionNumber: '2',
      userLimitAward: '1',
      maxNumberOfParticipant: '2',
    })
    await who.addRule({ name: 'off', status: 'inactive' })
    await who.addRule({
      name: 'round',
      type: 'combined',
      rules: ['left', 'right', 'middle'].map((name) => ({ name, condition: 'Did it' })),
    })
    const names = [...rules, 'left', 'right', 'middle', 'unknown']
    const next = randomFrom(7)
    const items = Array.from(
      { length: 400 },
      (_, index): Item => ({
        userId: next(40) === 0 ? randomUUID() : (users[next(size)] as string),
        ruleName: names[next(names.length)] as string,
        ...(index % 3 === 0 && { narration: `Call ${index}` }),
      }),
    )
    return { users, items }
  }

  const [alone, together] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const singles = await arrange(alone)
  const batch = await arrange(together)
  const answeredAlone: Result[] = []
  for (const item of singles.items)
    answeredAlone.push((await alone.award(item.userId, item.ruleName, item.narration)).body)
  const answered = await bulk(batch.items, together)

  /** What is left of an answer without the identifiers, which differ. */
  const comparable = ({ users }: { users: string[] }, value: unknown, who: TestPartner) =>
    JSON.parse(
      JSON.stringify(value, (name, field) => {
        if (['id', 'ruleId', 'createdAt', 'updatedAt', 'tag', 'name', 'email'].includes(name)) return name
        if (field === who.partnerId) return 'partner'
        return users.includes(field) ? `user ${users.indexOf(field)}` : field
      }),
    )
  assert.deepEqual(
    comparable(batch, answered.body.data.results, together),
    comparable(singles, answeredAlone, alone),
  )
  const outcomes = new Set(answeredAlone.map(({ data }) => String(data.appErrorCode ?? data.awarded)))
  for (const outcome of [
    'true',
    'false',
    'user_limit_reached',
    'rule_full',
    'sub_rule_repeated',
    'rule_inactive',
  ])
    assert(outcomes.has(outcome), outcome)

  const pages = [
    '/api/v1/laas/rules?limit=100',
    '/api/v1/laas/users?limit=100',
    '/api/v1/laas/leaderboard/new?take=100',
    '/api/v1/laas/coins/partner/ep-leaderboard?limit=100',
    `/api/v1/laas/coins/partner/ep-leaderboard?limit=100&month=${new Date().getUTCMonth() + 1}`,
  ]
  for (const path of pages) {
    const [one, other] = [await service.get(path, alone.token), await service.get(path, together.token)]
    assert.equal(one.status, 200)
    assert.deepEqual(comparable(batch, other.body, together), comparable(singles, one.body, alone), path)
  }
  const decisions = async (who: TestPartner) => {
    const found: unknown[] = []
    for (let before = ''; ; ) {
      const { data } = (await service.get(`/api/v1/laas/decisions?limit=100${before}`, who.token)).body
      found.push(...data.decisions)
      if (data.next === null) return found
      before = `&before=${data.next}`
    }
  }
  assert.deepEqual(
    comparable(batch, await decisions(together), together),
    comparable(singles, await decisions(alone), alone),
  )
})

test('bulk calls, single awards and transfers of one partner in parallel keep every limit', async () => {
  const who = await onboardTestPartner(service)
  const users = await who.addUsers(10)
  const { name: ruleName } = await who.addRule({
    userLimitAward: '5',
    maxNumberOfParticipant: '4',
    coinValue: '1',
  })
  const awards = Array.from({ length: 100 }, (_, index) => ({
    userId: users[index % 10] as string,
    ruleName,
  }))
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => bulk(awards, who)),
    ...awards.slice(0, 20).map(({ userId }) => who.award(userId, ruleName)),
    ...users.map((userId) => who.transfer(userId, '0.5')),
  ])
  const paid = answers
    .flatMap(({ body }): Result[] => body.data.results ?? [body])
    .filter(({ data }) => data.awarded === true)
  assert.equal(paid.length, 20)
  assert.equal(new Set(paid.map(({ data }) => data.userId)).size, 4)
})

test('when a retry runs beside a bulk call, both responses say what was paid, also for a user or a rule that changed meanwhile', async () => {
  const slow = await startTestService({ batchSizeMax: 1 })
  const userDetailsUrl = await startUserDetails()
  const who = await onboardTestPartner(slow, { userDetailsUrl })
  const { name: ruleName } = await who.addRule({ coinValue: '1' })
  const member = await who.addUser()
  const { userId, tag } = await signUp(slow)
  const byUnit = await who.addRule({ coinValue: '1', perUnit: true })
  const buyer = await who.addUser()
  const opened = [
    { userId, ruleName },
    { userId: buyer, ruleName: byUnit.name },
  ]
  const awards = [...opened, ...Array.from({ length: 60 }, () => ({ userId: member, ruleName }))]
  const send = () =>
    slow.request('POST', BULK, { token: who.token, body: { awards }, headers: { 'idempotency-key': 'one' } })

  const first = send()
  const decided = async () =>
    (await slow.get('/api/v1/laas/decisions?limit=1', who.token)).body.data.decisions
  while ((await decided()).length === 0);
  assert.equal((await slow.post('/api/v1/laas/users/onboard', { tag }, who.token)).status, 201)
  const body = { perUnit: false }
  const path = `/api/v1/laas/rules/${byUnit.id}`
  assert.equal((await slow.request('PATCH', path, { token: who.token, body })).status, 200)
  const [one, concurrent] = await Promise.all([first, send()])
  const later = await send()

  assert.deepEqual([one.status, concurrent.status, later.status], [200, 200, 200])
  assert.deepEqual(concurrent.body, later.body)
  for (const [index, item] of opened.entries()) {
    const isPaid = later.body.data.results[index].data.awarded === true
    assert.equal(await who.coinsOf(item.userId), isPaid ? '1' : '0')
  }
  assert.equal(await who.coinsOf(member), '60')
})

test('1,000 items with the longest narration and key fit a bulk call, which has at most 2 MB', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const { name: ruleName } = await who.addRule({ coinValue: '1' })
  const awards = Array.from({ length: 1000 }, (_, index) => ({
    userId,
    ruleName,
    narration: 'x'.repeat(1000),
    idempotencyKey: `${index}-`.padEnd(255, 'x'),
  }))
  const answer = await bulk(awards, who)
  assert.equal(answer.status, 200)
  assert(answer.body.data.results.every(({ data }: Result) => data.awarded === true))

  const tooLarge = await announceBody(service, BULK, { token: who.token, bytes: 2_097_153 })
  assertFailure(tooLarge, 'tooLarge', 'The body is larger than 2 MB; send less.')
})

test('a long response is written item by item, also to where it is stored', async (t) => {
  const own = await startTestService()
  const who = await onboardTestPartner(own)
  const userId = await who.addUser()
  const { name: ruleName } = await who.addRule({ maxNumberOfParticipant: '1000' })
  const body = JSON.stringify({ awards: Array.from({ length: 1000 }, () => ({ userId, ruleName })) })
  const headers = { 'idempotency-key': unique('key') }
  const stringify = t.mock.method(JSON, 'stringify')
  const first = await own.request('POST', BULK, { token: who.token, body, headers })
  const retry = await own.request('POST', BULK, { token: who.token, body, headers })
  const lengths = stringify.mock.calls.map(({ result }) => result?.length ?? 0)
  stringify.mock.restore()

  assert.equal(first.status, 200)
  assert.equal(retry.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(retry.body, first.body)
  assert(Math.max(...lengths) < 50_000)
})
