import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE } from './browser.ts'
import { until, untilStill } from './dashboard.ts'

/** Where to put pictures of the pages; `npm run screenshots` sets it. */
const pictures = process.env.SCREENSHOTS

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const WIDTHS = [
  ['wide', DESKTOP.viewport],
  ['phone', PHONE.viewport],
] as const

/** Which rules axe goes by; a dark page differs from the light one in its colours alone. */
const RULES = { light: {}, dark: { runOnly: ['color-contrast'] } } as const
type Scheme = keyof typeof RULES

/** Checks a page wide and on a phone, in light and dark, and leaves it as on a phone. */
export async function checkLooks(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of WIDTHS) {
    await page.setViewportSize(viewport)
    for (const scheme of ['light', 'dark'] as const) {
      // Dark on a phone is only for pictures: the colours are the same.
      if (width === 'phone' && scheme === 'dark' && !pictures) continue
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await until(page, `document.documentElement.dataset.mantineColorScheme === '${scheme}'`)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await lookAt(page, name, { width, scheme })
    }
  }
}

/** What axe finds that would keep someone from using the page. Filters in the page: all that axe says is much. */
export async function axeProblems(page: Page, scheme: Scheme): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const options = JSON.stringify({ ...RULES[scheme], resultTypes: ['violations'] })
  return page.evaluate<string[]>(`axe.run(${options}).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')),
  )`)
}

/** Fails when the page is wider than its screen or axe finds something serious; takes a picture if asked. */
async function lookAt(
  page: Page,
  name: string,
  { width, scheme }: { width: string; scheme: Scheme },
): Promise<void> {
  const look = `${width}-${scheme}`
  await settled(page)
  assert.deepEqual(await axeProblems(page, scheme), [], `${name}, ${look}`)
  const [wide, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  assert.ok(wide <= screen, `${name}, ${look} is ${wide} wide on a screen of ${screen}`)
  if (pictures) await picture(page, join(pictures, `dashboard-${name}-${look}.png`))
}

/** On a screen as high as the page, so that what is fixed to the screen reaches as far. */
async function picture(page: Page, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const screen = page.viewportSize()
  assert(screen)
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: screen.width, height: Math.max(height, screen.height) })
  await settled(page)
  await page.screenshot({ path })
  await page.setViewportSize(screen)
}

/** Waits until nothing on the page is still being loaded or moving. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await until(page, `!document.querySelector('[aria-label="Loading"], .mantine-Skeleton-root')`)
  await untilStill(page)
}
