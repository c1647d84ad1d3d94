import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { afterEach, test } from 'node:test'
import { allRefusedBut, atOnce, dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess, TIMESTAMP } from '../../support/api-response.ts'
import { ME, onboardByTag, onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { listen } from '../../support/server.ts'
import { useClockService } from '../../support/service.ts'
import { NO_SUCH_PARTNER } from '../../support/team.ts'
import { recordOf, startPartnerServer, startUserDetails, tagOf } from '../../support/user-details.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service, second: another } = await useClockService()
const shop = await startPartnerServer()
const elsewhere = await startUserDetails()
afterEach(() => shop.answerWith(undefined))

const PATH = `${ME}/user-details`
const RETURNED = 'User details result returned'
const ASKED = 'User details asked'
const CLOSED = { state: 'closed', failuresInARow: 0, missesInARow: 0, retryAt: null }

const newPartner = (userDetailsUrl = shop.address) => onboardTestPartner(service, { userDetailsUrl })
const read = (who: TestPartner) => service.get(PATH, who.token)
const tryTag = (who: TestPartner, tag: string, at = service) => at.post(`${PATH}/try`, { tag }, who.token)

const answerWithRecord = (changes: Record<string, unknown>) =>
  shop.answerWith((request, response) => response.end(JSON.stringify(recordOf(tagOf(request), changes))))

test('before the first onboarding there is no result', async () => {
  assertSuccess(await read(await newPartner()), 200, RETURNED, {
    userDetailsUrl: shop.address,
    breaker: CLOSED,
    lastResult: null,
  })
})

test('after an onboarding its result is shown, and after the next one only that', async () => {
  const partner = await newPartner()
  await onboardByTag(service, partner, unique('tag'))
  const found = await read(partner)
  const { askedAt, tookMs } = found.body.data.lastResult
  assert.match(askedAt, TIMESTAMP)
  assert.ok(Number.isInteger(tookMs) && tookMs >= 0)
  const result = { userDetailsUrl: shop.address, askedAt, tookMs, status: 200, detail: null, problems: [] }
  assertSuccess(found, 200, RETURNED, {
    userDetailsUrl: shop.address,
    breaker: CLOSED,
    lastResult: { ...result, outcome: 'found' },
  })

  shop.answerWith((_, response) => response.writeHead(404).end())
  await onboardByTag(service, partner, unique('tag'))
  const { lastResult } = (await read(partner)).body.data
  assert.deepEqual(lastResult, {
    ...result,
    askedAt: lastResult.askedAt,
    tookMs: lastResult.tookMs,
    outcome: 'not_found',
    status: 404,
    detail: 'The partner knows no user with this tag.',
  })
})

test('a wrong record is shown by the names of its fields and what each must be, without values', async () => {
  const partner = await newPartner()
  answerWithRecord({ fullname: 'x'.repeat(201), bvn: 22211133344, kyc: { bvn: 22211133344 } })
  const refused = await onboardByTag(service, partner, unique('tag'))
  const { lastResult } = (await read(partner)).body.data

  assert.equal(refused.body.data.error, lastResult.detail)
  assert.equal(lastResult.outcome, 'user_details_invalid')
  assert.deepEqual(lastResult.problems.slice(0, 4), [
    { field: 'fullname', problem: 'must be one line of text of at most 200 characters' },
    { field: 'bvn', problem: 'must be text or null' },
    { field: 'kyc.id', problem: 'is missing' },
    { field: 'kyc.bvn', problem: 'must be text or null' },
  ])
  assert.ok(!JSON.stringify(lastResult).includes('22211133344'))
})

test('a trial request returns the record by names and types, and adds no member', async () => {
  const partner = await newPartner()
  const tag = unique('tag')
  answerWithRecord({ bvn: '22211133344', accountNumber: '0123456789', isAdult: 'yes', nickname: 'amazing' })
  const answer = await tryTag(partner, tag.toUpperCase())
  const { askedAt, tookMs } = answer.body.data

  const text = (name: string) => ({ name, type: 'string' })
  assertSuccess(answer, 200, ASKED, {
    askedAt,
    tookMs,
    outcome: 'user_details_invalid',
    status: 200,
    detail:
      'The record that userDetailsUrl answers is not as documented: isAdult must be true, false or null.',
    problems: [{ field: 'isAdult', problem: 'must be true, false or null' }],
    fields: [
      text('id'),
      { ...text('tag'), value: tag },
      { ...text('fullname'), value: 'Grace Hopper' },
      { name: 'avatar', type: 'null' },
      text('email'),
      text('phone'),
      text('countryCode'),
      { name: 'gender', type: 'null' },
      text('bvn'),
      text('accountNumber'),
      { name: 'emailVerified', type: 'boolean' },
      text('isAdult'),
      text('dateOfBirth'),
      { name: 'kyc', type: 'object' },
      text('nickname'),
    ],
  })
  assert.deepEqual((await read(partner)).body.data.lastResult.problems, answer.body.data.problems)
  shop.answerWith(undefined)
  assert.equal((await tryTag(partner, tag)).body.data.outcome, 'found')
  assert.deepEqual(await service.query('select id from users where tag = $1', [tag]), [])
  assert.equal((await service.get('/api/v1/laas/users', partner.token)).body.data.count, 0)
})

test('a trial request to an address that is down succeeds and says so', async () => {
  const partner = await newPartner('http://127.0.0.1:9/users')
  const answer = await tryTag(partner, 'ada')
  const { askedAt, tookMs } = answer.body.data

  assertSuccess(answer, 200, ASKED, {
    askedAt,
    tookMs,
    outcome: 'user_details_unreachable',
    status: null,
    detail: 'userDetailsUrl could not be asked: it refused the connection.',
    problems: [],
    fields: [],
  })
})

test('trial requests are limited to 10 a minute for each partner, in all processes', async () => {
  const [busy, calm] = [await newPartner(), await newPartner()]
  service.clock.now = new Date()
  const answers = await atOnce(14, [service, another], (at) => tryTag(busy, 'ada', at))

  for (const answer of allRefusedBut(10, answers)) {
    assertFailure(answer, 'tooMany', 'userDetailsUrl can be tried 10 times a minute; try again in 60 s.')
    assert.equal(answer.headers.get('retry-after'), '60')
  }
  assert.equal((await tryTag(calm, 'ada')).status, 200)
  service.clock.now = new Date(service.clock.now.getTime() + 61_000)
  assert.equal((await tryTag(busy, 'ada')).status, 200)
})

test('a wrong tag is named before the address is asked, and another ecosystem has no such partner', async () => {
  const partner = await newPartner()
  const asked = shop.asked.length
  assertFailure(await service.post(`${PATH}/try`, {}, partner.token), 'invalid', 'tag is required.')
  assertFailure(
    await tryTag(partner, 'no spaces'),
    'invalid',
    'tag must have 3 to 30 letters, digits, dots and underscores.',
  )
  const other = PATH.replace('acme', 'another-eco')
  assertFailure(await service.get(other, partner.token), 'notFound', NO_SUCH_PARTNER)
  const tried = await service.post(`${other}/try`, { tag: 'ada' }, partner.token)
  assertFailure(tried, 'notFound', NO_SUCH_PARTNER)
  assert.equal(shop.asked.length, asked)
})

const UNREACHABLE = 'user_details_unreachable'
const fail: RequestListener = (_, response) => response.writeHead(503).end()

const onboard = (who: TestPartner, at = service) => onboardByTag(at, who, unique('tag'))
const breakerOf = async (who: TestPartner, at = service) => (await at.get(PATH, who.token)).body.data.breaker

async function failTimes(who: TestPartner, times: number): Promise<void> {
  shop.answerWith(fail)
  for (let time = 0; time < times; time += 1)
    assert.equal((await onboard(who)).body.data.appErrorCode, UNREACHABLE)
}
const leftAlone = (failures: number, seconds: number) =>
  `userDetailsUrl failed ${failures} times in a row and is left alone for now; it is tried again in ${seconds} s.`

const answers: [string, RequestListener, code: string, error: string][] = [
  [
    'is out of order',
    fail,
    UNREACHABLE,
    'userDetailsUrl must answer with status 200, or 404 for an unknown tag, but answered 503.',
  ],
  [
    'returns a wrong record',
    (request, response) =>
      response.end(JSON.stringify(recordOf(tagOf(request), { isAdult: 'yes', gender: 7, kyc: 'none' }))),
    'user_details_invalid',
    'The record that userDetailsUrl answers is not as documented: gender must be one line of text of at most 100 characters or null; isAdult must be true, false or null; kyc must be an object or null.',
  ],
  [
    'returns another record',
    (_, response) => response.end(JSON.stringify(recordOf('somebody'))),
    'user_details_mismatch',
    'userDetailsUrl must answer the record of the tag that was asked for.',
  ],
]
for (const [what, listener, code, error] of answers) {
  test(`onboarding reports an address that ${what}, also as the last result`, async () => {
    const partner = await newPartner()
    shop.answerWith(listener)
    assertFailure(await onboard(partner), 'invalid', error, code)
    const { outcome, detail } = (await service.get(PATH, partner.token)).body.data.lastResult
    assert.deepEqual([outcome, detail], [code, error])
  })
}

test('onboarding reports an address that is down, hangs while connecting or never responds', async () => {
  const silentAddress = await listen(createServer((socket) => socket.on('error', () => {})))
  shop.answerWith(() => {})
  const [down, unconnected, silent] = await Promise.all([
    newPartner('http://127.0.0.1:9/users'),
    newPartner(`${silentAddress.replace('http:', 'https:')}/users`),
    newPartner(),
  ])
  const asked = async (who: TestPartner, problem: string) => {
    const answer = await onboard(who)
    assertFailure(answer, 'invalid', `userDetailsUrl could not be asked: ${problem}.`, UNREACHABLE)
    return (await service.get(PATH, who.token)).body.data.lastResult.tookMs
  }
  const [, connecting, answering] = await Promise.all([
    asked(down, 'it refused the connection'),
    asked(unconnected, 'it did not accept a connection in time'),
    asked(silent, 'it did not answer within 5 seconds'),
  ])

  assert.ok(connecting >= 1_990 && answering >= 4_990, `${connecting} and ${answering} ms`)
})

test('awards are made while ten onboardings hang', async () => {
  shop.answerWith(() => {})
  await waitUntil(async () => {
    const partner = await newPartner()
    const [userId, rule] = [await partner.addUser(), await partner.addRule()]
    const before = shop.asked.length
    let ended = 0
    const hanging = Array.from({ length: 10 }, () => onboard(partner).finally(() => (ended += 1)))
    await waitUntil(() => shop.asked.length === before + 10, 'all are asked for')
    const award = { userId, ruleName: rule.name }
    const awards = await atOnce(50, [service, another], (api) =>
      api.post('/api/v1/laas/rules/award', award, partner.token),
    )
    const cameFirst = ended === 0

    for (const { status } of awards) assert.equal(status, 201)
    const late = 'userDetailsUrl could not be asked: it did not answer within 5 seconds.'
    for (const answer of await Promise.all(hanging)) assertFailure(answer, 'invalid', late, UNREACHABLE)
    assert.equal((await partner.award(userId, rule.name)).status, 201, 'also while the address is left alone')
    assert.equal((await breakerOf(partner)).state, 'open')
    return cameFirst
  }, 'all onboardings still wait')
})

test('after five failures in a row an address is paused in every process, and others are not', async () => {
  const [partner, other] = [await newPartner(), await newPartner(elsewhere)]
  service.clock.now = new Date()
  await failTimes(partner, 5)
  const before = shop.asked.length

  for (const at of [service, another]) {
    const answer = await onboard(partner, at)
    assertFailure(answer, 'invalid', leftAlone(5, 30), UNREACHABLE)
    assert.equal(answer.headers.get('retry-after'), '30')
    assert.deepEqual(await breakerOf(partner, at), {
      state: 'open',
      failuresInARow: 5,
      missesInARow: 0,
      retryAt: new Date(service.clock.now.getTime() + 30_000).toISOString(),
    })
  }
  assert.equal(shop.asked.length, before)
  assert.equal((await onboard(other)).status, 201)
})

test('after the pause one request retries the address, and its success ends the pause for all', async () => {
  const partner = await newPartner()
  service.clock.now = new Date()
  await failTimes(partner, 5)
  service.clock.now = new Date(service.clock.now.getTime() + 30_000)
  assert.equal((await breakerOf(partner)).state, 'half-open')

  const held: (() => ServerResponse)[] = []
  shop.answerWith((request, response) => {
    held.push(() => response.end(JSON.stringify(recordOf(tagOf(request)))))
  })
  const before = shop.asked.length
  const calls = Array.from({ length: 8 }, (_, call) => onboard(partner, call % 2 ? another : service))
  let given = 0
  for (const call of calls) call.then(() => (given += 1))
  await waitUntil(() => given === 7 && held.length === 1, 'one call tries, the others are refused')
  held[0]?.()
  const all = await Promise.all(calls)

  assert.equal(shop.asked.length, before + 1)
  for (const answer of allRefusedBut(1, all)) assertFailure(answer, 'invalid', leftAlone(5, 10), UNREACHABLE)
  shop.answerWith(undefined)
  assert.equal((await onboard(partner, another)).status, 201)
  assert.deepEqual(await breakerOf(partner), CLOSED)
})

test('a failed retry after the pause begins another pause', async () => {
  const partner = await newPartner()
  service.clock.now = new Date()
  await failTimes(partner, 5)
  service.clock.now = new Date(service.clock.now.getTime() + 31_000)
  await failTimes(partner, 1)

  assertFailure(await onboard(partner, another), 'invalid', leftAlone(6, 30), UNREACHABLE)
})

test('a process that dies during its retry blocks the address only briefly', async () => {
  const partner = await newPartner()
  service.clock.now = new Date()
  await failTimes(partner, 5)
  const claimed = new Date(service.clock.now.getTime() + 40_000)
  await service.query('update user_details_results set retry_at = $2 where partner_id = $1', [
    partner.partnerId,
    claimed,
  ])
  shop.answerWith(undefined)
  service.clock.now = new Date(claimed.getTime() - 1)
  assertFailure(await onboard(partner), 'invalid', leftAlone(5, 1), UNREACHABLE)
  service.clock.now = claimed
  assert.equal((await onboard(partner)).status, 201)
})

test('a partner that guesses tags is paused after 20 misses, and others are not', async () => {
  const [partner, other] = [await newPartner(), await newPartner()]
  service.clock.now = new Date()
  const guess = async (who: TestPartner, times: number) => {
    shop.answerWith((_, response) => response.writeHead(404).end())
    for (let time = 0; time < times; time += 1) {
      const { body } = await onboard(who)
      assert.deepEqual([body.data.errorType, body.data.appErrorCode], ['not found', ''])
    }
  }
  const pause =
    'userDetailsUrl returned no usable record 20 times in a row and is left alone for now; it is tried again in 30 s.'
  await guess(other, 19)
  shop.answerWith(undefined)
  assert.equal((await onboard(other)).status, 201, 'a success ends the count')
  await guess(other, 19)

  await guess(partner, 20)
  const before = shop.asked.length
  for (const at of [service, another]) {
    const answer = await onboard(partner, at)
    assertFailure(answer, 'invalid', pause, UNREACHABLE)
    assert.equal(answer.headers.get('retry-after'), '30')
  }
  assert.equal(shop.asked.length, before)
  assert.deepEqual(await breakerOf(partner), {
    state: 'open',
    failuresInARow: 0,
    missesInARow: 20,
    retryAt: new Date(service.clock.now.getTime() + 30_000).toISOString(),
  })
  await guess(other, 1)
  assertFailure(await onboard(other), 'invalid', pause, UNREACHABLE)

  service.clock.now = new Date(service.clock.now.getTime() + 30_000)
  await guess(partner, 20)
  assertFailure(await onboard(partner), 'invalid', pause, UNREACHABLE)
})

test('wrong records, unknown tags and a success in between are no failures in a row', async () => {
  const partner = await newPartner()
  shop.answerWith((_, response) => response.end('{}'))
  for (let call = 0; call < 7; call += 1)
    assert.equal((await onboard(partner)).body.data.appErrorCode, 'user_details_invalid')
  shop.answerWith((_, response) => response.writeHead(404).end())
  for (let call = 0; call < 7; call += 1)
    assert.equal((await onboard(partner)).body.data.errorType, 'not found')
  await failTimes(partner, 4)
  shop.answerWith(undefined)
  assert.equal((await onboard(partner)).status, 201)
  await failTimes(partner, 4)
  assert.deepEqual(await breakerOf(partner), { ...CLOSED, failuresInARow: 4 })
})

test('a new address is asked at once', async () => {
  const partner = await newPartner()
  await failTimes(partner, 5)
  const body = { userDetailsUrl: elsewhere }
  await dataOf(service.request('PATCH', ME, { token: partner.token, body }))
  assert.deepEqual(await breakerOf(partner), CLOSED)
  assert.equal((await onboard(partner)).status, 201)
})

test('a trial request reaches a paused address, and its success ends the pause', async () => {
  const partner = await newPartner()
  await failTimes(partner, 5)
  const tryNow = () => tryTag(partner, 'ada')
  assert.equal((await tryNow()).body.data.outcome, UNREACHABLE)
  assert.equal((await breakerOf(partner)).state, 'open')
  shop.answerWith(undefined)
  assert.equal((await tryNow()).body.data.outcome, 'found')
  assert.equal((await onboard(partner, another)).status, 201)
})

test('an address that is not set up yet is a page of the service, which the service does not ask', async () => {
  const address = `${service.origin}/not-set-up`
  const partner = await onboardTestPartner(service, {
    redirectUrl: address,
    webRedirectUrl: '',
    mobileRedirectUrl: '',
    userDetailsUrl: address,
  })
  const page = await fetch(`${service.url}/not-set-up?code=some&state=any`)
  assert.equal(page.status, 200)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.match(await page.text(), /<h1>Not set up yet<\/h1>/)
  assertFailure(
    await onboardByTag(service, partner, 'ada'),
    'invalid',
    'userDetailsUrl is not set; set it with PATCH partners/me.',
    UNREACHABLE,
  )
  assert.equal((await read(partner)).body.data.lastResult.status, null)
})
