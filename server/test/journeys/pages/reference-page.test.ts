import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { noBrowser, openChromium } from '../../support/browser.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const pictures = process.env.SCREENSHOTS

test('the API reference says where its document is, and search leads to an address of its own', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openChromium(service.url)
  const picture = async (name: string) => {
    if (!pictures) return
    await mkdir(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `reference-${name}.png`) })
  }

  await page.goto('/docs')
  await page.getByRole('link', { name: '/openapi.json' }).first().waitFor()
  await page.getByRole('link', { name: 'guides' }).first().waitFor()
  await picture('start')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('refund')
  const found = page.getByRole('option', { name: /Refund a transfer/ }).first()
  await found.waitFor()
  await picture('search')
  await found.click()
  await page.waitForFunction("location.hash.endsWith('/refund')")
  assert.deepEqual(complaints, [])
})
