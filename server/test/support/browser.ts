import assert from 'node:assert/strict'
import { after, afterEach } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

const endpoint = process.env.LAUREL_TEST_BROWSER
/** Only guards against a test that hangs. */
const WAIT_MS_MAX = 180_000

/** Why browser tests are skipped, or false. With `BROWSER_REQUIRED`, a missing browser is a failure. */
export const noBrowser: string | false =
  endpoint === undefined &&
  'no Chromium was found: install one with `apt-get install chromium-headless-shell`, or name yours in CHROMIUM'
if (noBrowser && process.env.BROWSER_REQUIRED) throw new Error(noBrowser)

export const PHONE = { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true } as const
export const DESKTOP = { viewport: { width: 1280, height: 860 } } as const

/** Delays responses by up to this many milliseconds (`SLOWED_MS=1000`), to find tests that do not wait. */
const SLOWED_MS = Number(process.env.SLOWED_MS ?? 0)

const contexts: BrowserContext[] = []
/** Pages that stay open go on asking for data beside the next tests. */
afterEach(async (t) => {
  const { name, fullName, passed } = t as unknown as { name: string; fullName: string; passed: boolean }
  const isSubtest = name !== fullName
  if (isSubtest) return
  for (const context of contexts.splice(0)) {
    if (!passed) for (const page of context.pages()) await report(page)
    await context.close()
  }
})

/** Prints what the page of a failed test shows. */
async function report(page: Page): Promise<void> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 10_000 }).catch(String)
  console.error(`${page.url()} shows:\n${shown}`)
}

let connected: Promise<Browser> | undefined
after(async () => (await connected)?.close())

/** A Chromium context of its own that records every page error and every request to another host. */
export async function openChromium(
  url: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  assert(endpoint)
  connected ??= chromium.connect(endpoint)
  const context = await (await connected).newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  contexts.push(context)
  context.setDefaultTimeout(WAIT_MS_MAX)
  if (SLOWED_MS)
    await context.route(/\/(api|assets)\//, async (route) => {
      await setTimeout(Math.random() * SLOWED_MS)
      await route.continue().catch(() => {}) // the page may have been left meanwhile
    })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // The console repeats every status above 400, which the tests themselves ask for.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:'))
      complaints.push(`a request left for ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // What a visitor leaves before it has come is no failure.
    if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()} failed: ${why}`)
  })
  return { page, context, complaints }
}
