import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, PHONE } from '../../support/browser.ts'
import { heading, labelled, openDashboard } from '../../support/dashboard.ts'
import { newOwner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

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
  await areas.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
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
  await menu.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('alert').filter({ hasText: 'That page could not be loaded' }).waitFor()
  assert.match(page.url(), /\/dashboard\/rules\/new$/)
  assert.equal(await labelled(page, 'Name').inputValue(), 'half typed')

  await page.unroute('**/assets/users-page*')
  await menu.getByRole('link', { name: 'Users' }).click()
  await heading(page, 'Users').waitFor()

  await page.goto('/dashboard/no/such/page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await menu.getByRole('link', { name: 'Rules' }).click()
  await heading(page, 'Rules').waitFor()
})
