import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import type { BrowserContextOptions, Download, Page } from 'playwright-core'
import type { Api } from './api.ts'
import { DESKTOP, openChromium } from './browser.ts'
import { PASSWORD } from './partner.ts'
import { waitUntil } from './wait-until.ts'

/** A browser in which a member of a team is signed in already. */
export async function openDashboard(api: Api, email: string, options: BrowserContextOptions = DESKTOP) {
  const visitor = await openChromium(api.url, options)
  const login = { ecosystem: 'acme', email, password: PASSWORD }
  const answer = await visitor.context.request.post('/api/v1/session', { data: login })
  assert.equal(answer.status(), 200, await answer.text())
  return visitor
}

/** Lets the first write at an address fail in the browser, though it was done. */
export async function loseFirstResponse(page: Page, url: string | RegExp): Promise<void> {
  let isLost = false
  await page.route(url, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    if (isLost) return route.fulfill({ response })
    isLost = true
    await route.fulfill({ status: 500, json: { message: 'Something broke on the way.' } })
  })
}

/** Presses all that closes a dialog unless something holds it open. */
export async function tryToLeave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
}

export const focusIsOn = (page: Page, label: string) =>
  until(page, `document.activeElement?.getAttribute('aria-label') === '${label}'`)

/** Waits until an expression is true in the page. Polls from outside: the page forbids evaluation. */
export const until = (page: Page, expression: string): Promise<void> =>
  waitUntil(async () => Boolean(await page.evaluate(expression)), expression)

/** Waits until nothing on the page moves any more. */
export const untilStill = (page: Page): Promise<void> =>
  until(page, `document.getAnimations().every((each) => each.playState !== 'running')`)

export const labelled = (page: Page, label: string) => page.getByLabel(label, { exact: true })

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

export const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByText(choice, { exact: true }).click()

/** An input by its label; the list of its proposals has the same one. */
export const box = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }))

/** Takes what an input proposes for the beginning of a text. */
export async function propose(page: Page, name: string, typed: string, proposed: string): Promise<void> {
  await box(page, name).fill(typed)
  await page.getByRole('option', { name: proposed }).click()
}

/** Fills in inputs by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await labelled(page, label).fill(value)
}

/** Says why, in a dialog that moves coins, and leaves the list of earlier reasons. */
export async function giveReason(page: Page, reason: string): Promise<void> {
  const name = { name: 'Reason', exact: true }
  const input = page.getByRole('textbox', name).or(page.getByRole('combobox', name))
  await input.fill(reason)
  await input.press('Tab')
}

/** What a browser has downloaded; the file itself is where the browser runs. */
export const contentOf = async (download: Download): Promise<string> =>
  text(await download.createReadStream())

/** As if another tab came to the front, or this one came back. */
export const show = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${state === 'hidden'} })
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })()`)

/** As if so much time had passed for the page. */
export const passTime = (page: Page, ms: number): Promise<void> =>
  page.evaluate(`(() => {
    const now = Date.now
    Date.now = () => now() + ${ms}
  })()`)

/** Keeps the responses to some requests back until they are released. */
export async function holdBack(page: Page, url: string | RegExp): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return { release }
}
