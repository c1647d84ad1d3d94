import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { openTimedShop } from '../../support/coins-in-time.ts'
import { IMPORTS, importAll, ndjson } from '../../support/imports-of.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

const openShop = (time: string) => openTimedShop(service, time, { settings: { timeZone: 'Africa/Lagos' } })

async function memberBy(token: string, externalId: string) {
  const { data } = await dataOf(service.get(`/api/v1/laas/users?externalId=${externalId}`, token))
  return data[0]
}

test('imported coins expire at the end of their last day in the zone of the programme', async () => {
  const shop = await openShop('2026-02-01T12:00:00Z')
  const lines = [
    { externalId: 'a', coins: '12.5', expiresOn: '2026-02-03' },
    { externalId: 'b', coins: '4' },
    { externalId: 'c', points: '4', expiresOn: '2026-02-03' },
  ]
  const { created } = await importAll(service, ndjson(lines), { token: shop.token() })
  assert.equal(created, 3)
  const spend = (externalId: string, coins: number) =>
    shop.post('/coins/transfer-from-user-wallet', { externalId, coins })

  await shop.moveTo('2026-02-03T22:59:59.999Z')
  await dataOf(spend('a', 2.5))
  assert.equal((await memberBy(shop.token(), 'a')).wallet.coins, '10')
  await shop.moveTo('2026-02-03T23:00:00Z')
  assert.equal((await spend('a', 1)).body.data.appErrorCode, 'insufficient_coins')
  assert.equal((await memberBy(shop.token(), 'a')).wallet.coins, '0')
  assert.equal((await memberBy(shop.token(), 'c')).wallet.points, '4')
  const [expiry, ...others] = (await shop.events()).filter(({ type }) => type === 'coins.expired')
  assert.deepEqual([expiry?.data.coins, expiry?.data.expiresAt], [10, '2026-02-03T23:00:00.000Z'])
  assert.deepEqual(others, [])
  await shop.moveTo('2026-12-31T00:00:00Z')
  await dataOf(spend('b', 4))
  assert.equal((await memberBy(shop.token(), 'b')).wallet.coins, '0')
})

test('members are told of imported coins that will expire', async () => {
  const shop = await openShop('2026-02-01T12:00:00Z')
  await importAll(service, 'externalId,coins,expiresOn\na,7,2026-06-30\nb,3,\n', {
    token: shop.token(),
    type: 'text/csv',
  })
  await shop.moveTo('2026-06-01T00:00:00Z')
  await dataOf(shop.post('/coins/adjust', { externalId: 'a', coins: 1, reason: 'A test' }))
  const { userId } = await memberBy(shop.token(), 'a')
  const announced = (await shop.events()).filter(({ type }) => type === 'coins.expiring')
  assert.deepEqual(
    announced.map(({ data }) => data),
    [{ userId, coins: '7', expiresAt: '2026-06-30T23:00:00.000Z' }],
  )
})

test('a line whose last day is over in the zone of the programme is refused alone', async () => {
  const shop = await openShop('2026-02-01T23:30:00Z')
  const token = shop.token()
  const lines = ['2026-02-01', '2026-02-02', '2026-02-03', '2126-02-02', '2126-02-03', '2026-02-30', ''].map(
    (expiresOn, index) => ({ externalId: `m-${index + 1}`, coins: '1', expiresOn }),
  )
  const { id, created } = await importAll(service, ndjson(lines), { token })
  assert.equal(created, 3)
  const { data } = await dataOf(service.get(`${IMPORTS}/${id}/refused`, token))
  const problem =
    'expiresOn must be a day after 2026-02-02 (today, in Africa/Lagos) and not after 2126-02-02; leave it empty for coins that never expire.'
  const refused = (line: number, problem: string) => ({
    line,
    externalId: `m-${line}`,
    reason: 'invalid',
    problem,
  })
  assert.deepEqual(data, [
    refused(1, problem),
    refused(2, problem),
    refused(5, problem),
    refused(6, 'expiresOn must be a day such as 2027-12-31.'),
  ])
})
