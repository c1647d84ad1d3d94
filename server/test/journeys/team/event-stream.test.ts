import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../../support/browser.ts'
import { giveReason, openDashboard, passTime, show, until } from '../../support/dashboard.ts'
import { onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()

const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor()
const rowsAre = (page: Page, count: number) =>
  until(page, `document.querySelectorAll('main tbody tr, main ul.rows > li, main .line').length === ${count}`)

async function partnerWithAwards(count: number) {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const rule = await partner.addRule({ name: 'first purchase' })
  const awards = Array.from({ length: count }, () => ({ userId, ruleName: rule.name }))
  if (count > 0) await service.post('/api/v1/laas/rules/award/bulk', { awards }, partner.token)
  const award = (narration: string) => partner.award(userId, rule.name, narration)
  return { partner, userId, rule, award }
}

async function leave(page: Page): Promise<void> {
  await show(page, 'hidden')
  await page.getByText('Connecting', { exact: true }).waitFor()
}

async function comeBack(page: Page): Promise<void> {
  await show(page, 'visible')
  await live(page)
}

async function openAt(partner: TestPartner, path: string) {
  const visitor = await openDashboard(service, partner.email)
  const asked: URL[] = []
  visitor.page.on('request', (request) => asked.push(new URL(request.url())))
  await visitor.page.goto(path)
  await live(visitor.page)
  return { ...visitor, asked }
}

test('a tab that was hidden briefly catches up on missed events, and one that was hidden for long skips them', {
  skip: noBrowser,
}, async () => {
  const { partner, award } = await partnerWithAwards(0)
  const { page, complaints, asked } = await openAt(partner, '/dashboard/history')
  const heardAfter = () =>
    asked.findLast(({ pathname }) => pathname.endsWith('/events/stream'))?.searchParams.get('after')
  assert.equal(heardAfter(), '2')

  await leave(page)
  await award('While away for a moment')
  await comeBack(page)
  assert.equal(heardAfter(), '2')
  await page.getByText('While away for a moment').waitFor()

  await leave(page)
  await award('While away for long')
  await passTime(page, 120_000)
  await comeBack(page)
  assert.equal(heardAfter(), '4')
  await page.getByText('While away for long').waitFor()
  await award('Back again')
  await page.getByText('Back again').waitFor()
  assert.deepEqual(complaints, [])
})

test('an extended list stays as it is while its tab is hidden or another page is open', {
  skip: noBrowser,
}, async () => {
  const { partner, award } = await partnerWithAwards(55)
  const { page, complaints, asked } = await openAt(partner, '/dashboard/history')
  const timesRead = () => asked.filter(({ pathname }) => pathname.endsWith('/laas/decisions')).length
  const button = (name: string) => page.getByRole('button', { name })
  const readFurther = async (count: number) => {
    await rowsAre(page, 50)
    await button('Show more').click()
    await rowsAre(page, count)
  }
  const staysAt = async (count: number, { without }: { without: string }) => {
    await rowsAre(page, count)
    assert.equal(await page.getByText(without).count(), 0)
  }

  // With the line of the day on which the user joined.
  await readFurther(56)
  const before = timesRead()
  await leave(page)
  await award('In another tab')
  await passTime(page, 10_000)
  await comeBack(page)
  await button('1 new line').waitFor()
  assert.equal(timesRead(), before)
  await staysAt(56, { without: 'In another tab' })

  await leave(page)
  await award('Much later')
  await passTime(page, 120_000)
  await comeBack(page)
  await staysAt(56, { without: 'Much later' })
  await button('Show the newest lines').click()
  await page.getByText('Much later').waitFor()

  await readFurther(58)
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
  await award('On another page')
  await passTime(page, 10_000)
  await page.goBack()
  await button('Show the newest lines').waitFor()
  await staysAt(58, { without: 'On another page' })
  await button('Show the newest lines').click()
  await page.getByText('On another page').waitFor()
  await rowsAre(page, 50)
  assert.equal(await button('Show the newest lines').count(), 0)
  assert.deepEqual(complaints, [])
})

test('extended lists of a member and of the awards of a rule do not move', {
  skip: noBrowser,
}, async () => {
  const { partner, userId, rule, award } = await partnerWithAwards(55)
  const { page, complaints } = await openAt(partner, `/dashboard/members/${userId}`)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await rowsAre(page, 50)
  await button('Show more').click()
  // With the line of the day on which the user joined.
  await rowsAre(page, 56)
  await award('By the backend')
  await button('1 new line').waitFor()

  await button('Award').click()
  await page.getByRole('combobox', { name: 'Rule' }).fill('first')
  await page.getByRole('option', { name: rule.name }).click()
  await giveReason(page, 'By hand')
  await button('Pay 10 coins').click()
  await page.getByRole('dialog').getByText('Paid 10 coins').waitFor()
  await button('Done').click()
  await button('2 new lines').waitFor()
  await rowsAre(page, 56)
  await button('2 new lines').click()
  await page.getByText('By the backend').waitFor()
  await rowsAre(page, 50)

  await page.goto(`/dashboard/rules/${rule.id}?tab=awards`)
  await live(page)
  const awards = page.getByRole('table', { name: 'Awards' }).locator('tbody tr')
  const awardsAre = (count: number) =>
    waitUntil(async () => (await awards.count()) === count, `${count} awards`)
  await awardsAre(20)
  await button('Show more').click()
  await awardsAre(40)
  await award('The newest')
  await button('1 new award').waitFor()
  await awardsAre(40)
  await button('1 new award').click()
  await page.getByTitle('Note: The newest').waitFor()
  await awardsAre(20)
  assert.deepEqual(complaints, [])
})
