import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP, openVisitor, PHONE } from './browser.ts'
import { PASSWORD } from './partner.ts'
import type { TestService } from './service.ts'

/** Where to put pictures of the pages; `npm run screenshots` sets it. */
const pictures = process.env.SCREENSHOTS

const WAIT_MS = 20_000

export const LOOKS = [
  ['wide', 'light', DESKTOP],
  ['wide', 'dark', DESKTOP],
  ['phone', 'light', PHONE],
  ['phone', 'dark', PHONE],
] as const

/** A browser in which a member of a team is signed in already. */
export async function openDashboard(
  service: TestService,
  email: string,
  options: BrowserContextOptions = DESKTOP,
) {
  const visitor = await openVisitor(service.url, options)
  const login = { ecosystem: 'acme', email, password: PASSWORD }
  const answer = await visitor.context.request.post('/api/v1/session', { data: login })
  assert.equal(answer.status(), 200, await answer.text())
  return visitor
}

/** What axe finds that would keep someone from using the page. */
async function axeProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
}

/** Fails when the page is wider than its screen, or when axe finds something serious; takes a picture where they are asked for. */
export async function lookAt(page: Page, name: string, look: string): Promise<void> {
  await settled(page)
  assert.deepEqual(await axeProblems(page), [], `${name}, ${look}`)
  const [wide, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  assert.ok(wide <= screen, `${name}, ${look} is ${wide} wide on a screen of ${screen}`)
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `dashboard-${name}-${look}.png`), fullPage: true })
}

/** Waits until nothing on the page is still being loaded or moving. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await until(page, `!document.querySelector('[aria-label="Loading"], .mantine-Skeleton-root')`)
  await until(page, `document.getAnimations().every((each) => each.playState !== 'running')`)
}

/** Waits until an expression is true in the page. Asked from outside, because the page's policy lets nothing be evaluated in it. */
export async function until(page: Page, expression: string): Promise<void> {
  for (
    const deadline = Date.now() + WAIT_MS;
    !(await page.evaluate(expression));
    await page.waitForTimeout(50)
  )
    assert.ok(Date.now() < deadline, `${expression} is not true in time`)
}
