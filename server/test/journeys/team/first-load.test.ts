import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DESKTOP, noBrowser, openChromium } from '../../support/browser.ts'
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
