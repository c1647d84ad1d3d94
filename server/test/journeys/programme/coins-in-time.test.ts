import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { openTimedShop } from '../../support/coins-in-time.ts'
import { heading, openDashboard } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { onboardTestPartner, signIn } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

test('a team reads what was held, what expired and what will', { skip: noBrowser }, async () => {
  const shop = await openTimedShop(service, hoursAgo(120 * 24))
  await shop.award(10)
  await shop.moveTo(hoursAgo(2))
  await shop.award(8)
  const captured = await shop.hold(3, { reference: 'order-1' })
  await dataOf(shop.extend(captured, 1_800))
  await dataOf(shop.capture(captured, 2))
  await dataOf(shop.release(await shop.hold(2)))
  assert.equal((await shop.tryHold(7)).status, 400)
  service.clock.now = undefined

  const { page, complaints } = await openDashboard(service, shop.email, { ...DESKTOP })
  await page.goto('/dashboard/history')
  await heading(page, 'History').waitFor()
  const titles = () => page.locator('.line-title .cut').allTextContents()
  const chooseKind = async (kind: string) => {
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: kind, exact: true }).click()
  }
  await page.getByText('10 expired').waitFor()
  for (const text of ['captured from a hold', 'The wallet held 6 coins, fewer than 7.'])
    await page.getByText(text).first().waitFor()
  await page
    .getByText(/^to spend until \d{1,2} [A-Z][a-z]{2} 20\d\d$/)
    .first()
    .waitFor()

  await chooseKind('Holds')
  await page.getByText('10 expired').waitFor({ state: 'detached' })
  await page.getByText('Hold of 7 refused').waitFor()
  assert.deepEqual(await titles(), [
    'Hold of 7 refused',
    'Hold of 2 released',
    'Held 2',
    'Hold of 3 extended',
    'Held 3',
  ])
  await checkLooks(page, 'history-holds')
  await page.setViewportSize(DESKTOP.viewport)
  await chooseKind('Spent')
  await page.getByRole('button', { name: /^Details of .*Spent 2$/ }).click()
  await page.getByRole('dialog').getByText('Hold', { exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('link', { name: 'Open' }).click()
  await page.getByRole('dialog').getByText('Held 3').waitFor()

  await page.goto('/dashboard/finance/liability')
  const forecast = page.getByRole('table', { name: 'What will expire' })
  await forecast.waitFor()
  const { token } = await signIn(service, shop.email)
  const { months } = await dataOf(service.get('/api/v1/laas/coins/expiry', token))
  const expiring = months.filter(({ coins }: { coins: string }) => coins !== '0')
  assert.deepEqual(
    expiring.map(({ coins }: { coins: string }) => coins),
    ['6'],
  )
  const row = forecast.getByRole('row', { name: MONTH.format(new Date(expiring[0].month)) })
  assert.match(await row.innerText(), /100 %\s+6\s+1/)
  assert.match(await forecast.locator('tfoot').innerText(), /Total\s+6/)
  await checkLooks(page, 'finance-expiry')
  await page.setViewportSize(DESKTOP.viewport)
  await page.goto('/dashboard/finance')
  await page.getByRole('row', { name: /^Expired −10/ }).waitFor()

  const newcomer = await onboardTestPartner(service)
  const reader = await openDashboard(service, newcomer.email, { ...DESKTOP })
  await reader.page.goto('/dashboard/finance/liability')
  await reader.page.getByText('Nothing expires').waitFor()
  assert.deepEqual([...complaints, ...reader.complaints], [])
})
