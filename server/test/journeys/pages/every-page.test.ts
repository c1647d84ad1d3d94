import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { signUp } from '../../support/account.ts'
import { noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { checkPage } from '../../support/looks.ts'
import { mailedLink } from '../../support/mailbox.ts'
import { onboardTestPartner, PASSWORD } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'

const service = useSharedService()
const userDetailsUrl = await startUserDetails()

const LONG = 'The Wonderful International Trading Company of Upper and Lower Silesia, Incorporated'

async function makeRichUser() {
  const user = await signUp(service)
  const names = ['Acme', 'Corner Bakery', LONG, 'Blue Bicycle']
  const partners = await Promise.all(
    names.map((partnerName) =>
      onboardTestPartner(service, {
        partnerName,
        applicationName: `${partnerName.slice(0, 20)} app`,
        userDetailsUrl,
      }),
    ),
  )
  for (const { token } of partners) await service.post('/api/v1/laas/users/onboard', { tag: user.tag }, token)
  const [acme, bakery, long] = partners as [(typeof partners)[0], (typeof partners)[0], (typeof partners)[0]]
  const rules = [
    await acme.addRule({ name: 'first purchase', coinValue: '250' }),
    await acme.addRule({ name: 'invite a friend', coinValue: '37.5' }),
  ]
  for (let count = 0; count < 26; count += 1) {
    const token = acme.token
    const rule = rules[count % 2] as { name: string }
    const narration = count % 3 ? { narration: `Order ${1042 + count}` } : {}
    await service.post(
      '/api/v1/laas/rules/award',
      { userId: user.userId, ruleName: rule.name, ...narration },
      token,
    )
  }
  const last = await acme.award(user.userId, 'invite a friend', 'Grace joined')
  await acme.transfer(user.userId, 120)
  await service.request('POST', `/api/v1/laas/rules/award/${last.body.data.id}/reverse`, {
    token: acme.token,
    body: {},
  })
  const big = await long.addRule({ coinValue: '1000000000' })
  await long.award(user.userId, big.name, 'x'.repeat(200))
  return { ...user, acme, long, bicycle: partners[3] as (typeof partners)[0], bakery }
}

test('every page can be read, reached and touched, wide and on a phone', {
  skip: noBrowser,
}, async () => {
  const user = await makeRichUser()
  const newcomer = await signUp(service)
  const { page, context, complaints } = await openChromium(service.url, PHONE)
  const signIn = async (login: string, password = PASSWORD) => {
    await page.goto('/account/sign-in')
    await page.getByLabel('Tag or e-mail address').fill(login)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  await page.goto('/account/sign-in')
  await checkPage(page, 'sign-in')
  await signIn('', '')
  await checkPage(page, 'sign-in-empty')
  await signIn('nobody', 'wrong')
  await checkPage(page, 'sign-in-wrong')
  await page.goto('/account/sign-in?done=verified')
  await checkPage(page, 'sign-in-verified')
  await page.goto('/account/sign-up')
  await checkPage(page, 'sign-up')
  await page.getByLabel('Tag').fill('no')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await checkPage(page, 'sign-up-wrong')
  await page.goto('/account/verify')
  await checkPage(page, 'verify')
  await page.getByLabel('E-mail address').fill('ada')
  await page.getByRole('button', { name: 'Verify' }).click()
  await checkPage(page, 'verify-wrong')
  await page.getByLabel('E-mail address').fill('stranger@mail.example')
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await checkPage(page, 'verify-sent')
  await page.goto('/account/forgot-password')
  await checkPage(page, 'forgot')
  await page.getByLabel('E-mail address').fill(newcomer.email)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await checkPage(page, 'forgot-sent')
  await page.goto(await mailedLink(service, newcomer.email))
  await checkPage(page, 'reset')
  await page.getByLabel('New password', { exact: true }).fill('weak')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await checkPage(page, 'reset-wrong')
  await page.goto('/account/reset-password?token=spent')
  await checkPage(page, 'reset-spent')
  await page.goto('/account/nothing')
  await checkPage(page, 'not-found')
  await page.goto('/docs/guides/nothing')
  await checkPage(page, 'guides-nothing')

  await signIn(newcomer.tag)
  await checkPage(page, 'account-empty')
  await context.clearCookies()
  await signIn(user.email)
  await checkPage(page, 'account')
  await visitPartner(page, user.acme.partnerId)
  await checkPage(page, 'partner')
  await page.getByRole('link', { name: 'Older' }).click()
  await checkPage(page, 'partner-older')
  await visitPartner(page, user.long.partnerId)
  await checkPage(page, 'partner-long')
  await visitPartner(page, user.bakery.partnerId)
  await checkPage(page, 'partner-empty')
  await page.getByRole('link', { name: 'Unlink' }).click()
  await checkPage(page, 'unlink')
  await page.goto('/account/data')
  await checkPage(page, 'data')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await checkPage(page, 'data-refused')
  await page.goto('/account/security')
  await checkPage(page, 'security')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await checkPage(page, 'security-wrong')
  await page.goto('/account')
  await page.getByRole('link', { name: 'Unlink Blue Bicycle' }).click()
  await page.getByRole('button', { name: 'Unlink' }).click()
  await checkPage(page, 'account-unlinked')
  await page.goto(`/account/partners/${user.bicycle.partnerId}`)
  await checkPage(page, 'partner-left')
  assert.deepEqual(complaints, [])
})

const visitPartner = (page: Page, partnerId: string) => page.goto(`/account/partners/${partnerId}`)
