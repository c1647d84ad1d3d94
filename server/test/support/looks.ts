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

/** Only colours differ in the dark, so dark pages are only for pictures. */
const SCHEMES = pictures ? (['light', 'dark'] as const) : (['light'] as const)

/** How strict axe is: which impacts count, and which rules are tested besides its own. */
type Strictness = { impacts: string[]; rules: Record<string, { enabled: boolean }> }

/** `units/contrast.test.ts` proves the contrast of the colours that pages name; with pictures, axe measures it too. */
const OWN_RULES = { 'color-contrast': { enabled: pictures !== undefined } }
/** The components of the dashboard are Mantine's; only what keeps someone from using a page counts. */
const SERIOUS: Strictness = { impacts: ['serious', 'critical'], rules: OWN_RULES }
const ALL: Strictness = {
  impacts: ['minor', 'moderate', 'serious', 'critical'],
  rules: { ...OWN_RULES, 'target-size': { enabled: true } },
}

/** Checks a page of the dashboard, and leaves it as on a phone. */
export const checkLooks = (page: Page, name: string): Promise<void> =>
  lookAt(page, `dashboard-${name}`, SERIOUS)

/** What is hard to touch, and links to places of the page that it does not have. */
const TOO_SMALL_OR_LOST = `[
  ...[...document.querySelectorAll('.button, nav a, nav button')].filter(
    (each) => each.checkVisibility() && !each.closest('.unseen, .skip') && each.getBoundingClientRect().height < 44,
  ),
  ...[...document.querySelectorAll('a[href^="#"]')].filter((each) => !document.getElementById(each.hash.slice(1))),
].map((each) => each.outerHTML.slice(0, 90))`

/** Checks a page that is not the dashboard's, such as of a user's account, and leaves its screen as it was. */
export async function checkPage(page: Page, name: string): Promise<void> {
  const screen = page.viewportSize()
  await lookAt(page, name, ALL)
  assert.deepEqual(await page.evaluate(TOO_SMALL_OR_LOST), [], `${name} on a phone`)
  if (screen) await page.setViewportSize(screen)
}

/** Fails when axe finds a problem, or when the page is wider than its screen; takes pictures if told to. */
async function lookAt(page: Page, name: string, strictness: Strictness): Promise<void> {
  for (const [width, viewport] of WIDTHS) {
    await page.setViewportSize(viewport)
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await settled(page)
      await until(
        page,
        `(document.documentElement.dataset.mantineColorScheme ?? '${scheme}') === '${scheme}'`,
      )
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      // Colours pass over into those of the scheme.
      await untilStill(page)
      if (width === 'wide') assert.deepEqual(await axeProblems(page, strictness), [], `${name}, ${scheme}`)
      const [wide, screen] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      )
      assert.ok(wide <= screen, `${name}, ${width} is ${wide} wide on a screen of ${screen}`)
      if (pictures) await picture(page, join(pictures, `${name}-${width}-${scheme}.png`))
    }
  }
}

/** Fails when axe finds a problem in a page as it is, contrast included. */
export async function checkAxe(page: Page, name: string): Promise<void> {
  assert.deepEqual(await axeProblems(page, { ...ALL, rules: { 'target-size': { enabled: true } } }), [], name)
}

/** What axe finds on a page as it is, the contrast of all text included, that keeps someone from using it. */
export const seriousFindings = (page: Page, within?: string): Promise<string[]> =>
  axeProblems(page, { impacts: SERIOUS.impacts, rules: {} }, within)

/** Filters in the page: all that axe says is much. */
async function axeProblems(page: Page, { impacts, rules }: Strictness, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  return page.evaluate<
    string[]
  >(`axe.run(${JSON.stringify(within)}, ${JSON.stringify({ rules, resultTypes: ['violations'] })}).then(({ violations }) =>
    violations
      .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
      .map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')),
  )`)
}

/** Takes it on a screen as high as the page, so that what is fixed to the screen reaches as far. */
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
export async function settled(page: Page): Promise<void> {
  // A click that leads to another page ends when that page begins, which may be before all of it is there.
  await page.waitForLoadState()
  await page.locator('h1').first().waitFor()
  await until(page, `!document.querySelector('[aria-label="Loading"], .mantine-Skeleton-root')`)
  await untilStill(page)
}
