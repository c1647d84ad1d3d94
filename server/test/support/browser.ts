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

const executablePath = process.env.CHROMIUM
/** Only guards against a test that hangs. */
const WAIT_MS_MAX = 180_000

/** Why browser tests are skipped, or false. With `BROWSER_REQUIRED`, a missing browser is a failure. */
export const noBrowser: string | false =
  !executablePath &&
  'no Chromium was found: install one with `apt-get install chromium-headless-shell`, or name yours in CHROMIUM'
if (noBrowser && process.env.BROWSER_REQUIRED) throw new Error(noBrowser)

export const PHONE = { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true } as const
export const DESKTOP = { viewport: { width: 1280, height: 860 } } as const

/** Delays responses by up to this many milliseconds (`SLOWED_MS=1000`), to find tests that do not wait. */
const SLOWED_MS = Number(process.env.SLOWED_MS ?? 0)

type Visit = { context: BrowserContext; page: Page; url: string; options: BrowserContextOptions }
const visits: Visit[] = []
/** Pages that a later test can use, because it opens the same service on the same screen: a new page costs more. */
const idle: Visit[] = []
const LISTENED_TO = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
]
/** Pages that stay open go on asking for data beside the next tests. */
afterEach(async (t) => {
  const { name, fullName, passed } = t as unknown as { name: string; fullName: string; passed: boolean }
  const isSubtest = name !== fullName
  if (isSubtest) return
  for (const visit of visits.splice(0)) {
    const { context, page, options } = visit
    if (!passed) for (const each of context.pages()) await report(each)
    const isReusable = passed && !page.isClosed() && (options === DESKTOP || options === PHONE)
    // The test may have stopped the service.
    const isLeft = isReusable && (await leave(visit).catch(() => false))
    if (isLeft) idle.push(visit)
    else await context.close()
  }
})

/** Leaves nothing of a visit in its context. */
async function leave({ context, page, options }: Visit): Promise<boolean> {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of LISTENED_TO) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto('/healthz')
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await context.clearCookies()
  if (options.viewport) await page.setViewportSize(options.viewport)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return true
}

/** Prints what the page of a failed test shows. */
async function report(page: Page): Promise<void> {
  const content = await page.locator('body').ariaSnapshot({ timeout: 10_000 }).catch(String)
  console.error(`${page.url()} shows:\n${content}`)
}

let browser: Promise<Browser> | undefined
after(async () => (await browser)?.close())

/** One browser for the files of a process; each opens contexts of its own in it. */
function launch(): Promise<Browser> {
  assert(executablePath)
  return chromium.launch({
    executablePath,
    args: [
      // Pages of one context share a process, which keeps the scripts that it has compiled.
      '--process-per-site',
      // As root Chromium refuses to start in its sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

/** Takes a page that an earlier test has left, or opens one in a new context. */
async function takeVisit(url: string, options: BrowserContextOptions): Promise<Visit> {
  const index = idle.findIndex((visit) => visit.url === url && visit.options === options)
  const visit = idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await newVisit(url, options))
  visits.push(visit)
  return visit
}

async function newVisit(url: string, options: BrowserContextOptions): Promise<Visit> {
  browser ??= launch()
  const context = await (await browser).newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(WAIT_MS_MAX)
  if (SLOWED_MS)
    await context.route(/\/(api|assets)\//, async (route) => {
      await setTimeout(Math.random() * SLOWED_MS)
      await route.continue().catch(() => {}) // the page may have been left meanwhile
    })
  return { context, page: await context.newPage(), url, options }
}

/**
 * A page of a Chromium context with no other visitor, which records its errors and requests to other hosts. Options of
 * its own give a test a page that no other test uses, before or after it.
 */
export async function openChromium(
  url: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const { context, page } = await takeVisit(url, options)
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
