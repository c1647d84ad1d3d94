import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { checkWords, coinWordsOn } from '../../support/api-names.ts'
import { DESKTOP, noBrowser, openChromium } from '../../support/browser.ts'
import { openDashboard } from '../../support/dashboard.ts'
import { checkLooks, checkPage } from '../../support/looks.ts'
import { ME, onboardByTag, onboardTestPartner, PASSWORD } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'

const service = useSharedService()
const userDetailsUrl = await startUserDetails()

/** A member with 20 coins: 6 wait, 5 are held, 10 expire, and the others stay. */
async function openShop() {
  const partner = await onboardTestPartner(service, { userDetailsUrl, partnerName: 'Beanery' })
  const { token } = partner
  const body = { coinName: { one: 'bean', many: 'beans' } }
  await dataOf(service.request('PATCH', ME, { token, body }))
  const user = await signUp(service)
  const { userId } = (await onboardByTag(service, partner, user.tag)).body.data
  const rules = [
    { coinValue: '6', pendingDays: 14 },
    { coinValue: '10', coinExpiry: { after: 'P12M', until: 'year' } },
    { coinValue: '9' },
  ]
  for (const terms of rules) await dataOf(partner.award(userId, (await partner.addRule(terms)).name))
  const hold = { userId, coins: 5, reference: 'order-1042', expiresIn: 604_800 }
  await dataOf(service.post('/api/v1/laas/coins/holds', hold, token))
  return { partner, user, userId }
}

const DAY = String.raw`\d{1,2} [A-Z][a-z]+ 20\d\d`

test('a member and the team see what can be spent, what waits, what is held and what expires', {
  skip: noBrowser,
}, async () => {
  const { partner, user, userId } = await openShop()
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  await page.goto(`/dashboard/members/${userId}`)
  const aside = page.getByRole('complementary', { name: 'Wallet, progress and facts' })
  await aside.getByText('Can be spent now').waitFor()
  await aside.getByText('6 pending · 5 held').waitFor()
  await aside.getByText('for order-1042').waitFor()
  const times = (await aside.locator('.coin-times').innerText()).replaceAll(/\s+/g, ' ')
  assert.match(
    times,
    new RegExp(
      `^Can be spent from ${DAY} 6 Held until \\d{1,2} [A-Z][a-z]{2}( 20\\d\\d)?, \\d\\d:\\d\\d for order-1042 Capture Release 5 Expire at the end of 31 December 20\\d\\d 5$`,
    ),
  )
  await checkWords(page, 'the page of a member')
  assert.deepEqual(await coinWordsOn(page), [])
  await checkLooks(page, 'member-times')

  const own = await openChromium(service.url)
  await own.page.goto('/account')
  await own.page.getByLabel('Tag or e-mail address').fill(user.tag)
  await own.page.getByLabel('Password').fill(PASSWORD)
  await own.page.getByRole('button', { name: 'Sign in' }).click()
  await own.page.getByText('14 beans can be spent now').waitFor()
  await checkPage(own.page, 'account-coins-times')
  await own.page.getByRole('link', { name: 'Rewards and history' }).click()
  const section = own.page.getByRole('region', { name: 'What happens to your beans' })
  const rows = (await section.innerText()).replaceAll(/\s+/g, ' ')
  assert.match(
    rows,
    new RegExp(
      `^What happens to your beans Can be spent from ${DAY} They are yours already\\. 6 beans Held for a purchase They come back if you do not complete it\\. 5 beans Expire at the end of 31 December 20\\d\\d Spend them before\\. 5 beans$`,
    ),
  )
  await own.page.getByText('You can spend now').waitFor()
  await checkWords(own.page, "a member's page of a partner")
  // The frame of the page is Laurel's, for the coins of all partners.
  assert.doesNotMatch(await section.innerText(), /\bcoins?\b/i)
  await checkPage(own.page, 'account-partner-times')
  assert.deepEqual([...complaints, ...own.complaints], [])
})
