import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { after, test } from 'node:test'
import { listen } from '../../../test/support/server.ts'
import { createOutbound } from '../../messages/outbound/outbound.ts'
import { fetchUserDetails } from './user-details.ts'

const clientId = 'c0ffee'
const config = { origin: 'http://127.0.0.1:3000' }
const signed: string[] = []
const signRequest = async ({ audience, url }: { audience: string; url: URL }) => {
  signed.push(`${audience} ${url.pathname}${url.search}`)
  return `signature ${signed.length}`
}

const kyc = {
  id: 'kyc-7',
  bvn: '22211133344',
  streetAddress: '1 Marina Road',
  city: 'Lagos',
  state: 'Lagos',
  postalCode: '100001',
  country: 'NG',
  proofOfAddress: 'https://files.example/bill.pdf',
  governmentId: 'https://files.example/passport.pdf',
  userPhoto: 'https://files.example/face.jpg',
  verificationStatus: 'verified',
  phone: '08012345678',
  bvnProvided: true,
  bvnValidated: true,
  addressProvided: true,
  addressValidated: false,
  idProvided: true,
  idValidated: true,
  isCompleted: false,
  phoneVerified: true,
  phoneCodeExpiresAt: '2026-03-01T09:30:00.000Z',
}

const ada = {
  id: 'u-17',
  fullname: 'Ada Obi',
  tag: 'ada',
  avatar: 'https://files.example/ada.png',
  email: 'ada@example.com',
  phone: '08012345678',
  countryCode: '+234',
  gender: 'female',
  bvn: '22211133344',
  accountNumber: '0123456789',
  emailVerified: true,
  isAdult: true,
  dateOfBirth: '1990-05-17',
  kyc,
}

const outbound = createOutbound({ mode: 'development', outboundAllow: [] })
const impatient = createOutbound({ mode: 'development', outboundAllow: [], limits: { totalMs: 500 } })
let answer: RequestListener
let requestedPath: string | undefined
let signature: string | string[] | undefined
const partner = createServer((request, response) => {
  requestedPath = request.url
  signature = request.headers['laurel-signature']
  answer(request, response)
})

const address = `${await listen(partner)}/users`
after(() => Promise.all([outbound.close(), impatient.close()]))

const fetchDetails = (userDetailsUrl = address, tag = 'ada', caller = outbound) =>
  fetchUserDetails({ config, outbound: caller, signRequest }, { userDetailsUrl, clientId }, tag, new Date())

function fetchFrom(body: unknown, { tag = 'ada', status = 200 } = {}) {
  answer = (_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  return fetchDetails(address, tag)
}

type Fetched = Awaited<ReturnType<typeof fetchDetails>>

/** Asserts what a partner is told, and whether its address counts as out of order. */
function assertProblem(
  answered: Fetched,
  outcome: Fetched['outcome'],
  { status = null, isOutage = false }: { status?: number | null; isOutage?: boolean },
  detail: string,
): void {
  const { tookMs: _, fields: __, problems: ___, ...found } = answered
  assert.deepEqual(found, { outcome, status, detail, isOutage, record: null })
}

/** Asserts that exactly these fields are named, with nothing but a reason beside each. */
function assertWrong(answered: Fetched, fields: string): void {
  assert.equal(answered.problems.map(({ field }) => field).join(', '), fields)
  for (const { problem } of answered.problems) assert.match(problem, /^(is missing|must be [a-zA-Z0-9 ,-]+)$/)
  const problems = answered.problems.map(({ field, problem }) => `${field} ${problem}`).join('; ')
  const detail = `The record that userDetailsUrl answers is not as documented: ${problems}.`
  assertProblem(answered, 'user_details_invalid', { status: 200 }, detail)
}

test('a record is returned without bank and identity data', async () => {
  const { tookMs, fields, ...answered } = await fetchFrom({ ...ada, nickname: 'ignored' })
  assert.deepEqual(answered, {
    outcome: 'found',
    status: 200,
    detail: null,
    problems: [],
    isOutage: false,
    record: {
      externalId: 'u-17',
      tag: 'ada',
      fullname: 'Ada Obi',
      avatar: 'https://files.example/ada.png',
      email: 'ada@example.com',
      phone: '08012345678',
      countryCode: '+234',
      gender: 'female',
      dateOfBirth: '1990-05-17',
      isAdult: true,
    },
  })
  assert.ok(Number.isInteger(tookMs) && tookMs >= 0)
  assert.equal(fields.length, Object.keys(ada).length + 1 + Object.keys(kyc).length)
})

test('what a partner does not know may be null, and an empty text is unknown as well', async () => {
  const { id, tag, fullname } = ada
  const unknown = Object.fromEntries(Object.keys(ada).map((name) => [name, null]))
  const empty = { avatar: '', email: '', phone: '', countryCode: '', gender: '', bvn: '', accountNumber: '' }
  for (const record of [
    { ...unknown, id, tag, fullname },
    { ...unknown, ...empty, id, tag, fullname, kyc: {} },
  ]) {
    assert.deepEqual((await fetchFrom(record)).record, {
      externalId: id,
      tag,
      fullname,
      avatar: null,
      email: '',
      phone: null,
      countryCode: null,
      gender: null,
      dateOfBirth: null,
      isAdult: false,
    })
  }
})

test('the fields of kyc may be null', async () => {
  const unknown = Object.fromEntries(Object.keys(kyc).map((name) => [name, null]))
  assert.equal((await fetchFrom({ ...ada, kyc: unknown })).outcome, 'found')
})

test('a date of birth with a time of day is taken as its date', async () => {
  for (const dateOfBirth of ['1990-05-17T00:00:00.000Z', '1990-05-17T00:00:00+01:00', '1990-05-17T10:30']) {
    const answered = await fetchFrom({ ...ada, dateOfBirth })
    assert.equal(answered.record?.dateOfBirth, '1990-05-17')
  }
})

test('the tag is added to the query that the address has', async () => {
  answer = (_request, response) => response.end(JSON.stringify(ada))
  const queries = [
    ['', '/users?tag=ada'],
    ['?', '/users?tag=ada'],
    ['?key=a%20b&sig=x%2By', '/users?key=a%20b&sig=x%2By&tag=ada'],
    ['?tag=&key=1', '/users?tag=ada&key=1'],
  ]
  for (const [query, expected] of queries) {
    await fetchDetails(address + query)
    assert.equal(requestedPath, expected)
  }
  await fetchDetails(address, 'a&b=c d')
  assert.equal(requestedPath, '/users?tag=a%26b%3Dc%20d')
})

test('another tag is a mismatch, in whatever case', async () => {
  const other = await fetchFrom({ ...ada, tag: 'grace' })
  const must = 'userDetailsUrl must answer the record of the tag that was asked for.'
  assertProblem(other, 'user_details_mismatch', { status: 200 }, must)
  const same = await fetchFrom({ ...ada, tag: 'ADA' }, { tag: 'Ada' })
  assert.equal(same.record?.tag, 'ada')
})

test('404 says that there is no such user', async () => {
  const answered = await fetchFrom('nothing here', { status: 404 })
  assertProblem(answered, 'not_found', { status: 404 }, 'The partner knows no user with this tag.')
})

test('any other status is reported without the body, and counts as an outage if it is 429 or 5xx', async () => {
  for (const status of [201, 204, 401, 429, 500, 503]) {
    assertProblem(
      await fetchFrom(status === 204 ? '' : ada, { status }),
      'user_details_unreachable',
      { status, isOutage: status === 429 || status >= 500 },
      `userDetailsUrl must answer with status 200, or 404 for an unknown tag, but answered ${status}.`,
    )
  }
})

test('a partner that is slow or hangs up is unreachable', async () => {
  const assertUnreachable = (answered: Fetched, problem: string) =>
    assertProblem(
      answered,
      'user_details_unreachable',
      { isOutage: true },
      `userDetailsUrl could not be asked: ${problem}.`,
    )
  answer = () => {}
  assertUnreachable(await fetchDetails(address, 'ada', impatient), 'it did not answer within 0.5 seconds')
  answer = (request) => request.socket.destroy()
  assertUnreachable(await fetchDetails(), 'it closed the connection before its answer was complete')
})

test('a response that is no JSON object is invalid', async () => {
  const must = 'userDetailsUrl must answer with one JSON object.'
  for (const body of ['', '<html>', 'null', '[]', '"ada"', '7', '{"tag":"ada"', [ada]])
    assertProblem(await fetchFrom(body), 'user_details_invalid', { status: 200 }, must)
})

test('every wrong field is named in one sentence', async () => {
  assertWrong(
    await fetchFrom({}),
    'id, tag, fullname, avatar, email, phone, countryCode, gender, bvn, accountNumber, emailVerified, isAdult, dateOfBirth, kyc',
  )
  const wrong = {
    ...ada,
    id: 7,
    fullname: null,
    emailVerified: 'true',
    kyc: { ...kyc, bvn: 22211133344, isCompleted: 1, phoneCodeExpiresAt: 'soon', city: undefined },
  }
  const answered = await fetchFrom(wrong)
  assertWrong(
    answered,
    'id, fullname, emailVerified, kyc.bvn, kyc.city, kyc.isCompleted, kyc.phoneCodeExpiresAt',
  )
  assert.deepEqual(answered.problems, [
    { field: 'id', problem: 'must be text that is not empty' },
    { field: 'fullname', problem: 'must be one line of text of at most 200 characters' },
    { field: 'emailVerified', problem: 'must be true, false or null' },
    { field: 'kyc.bvn', problem: 'must be text or null' },
    { field: 'kyc.city', problem: 'is missing' },
    { field: 'kyc.isCompleted', problem: 'must be true, false or null' },
    {
      field: 'kyc.phoneCodeExpiresAt',
      problem: 'must be a date such as 1990-12-31, with or without a time of day, or null',
    },
  ])
})

test('a record is reported by names and types, with values only of what others may see', async () => {
  const { fields } = await fetchFrom({ ...ada, avatar: null, kyc: { bvn: '22211133344', city: 7, more: [] } })
  assert.deepEqual(fields.slice(0, 4), [
    { name: 'id', type: 'string' },
    { name: 'fullname', type: 'string', value: 'Ada Obi' },
    { name: 'tag', type: 'string', value: 'ada' },
    { name: 'avatar', type: 'null' },
  ])
  assert.deepEqual(fields.slice(-4), [
    { name: 'kyc', type: 'object' },
    { name: 'kyc.bvn', type: 'string' },
    { name: 'kyc.city', type: 'number' },
    { name: 'kyc.more', type: 'array' },
  ])
  for (const secret of ['22211133344', '0123456789', '08012345678', 'ada@example.com'])
    assert.ok(!JSON.stringify(fields).includes(secret))
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, index]))
  assert.equal((await fetchFrom({ ...ada, ...many })).fields.length, 100)
})

test('each hop of a redirect is signed for its own address', async () => {
  signed.length = 0
  answer = (request, response) => {
    if (request.url?.startsWith('/users')) response.writeHead(307, { location: '/v2/users?tag=ada' }).end()
    else response.end(JSON.stringify(ada))
  }
  assert.equal((await fetchDetails()).outcome, 'found')
  assert.deepEqual(signed, [`${clientId} /users?tag=ada`, `${clientId} /v2/users?tag=ada`])
  assert.equal(signature, 'signature 2')
})

const wrongValues: [string, unknown[]][] = [
  ['id', ['', ' ', null]],
  ['tag', ['', null, ['ada']]],
  ['fullname', ['', ' ', 'a'.repeat(201), 'Ada\nObi', 'Ada\u0000', '\ud800']],
  ['avatar', ['a'.repeat(2_049), 'a\u0000b', {}]],
  ['email', ['ada', 'ada@', 'ada@example', 'Ada <ada@example.com>', `${'a'.repeat(250)}@example.com`, 5]],
  ['phone', [8012345678, '080\u0007', '1'.repeat(101)]],
  ['isAdult', [1, 'true', '']],
  [
    'dateOfBirth',
    ['', '17/05/1990', '1990-02-30', '1990-13-01', '0000-01-01', '1990-05-17T25:00', 641865600],
  ],
  ['kyc', ['', [], [kyc], 'none', true]],
]
test('a wrong value of a field is refused by the name of the field', async () => {
  for (const [field, values] of wrongValues)
    for (const value of values) assertWrong(await fetchFrom({ ...ada, [field]: value }), field)
})

test('a kyc with some fields but not all is refused', async () => {
  const { proofOfAddress: _, phoneVerified: __, ...partial } = kyc
  assertWrong(await fetchFrom({ ...ada, kyc: partial }), 'kyc.proofOfAddress, kyc.phoneVerified')
})

test('a record in an envelope like our own is refused', async () => {
  const answered = await fetchFrom({ status: 'success', message: 'User', data: ada })
  assert.equal(answered.outcome, 'user_details_invalid')
})

test('a refusal quotes nothing of the record', async () => {
  const answered = await fetchFrom({
    ...ada,
    fullname: '',
    accountNumber: 123456789,
    kyc: { ...kyc, city: 1 },
  })
  assertWrong(answered, 'fullname, accountNumber, kyc.city')
  assert.ok(!JSON.stringify(answered).includes('123456789'))
})
