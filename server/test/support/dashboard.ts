import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { DESKTOP, openVisitor } from './browser.ts'
import { PASSWORD } from './partner.ts'
import type { TestService } from './service.ts'

const WAIT_MS = 20_000

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

/** Waits until an expression is true in the page. Asked from outside, because the page's policy lets nothing be evaluated in it. */
export async function until(page: Page, expression: string): Promise<void> {
  for (
    const deadline = Date.now() + WAIT_MS;
    !(await page.evaluate(expression));
    await page.waitForTimeout(50)
  )
    assert.ok(Date.now() < deadline, `${expression} is not true in time`)
}
