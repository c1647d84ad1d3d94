import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../../support/api.ts'
import { noBrowser, openChromium } from '../../support/browser.ts'
import { seriousFindings } from '../../support/looks.ts'
import { mailedCode } from '../../support/mailbox.ts'
import { beginFlow, discover, onboardOauthPartner } from '../../support/oauth.ts'
import { actionsOf, ME, newRuleBody, newUserBody, PASSWORD } from '../../support/partner.ts'
import { listen } from '../../support/server.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const pictures = process.env.SCREENSHOTS
const WIDTHS = [390, 1280]

const NAMES = {
  long: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 90),
  'right to left': 'متجر الكتب القديمة على ضفاف النهر',
  emoji: '🧺🌿 Ümläut & Söhne 🦊🦊🦊',
}

const shop = await listen(
  createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Back</title><h1>Back</h1>')
  }),
)

for (const [kind, name] of Object.entries(NAMES))
  test(`a name that is ${kind} fits on every page on the way to a partner and back, light and dark`, {
    skip: noBrowser,
  }, async () => {
    const partner = await onboardOauthPartner(service, {
      partnerName: name,
      applicationName: name,
      redirectUrl: `${shop}/callback`,
      webRedirectUrl: '',
      mobileRedirectUrl: '',
    })
    const coinName = { one: name.slice(0, 30).trim(), many: name.slice(0, 30).trim() }
    await dataOf(
      service.request('PATCH', ME, { token: partner.token, body: { timeZone: 'Asia/Kolkata', coinName } }),
    )
    const { page, complaints } = await openChromium(service.url, { viewport: { width: 390, height: 844 } })
    const check = (step: string) => checkHostile(page, `hostile ${kind} ${step}`)
    const config = await discover(service, partner)
    const flow = await beginFlow(config, { scope: 'openid profile wallet', prompt: 'create' })

    await page.goto(flow.url)
    await check('sign-up')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await check('sign-in')
    await page.goBack()
    const { email, tag } = newUserBody()
    const fullname = (name + name).slice(0, 90)
    await page.getByLabel('Name').fill(fullname)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Tag').fill(tag)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByText(`We mailed a code to ${email}.`).waitFor()
    await page.getByLabel('Code').fill(await mailedCode(service, email))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    await check('consent')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()

    const [member] = await service.query<{ id: string }>('select id from users where email = $1', [email])
    const { award, transfer } = actionsOf(service, () => partner.token)
    for (const terms of [
      { name: 'x'.repeat(90), coinValue: '12345678.99', condition: fullname },
      { name: 'five visits', type: 'batched', completionNumber: '5', condition: name },
    ]) {
      const rule = newRuleBody({ ...terms, shownToUsers: true })
      await dataOf(service.post('/api/v1/laas/rules/create-rule', rule, partner.token))
      await dataOf(award(member?.id ?? '', rule.name, `${fullname} ${name.repeat(3)}`))
    }
    await dataOf(transfer(member?.id ?? '', 1234567.5))
    await page.goto('/account')
    await check('account')
    await page.goto(`/account/partners/${partner.partnerId}`)
    await page.getByText('1 of 5 done').waitFor()
    await check('partner')
    await page.goto(`/account/partners/${partner.partnerId}/unlink`)
    await check('unlink')
    await page.goto('/account/data')
    await check('data')
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.startsWith(`a request left for ${shop}`)),
      [],
    )
  })

/** Nothing is wider than the screen, and axe finds nothing serious, contrast included. */
async function checkHostile(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  for (const width of WIDTHS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(wide <= width, `${name} is ${wide} wide on a screen of ${width}`)
      assert.deepEqual(await seriousFindings(page), [], `${name}, ${colorScheme}`)
      if (!pictures) continue
      await mkdir(pictures, { recursive: true })
      await page.screenshot({
        path: join(pictures, `${name}-${width}-${colorScheme}.png`.replaceAll(' ', '-')),
        fullPage: true,
      })
    }
  await page.setViewportSize({ width: 390, height: 844 })
}
