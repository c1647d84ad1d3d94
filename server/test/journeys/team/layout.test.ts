import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { DESKTOP, noBrowser, PHONE } from '../../support/browser.ts'
import { heading, labelled, openDashboard, until } from '../../support/dashboard.ts'
import { newOwner, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()

test('on a phone the navigation is reachable only while the menu is open', {
  skip: noBrowser,
}, async () => {
  const { email } = await newOwner(service)
  const { page, complaints } = await openDashboard(service, email, PHONE)
  await page.goto('/dashboard/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  const areas = page.getByRole('navigation', { name: 'Areas' })
  assert.equal(await areas.count(), 0)

  await page.getByRole('button', { name: 'Open the menu' }).click()
  await areas.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  await areas.waitFor({ state: 'hidden' })

  await page.setViewportSize({ width: 1280, height: 740 })
  await areas.getByRole('link', { name: 'Rules' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('the menu keeps the page and its form when a script cannot be loaded, and stays on unknown pages', {
  skip: noBrowser,
}, async () => {
  const { email } = await newOwner(service)
  const { page } = await openDashboard(service, email)
  const menu = page.getByRole('navigation', { name: 'Areas' })
  await page.goto('/dashboard/rules/new')
  await labelled(page, 'Name').fill('half typed')

  await page.route('**/assets/users-page*', (route) => route.abort())
  await menu.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('alert').filter({ hasText: 'That page could not be loaded' }).waitFor()
  assert.match(page.url(), /\/dashboard\/rules\/new$/)
  assert.equal(await labelled(page, 'Name').inputValue(), 'half typed')

  await page.unroute('**/assets/users-page*')
  await menu.getByRole('link', { name: 'Members' }).click()
  await heading(page, 'Members').waitFor()

  await page.goto('/dashboard/no/such/page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await menu.getByRole('link', { name: 'Rules' }).click()
  await heading(page, 'Rules').waitFor()
})

/**
 * Presses keys one after the other until they have shown something. On a slow machine the page may hear the first
 * before it listens, or the second too late.
 */
async function pressUntil(page: Page, keys: string[], shown: Locator): Promise<void> {
  await waitUntil(
    async () => {
      for (const key of keys) await page.keyboard.press(key)
      return shown.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    },
    `${keys.join(' ')} does something`,
  )
}

test('keys lead to the areas and narrow the menu, unless someone types', { skip: noBrowser }, async () => {
  const { email } = await newOwner(service)
  const { page, complaints } = await openDashboard(service, email, { ...DESKTOP })
  await page.goto('/dashboard/settings')
  await heading(page, 'Settings').waitFor()
  for (const [key, title] of [
    ['r', 'Rules'],
    ['m', 'Members'],
    ['h', 'History'],
    ['b', 'Boards'],
    ['f', 'Finance'],
    ['d', 'Developers'],
    ['o', 'Overview'],
  ] as const) {
    await pressUntil(page, ['g', key], heading(page, title))
  }
  const width = async () => (await page.getByRole('navigation', { name: 'Areas' }).boundingBox())?.width
  assert.equal(await width(), 208)
  await page.keyboard.press('[')
  await until(page, `document.querySelector('nav').offsetWidth < 80`)
  await page.getByRole('link', { name: 'Members' }).waitFor()
  await page.reload()
  await heading(page, 'Overview').waitFor()
  await until(page, `document.querySelector('nav').offsetWidth < 80`)
  await page.getByRole('button', { name: 'Widen the menu' }).click()
  await until(page, `document.querySelector('nav').offsetWidth === 208`)

  await page.goto('/dashboard/members')
  await page.getByLabel('Search by tag, name, e-mail or id').pressSequentially('g o[')
  assert.equal(await width(), 208)
  await heading(page, 'Members').waitFor()
  assert.deepEqual(complaints, [])
})

test('addresses of the first edition lead to their pages, and an unknown rule is not found', {
  skip: noBrowser,
}, async () => {
  const { email } = await newOwner(service)
  const { page, complaints } = await openDashboard(service, email)
  for (const [from, to, title] of [
    ['/users?search=ada', '/members?search=ada', 'Members'],
    ['/leaderboards?board=coins', '/boards?board=coins', 'Boards'],
    ['/transactions?kind=award', '/history?kind=award', 'History'],
    ['/transactions/decisions?outcome=refused', '/history?outcome=refused', 'History'],
    ['/history/decisions?outcome=refused', '/history?outcome=refused', 'History'],
  ] as const) {
    await page.goto(`/dashboard${from}`)
    await page.waitForURL(`**/dashboard${to}`)
    await heading(page, title).waitFor()
  }
  for (const id of ['abc', '00000000-0000-7000-8000-000000000000']) {
    await page.goto(`/dashboard/rules/${id}`)
    await heading(page, 'Page not found').waitFor()
  }
  assert.deepEqual(complaints, [])
})

const HOSTILE = [
  'Bartholomew Fitzgerald-Montgomery von und zu Hohenlohe-Waldenburg-Schillingsfürst the Younger',
  'إسماعيل بن عبد الرحمن',
  '👩‍👩‍👧‍👦🦄🌿 Ada',
]

test('long, right-to-left and emoji names and large amounts break no list and no page', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const name = 'a rule with a name of almost one hundred characters that goes on and on and on until it ends'
  const rule = await partner.addRule({ name, coinValue: '99999999.99', userLimitAward: '1' })
  const users = []
  for (const fullname of HOSTILE) users.push(await partner.addUser({ fullname }))
  for (const userId of users)
    for (let time = 0; time < 2; time += 1) await partner.award(userId, name, 'x'.repeat(200))
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  for (const width of [390, 1280, 1440])
    for (const [path, title] of [
      ['/', 'Overview'],
      ['/rules', 'Rules'],
      [`/rules/${rule.id}`, name],
      ['/members', 'Members'],
      [`/members/${users[0]}`, HOSTILE[0]],
      [`/members/${users[0]}?show=refused`, HOSTILE[0]],
      ['/history', 'History'],
      ['/history/orders', 'History'],
      ['/boards', 'Boards'],
      ['/developers/events', 'Developers'],
      ['/developers/requests', 'Developers'],
    ] as const) {
      await page.setViewportSize({ width, height: 860 })
      await page.goto(`/dashboard${path}`)
      await heading(page, title ?? '').waitFor()
      await until(page, `!document.querySelector('[aria-label="Loading"], .mantine-Skeleton-root')`)
      const [wide, screen, high] = await page.evaluate<[number, number, number]>(`[
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
        Math.max(0, ...[...document.querySelectorAll('.data-table tbody tr:not([hidden]), .line')].map((row) => row.offsetHeight)),
      ]`)
      assert.ok(wide <= screen, `${path} is ${wide} wide on a screen of ${screen}`)
      assert.ok(high <= (width < 768 ? 64 : 44), `a row of ${path} is ${high} high at ${width}`)
    }
  assert.deepEqual(complaints, [])
})
