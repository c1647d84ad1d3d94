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

type Visit = {
  context: BrowserContext
  url: string
  options: BrowserContextOptions
  anchor: Page | undefined
}
const visits: Visit[] = []
/** Contexts that a later test can use, because it opens the same service on the same screen. */
const idle: Visit[] = []
/** Pages that stay open go on asking for data beside the next tests. */
afterEach(async (t) => {
  const { name, fullName, passed } = t as unknown as { name: string; fullName: string; passed: boolean }
  const isSubtest = name !== fullName
  if (isSubtest) return
  for (const visit of visits.splice(0)) {
    const { context, anchor } = visit
    if (!passed) for (const page of context.pages()) if (page !== anchor) await report(page)
    if (passed && anchor && !anchor.isClosed()) await leave(visit, anchor)
    else await context.close()
  }
})

/** Leaves nothing of a visit in its context. */
async function leave(visit: Visit, anchor: Page): Promise<void> {
  const { context } = visit
  for (const page of context.pages()) if (page !== anchor) await page.close()
  await context.setOffline(false)
  await context.clearCookies()
  await anchor.evaluate('localStorage.clear()')
  idle.push(visit)
}

/** Prints what the page of a failed test shows. */
async function report(page: Page): Promise<void> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 10_000 }).catch(String)
  console.error(`${page.url()} shows:\n${shown}`)
}

let connected: Promise<Browser> | undefined
after(async () => (await connected)?.close())

/** Takes a context that an earlier test has left, or makes one. */
async function takeContext(url: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const index = idle.findIndex((visit) => visit.url === url && visit.options === options)
  const visit = idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await newVisit(url, options))
  visits.push(visit)
  return visit.context
}

async function newVisit(url: string, options: BrowserContextOptions): Promise<Visit> {
  assert(endpoint)
  connected ??= chromium.connect(endpoint)
  const context = await (await connected).newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(WAIT_MS_MAX)
  if (SLOWED_MS)
    await context.route(/\/(api|assets)\//, async (route) => {
      await setTimeout(Math.random() * SLOWED_MS)
      await route.continue().catch(() => {}) // the page may have been left meanwhile
    })
  const isReused = options === DESKTOP || options === PHONE
  const anchor = isReused ? await context.newPage() : undefined
  await anchor?.goto('/healthz')
  return { context, url, options, anchor }
}

/** A page of a Chromium context with no other visitor, which records its errors and requests to other hosts. */
export async function openChromium(
  url: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await takeContext(url, options)
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
