import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()

async function newPartner() {
  const partner = await onboardTestPartner(service)
  const { token } = partner
  const post = (path: string, headers: Record<string, string> = {}) =>
    service.request('POST', `/api/v1/laas/rules/${path}`, { token, headers })
  return {
    ...partner,
    post,
    read: (path: string) => dataOf(service.get(`/api/v1/laas/rules${path}`, token)),
    change: (id: string, body: unknown) =>
      service.request('PATCH', `/api/v1/laas/rules/${id}`, { token, body }),
  }
}

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test('an archived rule is inactive and hidden from lists, until it is restored', async () => {
  const { addRule, addUser, award, post, read, change, partnerId } = await newPartner()
  const [kept, old] = [await addRule(), await addRule()]
  const userId = await addUser()
  await award(userId, old.name)

  const archived = await dataOf(post(`${old.id}/archive`))
  assert.deepEqual([archived.status, archived.version], ['inactive', 2])
  assert.ok(archived.archivedAt)
  assert.deepEqual(await dataOf(post(`${old.id}/archive`)), archived, 'it stays as it is')
  assert.deepEqual(await read(`/${old.id}`), archived)
  assert.deepEqual(idsOf(await read('')), [kept.id])
  assert.deepEqual(idsOf(await read('?archived=only')), [old.id])
  assert.deepEqual(idsOf(await read('?archived=include')), [old.id, kept.id])
  assert.deepEqual(idsOf(await read('?results=7d&sort=coins')), [kept.id])
  const refused = await award(userId, old.name)
  assert.equal(refused.body.data.appErrorCode, 'rule_inactive')
  assertFailure(
    await change(old.id, { status: 'active' }),
    'invalid',
    'status must be inactive while the rule is archived; restore the rule first.',
  )
  // Other fields may change, and a rule can be sent back as it is.
  assert.equal((await change(old.id, { ...archived, condition: 'Did it' })).status, 200)

  const restored = await dataOf(post(`${old.id}/restore`))
  assert.deepEqual([restored.status, restored.archivedAt, restored.version], ['inactive', null, 4])
  assert.deepEqual(await dataOf(post(`${old.id}/restore`)), restored)
  assert.deepEqual(idsOf(await read('')), [old.id, kept.id])
  assert.equal((await change(old.id, { status: 'active' })).status, 200)
  assert.equal((await award(userId, old.name)).status, 201)
  const events = await service.query<{ archived: string | null }>(
    `select data ->> 'archivedAt' as archived from lifecycle_events
    where partner_id = $1 and type = 'rule.updated' order by seq`,
    [partnerId],
  )
  assert.deepEqual(
    events.map(({ archived: at }) => at !== null),
    [true, true, false, false],
  )
})

test('a version is restored with every field that it had', async () => {
  const { addRule, post, read, change } = await newPartner()
  const rule = await addRule({ coinValue: '5', displayName: 'First', coinBudget: '100', budgetPeriod: 'day' })
  const { version: _, updatedAt: __, ...first } = await read(`/${rule.id}`)
  await change(rule.id, {
    coinValue: '7',
    displayName: null,
    coinBudget: '-1',
    startsAt: '2030-01-01T00:00:00Z',
    status: 'inactive',
  })
  const restored = await dataOf(post(`${rule.id}/versions/1/restore`))
  const { version, updatedAt, budgetPeriodStart, budgetPeriodEnd, ...fields } = restored
  assert.equal(version, 3)
  const { budgetPeriodStart: ___, budgetPeriodEnd: ____, ...expected } = first
  assert.deepEqual(fields, expected)
  assert.deepEqual(await dataOf(post(`${rule.id}/versions/3/restore`)), restored, 'nothing changes')

  assertFailure(await post(`${rule.id}/versions/9/restore`), 'notFound', 'Version was not found.')
  assertFailure(await post(`${randomUUID()}/versions/1/restore`), 'notFound', 'Rule was not found.')
  for (const wrong of ['0', 'x', '1.5', '9999999999'])
    assertFailure(
      await post(`${rule.id}/versions/${wrong}/restore`),
      'invalid',
      'version must be a whole number from 1 to 999999999.',
    )
  await post(`${rule.id}/archive`)
  assertFailure(
    await post(`${rule.id}/versions/1/restore`),
    'invalid',
    'status must be inactive while the rule is archived; restore the rule first.',
  )
})

test('archiving and restoring need the version that was read, if one is named', async () => {
  const { addRule, post } = await newPartner()
  const { id } = await addRule()
  for (const path of [`${id}/archive`, `${id}/restore`, `${id}/versions/1/restore`])
    assertFailure(
      await post(path, { 'if-match': '"7"' }),
      'versionConflict',
      'It was changed in the meantime and now has version 1; read it again, then repeat your change.',
    )
  assert.equal((await post(`${id}/archive`, { 'if-match': '"1"' })).status, 200)
  const other = await newPartner()
  for (const path of [`${id}/archive`, `${id}/restore`, `${id}/versions/1/restore`])
    assertFailure(await other.post(path), 'notFound', 'Rule was not found.')
})

test('people read the display name of a rule, which is searched too', async () => {
  const { addRule, addUser, read, change, token } = await newPartner()
  const rule = await addRule({ displayName: 'Tea for two' })
  await addRule()
  assert.equal((await read(`/${rule.id}`)).displayName, 'Tea for two')
  assert.deepEqual(idsOf(await read(`?search=${encodeURIComponent('TEA f')}`)), [rule.id])
  const userId = await addUser()
  const { data } = await dataOf(service.get(`/api/v1/laas/users/${userId}/progress`, token))
  assert.deepEqual(
    data.map(({ displayName }: { displayName: string | null }) => displayName),
    [null, 'Tea for two'],
  )
  for (const displayName of ['', 'a\nb', 'x'.repeat(101), 7])
    assertFailure(
      await change(rule.id, { displayName }),
      'invalid',
      'displayName must be one line of text of at most 100 characters, or null.',
    )
  assert.equal((await change(rule.id, { displayName: null })).body.data.displayName, null)
})
