import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createOutbound } from '../platform/outbound.ts'
import { fetchUserDetails } from './user-details.ts'

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

const outbound = createOutbound({ mode: 'development', limits: { totalMs: 500 } })
let answer: RequestListener
let asked: string | undefined
let address: string
const partner = createServer((request, response) => {
  asked = request.url
  answer(request, response)
})

before(async () => {
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/users`
})

after(async () => {
  await outbound.close()
  partner.closeAllConnections()
  partner.close()
})

function fetchFrom(body: unknown, { tag = 'ada', status = 200 } = {}) {
  answer = (_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  return fetchUserDetails(outbound, address, tag)
}

const invalid = (fields: string) => ({
  found: false,
  code: 'user_details_invalid',
  detail: `The record that userDetailsUrl answers must have these fields as documented: ${fields}.`,
})

test('a record is answered without bank and identity data', async () => {
  assert.deepEqual(await fetchFrom({ ...ada, nickname: 'ignored' }), {
    found: true,
    record: {
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
})

test('what a partner does not know may be null, and an empty text is unknown as well', async () => {
  const { id, tag, fullname } = ada
  const unknown = Object.fromEntries(Object.keys(ada).map((name) => [name, null]))
  const empty = { avatar: '', email: '', phone: '', countryCode: '', gender: '', bvn: '', accountNumber: '' }
  for (const record of [
    { ...unknown, id, tag, fullname },
    { ...unknown, ...empty, id, tag, fullname, kyc: {} },
  ]) {
    assert.deepEqual(await fetchFrom(record), {
      found: true,
      record: {
        tag,
        fullname,
        avatar: null,
        email: '',
        phone: null,
        countryCode: null,
        gender: null,
        dateOfBirth: null,
        isAdult: false,
      },
    })
  }
})

test('the fields of kyc may be null', async () => {
  const unknown = Object.fromEntries(Object.keys(kyc).map((name) => [name, null]))
  assert.equal((await fetchFrom({ ...ada, kyc: unknown })).found, true)
})

test('a date of birth with a time of day is taken as its date', async () => {
  for (const dateOfBirth of ['1990-05-17T00:00:00.000Z', '1990-05-17T00:00:00+01:00', '1990-05-17T10:30']) {
    const answered = await fetchFrom({ ...ada, dateOfBirth })
    assert(answered.found)
    assert.equal(answered.record.dateOfBirth, '1990-05-17')
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
    await fetchUserDetails(outbound, address + query, 'ada')
    assert.equal(asked, expected)
  }
  await fetchUserDetails(outbound, address, 'a&b=c d')
  assert.equal(asked, '/users?tag=a%26b%3Dc%20d')
})

test('another tag is a mismatch, in whatever case', async () => {
  assert.deepEqual(await fetchFrom({ ...ada, tag: 'grace' }), {
    found: false,
    code: 'user_details_mismatch',
    detail: 'userDetailsUrl must answer the record of the tag that was asked for.',
  })
  const same = await fetchFrom({ ...ada, tag: 'ADA' }, { tag: 'Ada' })
  assert(same.found)
  assert.equal(same.record.tag, 'ada')
})

test('404 says that there is no such user', async () => {
  assert.deepEqual(await fetchFrom('nothing here', { status: 404 }), {
    found: false,
    code: 'not_found',
    detail: 'The partner knows no user with this tag.',
  })
})

test('any other status is told without the body', async () => {
  for (const status of [201, 204, 401, 500]) {
    assert.deepEqual(await fetchFrom(status === 204 ? '' : ada, { status }), {
      found: false,
      code: 'user_details_unreachable',
      detail: `userDetailsUrl must answer with status 200, or 404 for an unknown tag, but answered ${status}.`,
    })
  }
})

test('a partner that is slow or hangs up is unreachable', async () => {
  answer = () => {}
  assert.deepEqual(await fetchUserDetails(outbound, address, 'ada'), {
    found: false,
    code: 'user_details_unreachable',
    detail: 'userDetailsUrl could not be asked: it did not answer within 0.5 seconds.',
  })
  answer = (request) => request.socket.destroy()
  assert.deepEqual(await fetchUserDetails(outbound, address, 'ada'), {
    found: false,
    code: 'user_details_unreachable',
    detail: 'userDetailsUrl could not be asked: it closed the connection before its answer was complete.',
  })
})

test('an answer that is no JSON object is invalid', async () => {
  for (const body of ['', '<html>', 'null', '[]', '"ada"', '7', '{"tag":"ada"', [ada]]) {
    assert.deepEqual(await fetchFrom(body), {
      found: false,
      code: 'user_details_invalid',
      detail: 'userDetailsUrl must answer with one JSON object.',
    })
  }
})

test('every wrong field is named in one sentence', async () => {
  assert.deepEqual(
    await fetchFrom({}),
    invalid(
      'id, tag, fullname, avatar, email, phone, countryCode, gender, bvn, accountNumber, emailVerified, isAdult, dateOfBirth, kyc',
    ),
  )
  const wrong = {
    ...ada,
    id: 7,
    fullname: null,
    emailVerified: 'true',
    kyc: { ...kyc, bvn: 22211133344, isCompleted: 1, phoneCodeExpiresAt: 'soon', city: undefined },
  }
  assert.deepEqual(
    await fetchFrom(wrong),
    invalid('id, fullname, emailVerified, kyc.bvn, kyc.city, kyc.isCompleted, kyc.phoneCodeExpiresAt'),
  )
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
for (const [field, values] of wrongValues) {
  test(`a wrong ${field} is refused`, async () => {
    for (const value of values) assert.deepEqual(await fetchFrom({ ...ada, [field]: value }), invalid(field))
  })
}

test('a kyc with some fields but not all is refused', async () => {
  const { proofOfAddress: _, phoneVerified: __, ...partial } = kyc
  assert.deepEqual(
    await fetchFrom({ ...ada, kyc: partial }),
    invalid('kyc.proofOfAddress, kyc.phoneVerified'),
  )
})

test('a record in an envelope like our own is refused', async () => {
  const answered = await fetchFrom({ status: 'success', message: 'User', data: ada })
  assert.equal(answered.found, false)
  assert.equal(answered.code, 'user_details_invalid')
})

test('a refusal quotes nothing of the record', async () => {
  const answered = await fetchFrom({
    ...ada,
    fullname: '',
    accountNumber: 123456789,
    kyc: { ...kyc, city: 1 },
  })
  assert.deepEqual(answered, invalid('fullname, accountNumber, kyc.city'))
})
