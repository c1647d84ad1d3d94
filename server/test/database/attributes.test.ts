import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { eachOf } from '../../src/programme/coin-calls/batch-part.ts'
import type { Ledger } from '../../src/programme/ledger/ledger.ts'
import type { Attributes } from '../../src/programme/members/attribute.ts'
import { findAttributesAt } from '../../src/programme/members/attribute-store.ts'
import { ATTRIBUTES, type AttributesKeys } from '../../src/programme/members/attributes-part.ts'
import { rowsOf } from '../../src/storage/database/by-partner.ts'
import { notOnCitus } from '../support/citus.ts'
import { openTestDatabase } from '../support/database.ts'
import { assertByIndex, noteStatements, plansOf } from '../support/plans.ts'

const { client, open } = await openTestDatabase()
const database = open()
const [first, second] = [randomUUID(), randomUUID()] as const
const [ada, grace, none] = [randomUUID(), randomUUID(), randomUUID()] as const

async function addMember(partnerId: string, userId: string, externalId: string | null) {
  await client.query(
    `insert into memberships (partner_id, user_id, id, tag, fullname, email, external_id, created_at, updated_at)
    values ($1, $2, gen_random_uuid(), '', '', '', $3, now(), now())`,
    [partnerId, userId, externalId],
  )
}

const addVersion = (partnerId: string, userId: string, sinceSeq: number, attributes: Attributes) =>
  client.query('insert into member_attributes values ($1, $2, $3, 1, $4)', [
    partnerId,
    userId,
    sinceSeq,
    attributes,
  ])

before(async () => {
  await addMember(first, ada, 'ada')
  await addMember(first, grace, 'grace')
  await addMember(first, none, null)
  await addMember(second, ada, 'ada')
  await addVersion(first, ada, 3, { city: 'Lagos' })
  await addVersion(first, ada, 7, { city: 'Abuja', visits: 2.5 })
  await addVersion(first, grace, 4, { isVip: true })
  await addVersion(second, ada, 1, { city: 'Accra' })
})

const { noted, database: noting } = noteStatements(database)

async function stateOf(keys: Record<string, Partial<Record<keyof AttributesKeys, string[]>>>) {
  const partners = Object.entries(keys).map(([partnerId, named]) => {
    const own = ATTRIBUTES.newKeys()
    for (const [name, values] of Object.entries(named))
      for (const value of values) own[name as keyof AttributesKeys].add(value)
    return [partnerId, own] as const
  })
  const loading = ATTRIBUTES.load(noting, eachOf(partners) as never, new Map(partners))
  const memberAttributes = await loading.memberAttributes
  const memberAttributesByExternalId = await loading.memberAttributesByExternalId
  return Object.keys(keys).map((partnerId) => {
    const rows = {
      memberAttributes: rowsOf(memberAttributes, partnerId),
      memberAttributesByExternalId: rowsOf(memberAttributesByExternalId, partnerId),
    }
    return Object.fromEntries(ATTRIBUTES.state({} as Ledger, rows).attributes)
  })
}

test('a batch loads the newest attributes of the members that it asks for, by either id', async () => {
  const ofAda = { city: 'Abuja', visits: 2.5 }
  const keys = { attributesUserIds: [ada, none], attributesExternalIds: ['grace', 'unknown'] }
  assert.deepEqual(await stateOf({ [first]: keys }), [{ [ada]: ofAda, [grace]: { isVip: true } }])
})

test('a batch of several partners loads the attributes of each', {
  skip: notOnCitus('one batch of the coordinator has one partner'),
}, async () => {
  assert.deepEqual(
    await stateOf({
      [first]: { attributesUserIds: [ada, grace] },
      [second]: { attributesUserIds: [ada], attributesExternalIds: ['ada'] },
    }),
    [{ [ada]: { city: 'Abuja', visits: 2.5 }, [grace]: { isVip: true } }, { [ada]: { city: 'Accra' } }],
  )
})

test('a batch that asks for no attributes sends no statement', async () => {
  noted.clear()
  assert.deepEqual(await stateOf({ [first]: {}, [second]: {} }), [{}, {}])
  assert.equal(noted.size, 0)
  await stateOf({ [first]: { attributesUserIds: [ada] } })
  assert.equal(noted.size, 1)
})

test('attributes are found as they were at an event', async () => {
  const at = (userId: string, seq: bigint) => ({ userId, seq })
  const moments = [at(ada, 2n), at(ada, 3n), at(ada, 6n), at(ada, 7n), at(grace, 6n), at(none, 6n)]
  assert.deepEqual(await findAttributesAt(database, first, moments), [
    { userId: ada, seq: 3n, attributes: { city: 'Lagos' } },
    { userId: ada, seq: 6n, attributes: { city: 'Lagos' } },
    { userId: ada, seq: 7n, attributes: { city: 'Abuja', visits: 2.5 } },
    { userId: grace, seq: 6n, attributes: { isVip: true } },
  ])
  assert.deepEqual(await findAttributesAt(database, first, []), [])
})

test('versions are found by index, however many there are', {
  skip: notOnCitus('reads plans without values'),
}, async () => {
  const each = (list: string[]) => () => new Map([[first, list]]) as never
  const plans = await plansOf(client, database, async (db) => {
    await Promise.all(Object.values(ATTRIBUTES.load(db, each([ada, grace]), new Map())))
    await Promise.all(Object.values(ATTRIBUTES.load(db, each([ada]), new Map())))
    await findAttributesAt(db, first, [{ userId: ada, seq: 3n }])
  })
  assert.equal(plans.length, 5)
  assertByIndex(plans)
  for (const plan of plans) assert.match(plan, /Index.* Scan Backward using member_attributes_pkey/, plan)
})
