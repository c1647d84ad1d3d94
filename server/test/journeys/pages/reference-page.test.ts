import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { noBrowser, openChromium } from '../../support/browser.ts'
import { until } from '../../support/dashboard.ts'
import { seriousFindings } from '../../support/looks.ts'
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

for (const [screen, viewport] of [
  ['wide', { width: 1280, height: 860 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing serious in the API reference, ${screen} and ${colorScheme}`, {
      skip: noBrowser,
    }, async () => {
      const { page, complaints } = await openChromium(service.url, { viewport, colorScheme })
      await page.goto('/docs')
      await page.getByRole('heading', { name: 'Awards', exact: true }).first().waitFor()
      await until(page, `document.body.classList.contains('${colorScheme}-mode')`)
      if (pictures) {
        await mkdir(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `reference-${screen}-${colorScheme}.png`) })
      }
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(complaints, [])
    })

test('the reference begins with awards, and each part leads to its guide', async () => {
  const { body } = await service.get('/openapi.json')
  const [first] = body.tags as { name: string }[]
  assert.equal(first?.name, 'Awards')
  const links = (body.tags as { description: string }[]).flatMap(({ description }) =>
    [...description.matchAll(/\((\/docs\/guides\/[\w-]+)\)/g)].map(([, path = '']) => path),
  )
  const all = [
    ...links,
    ...[...String(body.info.description).matchAll(/\((\/docs\/[\w/-]+)\)/g)].map(([, path = '']) => path),
  ]
  assert.ok(all.length > 12, String(all))
  for (const path of new Set(all)) assert.equal((await fetch(service.url + path)).status, 200, path)
})
