import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, PHONE } from '../support/browser.ts'
import { openDashboard } from '../support/dashboard.ts'
import { newOwner } from '../support/partner.ts'
import { useSharedService } from '../support/service.ts'

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
