import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { openTestDatabase } from '../support/database.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { startLaurel, terminate } from '../support/process.ts'

const DAYS_AHEAD = 40
const DAY_MS = 86_400_000

test('the time of awards and holds is that of the database, whatever the clock of the process shows', async () => {
  const ahead = `const { now } = Date
    Date.now = () => now() + ${DAYS_AHEAD * DAY_MS}
    globalThis.Date = class extends Date {
      constructor(...given) { given.length === 0 ? super(Date.now()) : super(...given) }
    }`
  const laurel = await startLaurel({
    ...(await openTestDatabase()).settings,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}`,
  })
  const partner = await onboardTestPartner(laurel)
  const user = await partner.addUser()
  const { name } = await partner.addRule({ coinValue: '10' })
  const began = Date.now()
  const { body } = await partner.award(user, name)
  const { iat } = JSON.parse(Buffer.from(partner.token.split('.')[1] as string, 'base64url').toString())
  assert(iat * 1_000 > began + (DAYS_AHEAD - 1) * DAY_MS, 'the clock of the process is ahead')
  const { body: page } = await laurel.get('/api/v1/laas/events?limit=100', partner.token)
  for (const { createdAt } of page.data.events)
    assert(Date.parse(createdAt) < began + DAY_MS, `${createdAt} is the time of the database`)
  assert.equal(body.data.awarded, true)

  const HOLDS = '/api/v1/laas/coins/holds'
  const hold = await dataOf(laurel.post(HOLDS, { userId: user, coins: 4 }, partner.token))
  const read = await dataOf(laurel.get(`${HOLDS}/${hold.id}`, partner.token))
  const { data: listed } = await dataOf(laurel.get(`${HOLDS}?status=active`, partner.token))
  for (const each of [hold, read, listed[0]])
    assert.deepEqual(
      [each.status, each.endedAt],
      ['active', null],
      'the hold lasts by the clock of the database',
    )
  await terminate(laurel)
})
