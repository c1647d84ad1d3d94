import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { createCommandLine } from '../../support/command-line.ts'
import { onboardPartnerWithRule } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const laurel = await createCommandLine()
const partner = await onboardPartnerWithRule(service)
await partner.awardMany(3)
await laurel.signIn(service, partner.email)

test('statement prints what the API says, as a table or as JSON', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { stdout, code } = await laurel.run(['statement', '--from', '2026-01-01'])
  assert.equal(code, 0)
  const [head, opening, issued] = stdout.split('\n')
  assert.match(head ?? '', new RegExp(`^2026-01-01 to ${today}, UTC, as of event 5$`))
  assert.match(opening ?? '', /^opening +0$/)
  assert.match(issued ?? '', /^issued +30 +3 movements$/)
  assert.match(
    stdout,
    new RegExp(`\nclosing +30\n\nrule +issued +reversed +net\n${partner.rule.name} +30 +0 +30\n$`),
  )

  const json = await laurel.run(['statement', '--from', '2026-01-01', '--as-of', '4', '--json'])
  assert.deepEqual(
    JSON.parse(json.stdout),
    await dataOf(service.get('/api/v1/laas/coins/statement?from=2026-01-01&asOf=4', partner.token)),
  )
})

test('months lists what each month began and ended with, and closes one that is over', async () => {
  const month = new Date().toISOString().slice(0, 7)
  const listed = await laurel.run(['months'])
  assert.deepEqual([listed.code, listed.stdout], [0, `${month}  0  30  open\n`])
  const json = await laurel.run(['months', '--json'])
  const { data } = await dataOf(service.get('/api/v1/laas/periods?limit=24', partner.token))
  assert.deepEqual(JSON.parse(json.stdout), { months: data })

  const early = await laurel.run(['months', '--close', month])
  assert.equal(early.code, 2)
  assert.match(early.stderr, /has not ended yet/)
  const closed = await laurel.run(['months', '--close', '2026-01'])
  assert.equal(closed.code, 0, closed.stderr)
})

test('expiry lists the months in which coins expire', async () => {
  const none = await laurel.run(['expiry'])
  assert.deepEqual([none.code, none.stdout], [0, 'No coins expire.\n'])

  const rule = await partner.addRule({ coinValue: '7', coinExpiry: { after: 'P1M', until: 'month' } })
  await partner.award(await partner.addUser(), rule.name)
  const forecast = await dataOf(service.get('/api/v1/laas/coins/expiry', partner.token))
  const month = forecast.months[1].month
  assert.equal(forecast.months[1].coins, '7')
  const listed = await laurel.run(['expiry'])
  assert.deepEqual([listed.code, listed.stdout], [0, `${month}  7\nlater    0\nall      7\n`])
  const json = await laurel.run(['expiry', '--json'])
  assert.deepEqual(JSON.parse(json.stdout), forecast)
})
