import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { allEvents } from '../../support/events.ts'
import { IMPORTS, importAll, ndjson, sendImport } from '../../support/imports-of.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const USERS = '/api/v1/laas/users'
const csv = { type: 'text/csv' }

async function attributesOf(externalId: string, token: string) {
  const [member] = (await dataOf(service.get(`${USERS}?externalId=${externalId}`, token))).data
  return (await dataOf(service.get(`${USERS}/${member.userId}/attributes`, token))).attributes
}
const problemsOf = async (id: string, token: string) =>
  (await dataOf(service.get(`${IMPORTS}/${id}/refused`, token))).data.map(
    ({ line, externalId, problem }: Record<string, unknown>) => [line, externalId, problem],
  )

test('an import of JSON lines makes members with attributes', async () => {
  const { token } = await onboardTestPartner(service)
  const attributes = { tier: 'gold', city: 'Lagos', visits: 3, isVip: true }
  const value =
    'must be text of at most 200 characters without control characters, a finite number, true or false'
  const lines = [
    { externalId: 'a', coins: '5', attributes: { ...attributes, none: null, empty: '' } },
    { externalId: 'b' },
    { externalId: 'c', attributes: { 'Ada Lovelace': 1 } },
    { externalId: 'd', attributes: { ada_lovelace: [], grace_hopper: {} } },
    { externalId: 'e', attributes: 'text' },
    { externalId: 'a', attributes: { city: 'Abuja' } },
  ]
  const { id, created, refused } = await importAll(service, ndjson(lines), { token })
  assert.deepEqual([created, refused], [2, 4])
  assert.deepEqual(await attributesOf('a', token), { ...attributes, empty: '' })
  assert.deepEqual(await attributesOf('b', token), {})
  assert.deepEqual(await problemsOf(id, token), [
    [
      3,
      'c',
      'attributes must have names of letters, digits and _, beginning with a letter, at most 64 characters.',
    ],
    [4, 'd', `An attribute ${value}.`],
    [5, 'e', 'attributes must be an object of at most 30 values by name.'],
    [6, 'a', 'A member has the externalId a already.'],
  ])
  assert.deepEqual(
    (await allEvents(service, token)).map(({ type }) => type),
    ['user.onboarded', 'user.onboarded', 'coins.opened'],
  )
})

test('columns of a CSV file are attributes, which are texts unless the column says otherwise', async () => {
  const { token } = await onboardTestPartner(service)
  const file = [
    'externalId,attributes.zip,attributes.visits:number, attributes.isVip:boolean ,attributes.note:text',
    'a,01234,-2.5e1,true,"a ""quoted"", text"',
    'b,,,,',
    'c,,12,false',
    'd,,twelve,,',
    'e,,,yes,',
    `f,${'x'.repeat(201)},,,`,
    'g,,1e999,,',
  ].join('\n')
  const { id, created } = await importAll(service, file, { token, ...csv })
  assert.equal(created, 3)
  assert.deepEqual(await attributesOf('a', token), {
    isVip: true,
    note: 'a "quoted", text',
    visits: -25,
    zip: '01234',
  })
  assert.deepEqual(await attributesOf('b', token), {})
  assert.deepEqual(await attributesOf('c', token), { isVip: false, visits: 12 })
  const value =
    'An attribute must be text of at most 200 characters without control characters, a finite number, true or false.'
  assert.deepEqual(await problemsOf(id, token), [
    [5, 'd', 'attributes.visits must be a number such as 12.5.'],
    [6, 'e', 'attributes.isVip must be true or false.'],
    [7, 'f', value],
    [8, 'g', value],
  ])
})

test('a header with a wrong column of attributes is refused', async () => {
  const { token } = await onboardTestPartner(service)
  const known =
    'the columns are externalId, fullname, email, coins, points, expiresOn, reference, attributes.<name>, attributes.<name>:number, attributes.<name>:boolean, each once.'
  for (const column of [
    'attributes',
    'attributes.',
    'attributes.two words',
    'attributes.age:integer',
    'attributes.age:',
    'attributes.constructor:toString',
  ])
    assertFailure(
      await sendImport(service, `externalId,${column}\na,1\n`, { token, ...csv }),
      'invalid',
      `The header line has a column "${column}"; ${known}`,
    )
  assertFailure(
    await sendImport(service, 'externalId,attributes.age,attributes.age:number\na,1,1\n', { token, ...csv }),
    'invalid',
    `The header line has a column "attributes.age:number"; ${known}`,
  )
  const many = Array.from({ length: 31 }, (_, index) => `attributes.a${index}`).join(',')
  assertFailure(
    await sendImport(service, `externalId,${many}\na\n`, { token, ...csv }),
    'invalid',
    'The header line has more than 30 attributes; leave some out.',
  )
})
