import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { assertFailure, assertSuccess, TIMESTAMP } from '../../support/api-response.ts'
import { onboardByTag, onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { recordOf, startPartnerServer, tagOf } from '../../support/user-details.ts'

const { service, second: another } = await useClockService()
const shop = await startPartnerServer()
afterEach(() => shop.answerWith(undefined))

const PATH = '/api/v1/acme/partners/me/user-details'
const RETURNED = 'User details result returned'
const ASKED = 'User details asked'
const CLOSED = { state: 'closed', failuresInARow: 0, missesInARow: 0, retryAt: null }

const newPartner = () => onboardTestPartner(service, { userDetailsUrl: shop.address })
const read = (who: TestPartner) => service.get(PATH, who.token)
const tryTag = (who: TestPartner, tag: string) => service.post(`${PATH}/try`, { tag }, who.token)

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
  const partner = await onboardTestPartner(service, { userDetailsUrl: 'http://127.0.0.1:9/users' })
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

test('trial requests are limited to 10 a minute for each partner, in all processes', async (t) => {
  const [busy, calm] = [await newPartner(), await newPartner()]
  t.after(() => {
    service.clock.now = undefined
  })
  service.clock.now = new Date()
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      (index % 2 ? another : service).post(`${PATH}/try`, { tag: 'ada' }, busy.token),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)

  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  assert.equal(refused.length, 4)
  for (const answer of refused) {
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
  const error = 'A partner of yours in this ecosystem was not found.'
  assertFailure(await service.get(other, partner.token), 'notFound', error)
  assertFailure(await service.post(`${other}/try`, { tag: 'ada' }, partner.token), 'notFound', error)
  assert.equal(shop.asked.length, asked)
})
