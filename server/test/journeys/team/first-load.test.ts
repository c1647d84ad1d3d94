import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DESKTOP, noBrowser, openChromium } from '../../support/browser.ts'
import { holdBack, openDashboard } from '../../support/dashboard.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const COMPRESSED_SCRIPT_BYTES_MAX = 200_000

const service = useSharedService()

test('the sign-in page loads at most 200 kB of compressed scripts, all from the service itself', {
  skip: noBrowser,
}, async () => {
  // Options of its own give it a context that has nothing in its cache.
  const { page, complaints } = await openChromium(service.url, { ...DESKTOP })
  const scripts: Promise<[string, number]>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    scripts.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize]))
  })
  await page.goto('/dashboard/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(scripts)
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0)
  assert.ok(bytes > 0 && bytes <= COMPRESSED_SCRIPT_BYTES_MAX, `${bytes} bytes: ${JSON.stringify(sizes)}`)
  assert.deepEqual(complaints, [])
})

test('a signed-in team member sees the frame of the page before the first response of the API', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  const api = await holdBack(page, '**/api/**')
  await page.goto('/dashboard/', { waitUntil: 'load' })
  await page.getByText('Members', { exact: true }).waitFor()
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  const [fonts, menu] = await page.evaluate<[number, number]>(
    `[document.querySelectorAll('link[as=font]').length, document.querySelector('.shell-menu').offsetWidth]`,
  )
  assert.deepEqual([fonts, menu], [2, 208])
  api.release()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a visitor sees no frame of the dashboard', { skip: noBrowser }, async () => {
  const { page } = await openChromium(service.url, { ...DESKTOP })
  const script = await holdBack(page, '**/assets/*.js')
  await page.goto('/dashboard/sign-in', { waitUntil: 'commit' })
  await page.locator('.shell-blank').waitFor({ state: 'attached' })
  assert.equal(await page.locator('.shell-blank').isVisible(), false)
  script.release()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})
