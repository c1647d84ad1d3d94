import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../../support/api.ts'
import { checkWords } from '../../support/api-names.ts'
import { DESKTOP, noBrowser, PHONE } from '../../support/browser.ts'
import {
  contentOf,
  focusIsOn,
  giveReason,
  heading,
  holdBack,
  labelled,
  loseFirstResponse,
  openDashboard,
  tryToLeave,
  until,
} from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { seedProgramme } from '../../support/programme.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { recordOf, startPartnerServer, tagOf } from '../../support/user-details.ts'

const { service } = await useClockService()

const walletOf = async (partner: { token: string }, userId: string) =>
  (await service.get(`/api/v1/laas/users/${userId}`, partner.token)).body.data.wallet.coins

const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' })

const linesAre = (page: Page, count: number) =>
  until(page, `document.querySelectorAll('.line').length === ${count}`)

const openMenu = (page: Page) => page.getByRole('button', { name: /^More actions/ }).click()

test('a partner without users sees how users join, and onboards one by tag', {
  skip: noBrowser,
}, async () => {
  const records = await startPartnerServer()
  const partner = await onboardTestPartner(service, { userDetailsUrl: records.address })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/members')
  await page.getByRole('heading', { name: 'No members yet' }).waitFor()
  for (const way of ['By consent', 'By tag', 'By your backend'])
    await page.getByRole('heading', { name: way }).waitFor()

  await page.getByRole('button', { name: 'Onboard by tag' }).click()
  const dialog = page.getByRole('dialog')
  const onboard = async (tag: string) => {
    await dialog.getByLabel('Tag').fill(tag)
    await dialog.getByRole('button', { name: 'Onboard' }).click()
  }
  await onboard('!')
  await dialog.getByText(/^Must have 3 to 30 letters/).waitFor()
  records.answerWith((_request, response) => response.writeHead(500).end())
  await onboard('grace')
  await dialog.getByText('The request to your user details address failed').waitFor()
  await dialog.getByText(/but answered 500\.$/).waitFor()
  records.answerWith((request, response) =>
    response.end(JSON.stringify(recordOf(tagOf(request), { isAdult: 'yes' }))),
  )
  await onboard('grace')
  await dialog.getByText('Your server sent an invalid record').waitFor()
  await dialog.getByText(/isAdult must be true, false or null/).waitFor()
  records.answerWith((_request, response) => response.end(JSON.stringify(recordOf('somebody.else'))))
  await onboard('grace')
  await dialog.getByText('Your server sent another user').waitFor()
  records.answerWith((_request, response) => response.writeHead(404).end())
  await onboard('grace')
  await dialog.getByText('A user with the tag grace was not found.').waitFor()

  records.answerWith(undefined)
  await onboard('@grace')
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor()
  await page.getByText('@grace').waitFor()
  await timeline(page).getByText('Joined').waitFor()
  assert.deepEqual(complaints, [])
})

test('users are found by tag, name, e-mail and id, and are paged', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addUsers(20)
  const email = `${unique('katherine')}@mail.example`
  const userId = await partner.addUser({ fullname: 'Katherine Johnson', tag: 'kjohnson', email })
  const { page, complaints } = await openDashboard(service, partner.email)
  const shows = (count: number) => until(page, `document.querySelectorAll('tbody tr').length === ${count}`)
  await page.goto('/dashboard/members')
  await shows(20)
  await page.getByText('21 in all').waitFor()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await shows(1)
  assert.equal(new URL(page.url()).search, '?page=2')
  await page.goto('/dashboard/members?page=7')
  await shows(1)
  assert.equal(new URL(page.url()).search, '?page=2')

  for (const search of ['kjoh', 'johns kath', email, userId]) {
    await page.getByLabel('Search by tag, name, e-mail or id').fill(search)
    await page.waitForURL((url) => url.searchParams.get('search') === search)
    await shows(1)
    await page.getByRole('link', { name: /katherine johnson/i }).waitFor()
  }
  await page.getByLabel('Search by tag, name, e-mail or id').fill('zebra')
  await page.getByRole('heading', { name: 'No members found' }).waitFor()
  assert.equal(new URL(page.url()).search, '?search=zebra')
  await page.getByRole('link', { name: 'Show all members' }).click()
  await shows(20)
  assert.deepEqual(complaints, [])
})

test('members are sorted by wallet and points, and those who left are listed', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { name } = await partner.addRule({ coinValue: '10' })
  const [ada = '', ben = ''] = await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((fullname) => partner.addUser({ fullname })),
  )
  for (const user of [ada, ada, ben]) await partner.award(user, name)
  await partner.transfer(ada, 15)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/members')
  const namesAre = (names: string[]) =>
    until(
      page,
      `JSON.stringify([...document.querySelectorAll('tbody .member-name')].map((cell) => cell.textContent)) === ${JSON.stringify(JSON.stringify(names))}`,
    )
  await page.getByRole('button', { name: 'Wallet' }).click()
  await namesAre(['Ben', 'Ada', 'Cleo'])
  await page.getByRole('button', { name: 'Points' }).click()
  await namesAre(['Ada', 'Ben', 'Cleo'])
  await page.waitForURL('**/members?sort=points')

  await page.getByText('Former', { exact: true }).click()
  await page.getByRole('heading', { name: 'Nobody has left' }).waitFor()
  await service.request('DELETE', `/api/v1/laas/users/${ben}`, { token: partner.token })
  await page.reload()
  await namesAre(['Ben'])
  await page.getByText('Members', { exact: true }).last().click()
  await namesAre(['Cleo', 'Ada'])
  assert.deepEqual(complaints, [])
})

test('a new search shows a loading state, and paging keeps the previous page until the next has loaded', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addUsers(21)
  const { page, complaints } = await openDashboard(service, partner.email)
  const shows = (count: number) => until(page, `document.querySelectorAll('tbody tr').length === ${count}`)
  await page.goto('/dashboard/members?search=zebra')
  const everyone = await holdBack(page, /\/laas\/users\?limit=20$/)
  await page.getByRole('link', { name: 'Show all members' }).click()
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'No members yet' }).count(), 0)
  everyone.release()
  await shows(20)

  const second = await holdBack(page, /\/laas\/users\?page=2&/)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.waitForURL('**/members?page=2')
  await shows(20)
  second.release()
  await shows(1)
  assert.deepEqual(complaints, [])
})

/** Types one more letter whenever the page writes the search into the address. */
const TYPE_ON = `
  const rest = [...'hnson']
  const valueOf = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (const name of ['pushState', 'replaceState']) {
    const write = history[name]
    history[name] = function (...given) {
      write.apply(this, given)
      const box = document.querySelector('input[type=search]')
      if (!String(given[2]).includes('search=') || !box || rest.length === 0) return
      valueOf.set.call(box, box.value + rest.shift())
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
`

test('the search box keeps the typed text while results load, and follows the address', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  await page.addInitScript(TYPE_ON)
  await page.goto('/dashboard/members')
  const box = page.getByLabel('Search by tag, name, e-mail or id')
  await box.fill('jo')
  await page.waitForURL('**/members?search=johnson')
  assert.equal(await box.inputValue(), 'johnson')
  await page.getByRole('link', { name: 'Show all members' }).click()
  await page.waitForURL('**/members')
  await until(page, `document.querySelector('input[type=search]').value === ''`)
  assert.deepEqual(complaints, [])
})

test('a user who is opened while a search is still being typed opens', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addUser({ fullname: 'Katherine Johnson' })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/members')
  const link = page.getByRole('link', { name: /katherine johnson/i })
  await link.waitFor()
  const script = await holdBack(page, /\/member-page-.*\.js$/)
  await page.evaluate(TYPE_AND_OPEN)
  // The search begins when typing has paused for a quarter of a second.
  await page.waitForTimeout(500)
  script.release()
  await heading(page, 'Katherine Johnson').waitFor()
  assert.deepEqual(complaints, [])
})

const TYPE_AND_OPEN = `
  const box = document.querySelector('input[type=search]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, 'kath')
  box.dispatchEvent(new Event('input', { bubbles: true }))
  document.querySelector('tbody a').click()
`

test('a rule is awarded by hand, and the dialog explains the outcome', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'first purchase', userLimitAward: '1' })
  await partner.addRule({ name: 'daily visit', type: 'batched', completionNumber: '3' })
  await partner.addRule({ name: 'winter sale', status: 'inactive' })
  await partner.addRule({
    name: 'profile',
    type: 'combined',
    rules: [
      { name: 'photo', condition: 'Has a photo' },
      { name: 'address', condition: 'Has an address', status: 'inactive' },
    ],
  })
  const userId = await partner.addUser()
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/members/${userId}`)
  await page.getByRole('button', { name: 'Award', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (search: string, name = search) => {
    await dialog.getByRole('combobox', { name: 'Rule' }).fill(search)
    await page.getByRole('option', { name, exact: true }).click()
  }
  const deed = (name: string) => dialog.getByRole('button', { name, exact: true })
  const result = dialog.getByRole('status')

  await choose('first', 'first purchase')
  await dialog.getByText('Pays 10 coins when you award it, to at most 1,000 people, once each.').waitFor()
  await dialog.getByRole('row', { name: 'Ada Lovelace’s wallet 0 10' }).waitFor()
  await deed('Pay 10 coins').click()
  await dialog.getByText('Say why, for your team and auditors.').waitFor()
  await giveReason(page, 'For the trouble')
  await deed('Pay 10 coins').click()
  await result.getByText('Paid 10 coins').waitFor()
  await result.getByText('1 of 1 awards used.').waitFor()
  const variantOf = (name: string) => deed(name).getAttribute('data-variant')
  assert.deepEqual([await variantOf('Done'), await variantOf('Award it again')], ['filled', 'default'])
  await deed('Award it again').click()
  await result.getByText('Refused').waitFor()
  await result.getByText('The limit for one person is reached: 1 of 1 awards used.').waitFor()

  await choose('visit', 'daily visit')
  await deed('Count it, without a payment').click()
  await result.getByText('Counted 1 of 3').waitFor()
  await result.getByText('2 more are needed for a payment.').waitFor()

  // A combined rule is listed by its active sub-rules, and also found by its own name.
  await choose('prof', 'photo')
  assert.equal(await page.getByRole('option', { name: 'address' }).count(), 0)
  await deed('Pay 10 coins').click()
  await result.getByText('Paid 10 coins').waitFor()
  await dialog.getByRole('combobox', { name: 'Rule' }).fill('winter')
  await page.getByText('No active rules found.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: /^(Done|Cancel)$/ }).click()

  assert.equal(await walletOf(partner, userId), '20')
  // With the line of the day on which the user joined.
  await linesAre(page, 5)
  const first = page.locator('.line').filter({ hasText: 'For the trouble' }).last()
  assert.match(await first.innerText(), /Paid 10 · first purchase/)
  await page.getByRole('button', { name: 'Refused', exact: true }).click()
  await linesAre(page, 1)
  await page.getByText('The limit for one person is reached: 1 of 1 awards used.').waitFor()
  assert.equal(new URL(page.url()).search, '?show=refused')
  await page.getByRole('button', { name: 'Why?' }).click()
  const drawer = page.getByRole('dialog', { name: 'Line of the history' })
  await drawer.getByText('Payments to this member').waitFor()
  await checkWords(page, 'a refused award')
  assert.deepEqual(complaints, [])
})

test('the dialog to award disables its button when the forecast refuses, and says why in words', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'first purchase', maxNumberOfParticipant: '1' })
  await partner.award(await partner.addUser(), rule.name)
  const userId = await partner.addUser({ fullname: 'Grace Hopper' })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/members/${userId}`)
  await page.getByRole('button', { name: 'Award', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Rule' }).fill('first')
  await page.getByRole('option', { name: 'first purchase' }).click()
  await dialog.getByRole('status').getByText('The rule is full: 1 of 1 people were paid.').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Award', exact: true }).isDisabled())
  await checkWords(page, 'a refused forecast')
  assert.deepEqual(complaints, [])
})

test('an award is reversed after describing the effects, and not when too few coins can be taken', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'first purchase', coinValue: '25', userLimitAward: '3' })
  const userId = await partner.addUser()
  await partner.award(userId, 'first purchase')
  await partner.award(userId, 'first purchase')
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/members/${userId}`)
  const dialog = page.getByRole('dialog')
  const reverse = page.getByRole('button', { name: 'Reverse: first purchase' })
  const deed = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true })
  const change = (text: string) => dialog.getByRole('row', { name: `Ada Lovelace’s wallet ${text}` })

  await reverse.first().click()
  await change('50 25').waitFor()
  await dialog
    .getByText('Ada Lovelace has another paid award of “first purchase” and stays a participant')
    .waitFor()
  await dialog.getByText('The payment no longer counts towards the limit of 3 for Ada Lovelace.').waitFor()
  await dialog.getByText(/^The points and the boards of \w+ 20\d\d change\.$/).waitFor()
  await dialog.getByText('This cannot be undone.').waitFor()

  // More than is left has no effects, so none are described.
  await dialog.getByText('Other', { exact: true }).click()
  await labelled(page, 'Other amount').fill('26')
  await dialog.getByRole('status').getByText('At most 25 coins.').waitFor()
  assert.ok(await deed('Reverse coins').isDisabled())
  assert.equal(await dialog.getByText('This cannot be undone.').count(), 0)
  await dialog.getByText('Half 12.5', { exact: true }).click()
  await change('50 37.5').waitFor()
  await dialog.getByText('The award stays paid until the rest is reversed too', { exact: false }).waitFor()
  await deed('Cancel').click()
  assert.equal(await walletOf(partner, userId), '50')

  await reverse.first().click()
  await giveReason(page, 'Wrong tier')
  await deed('Reverse 25 coins').click()
  await page.locator('.line[data-child]').getByText('Reversed 25').waitFor()
  await page.getByText(`Wrong tier · ${partner.email}`).waitFor()
  assert.equal(await walletOf(partner, userId), '25')

  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Take coins' }).click()
  const amount = labelled(page, 'Other amount')
  await amount.fill('1,5')
  await giveReason(page, 'A gift card')
  await deed(/^Take /).click()
  await dialog.getByText(/^Must be a coin amount above 0/).waitFor()
  await amount.fill('30')
  await dialog.getByRole('status').getByText('Ada Lovelace’s wallet holds 25 coins, fewer than 30.').waitFor()
  assert.ok(await deed('Take 30 coins').isDisabled())
  await amount.fill('25')
  await change('25 0').waitFor()
  await partner.transfer(userId, '1')
  await dialog.getByRole('status').getByText('Ada Lovelace’s wallet holds 24 coins, fewer than 25.').waitFor()
  await amount.fill('4.5')
  await change('24 19.5').waitFor()
  await deed('Take 4.5 coins').click()
  await page.getByText('4.5 coins were taken from Ada Lovelace.').waitFor()
  assert.equal(await walletOf(partner, userId), '19.5')

  await reverse.first().click()
  await dialog.getByText(/wallet holds only 19\.5 coins, fewer than the 25 to reverse/).waitFor()
  await dialog.getByText('“first purchase” has one participant fewer.').waitFor()
  await dialog
    .getByRole('status')
    .getByText('Ada Lovelace’s wallet holds 19.5 coins, fewer than 25.')
    .waitFor()
  assert.ok(await deed('Reverse 25 coins').isDisabled())
  await checkWords(page, 'a reversal')
  await deed('Cancel').click()
  assert.equal(await walletOf(partner, userId), '19.5')

  // Two awards, one of them with its reversal, two that were spent, and the day of joining.
  await linesAre(page, 6)
  const lines = (await page.locator('.line').allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' '))
  assert.match(lines[0] ?? '', /^Spent 4\.5 A gift card · .* −4\.5 19\.5 /)
  assert.match(lines[2] ?? '', /^Paid 25 · first purchase .*\+25 50 /)
  assert.match(lines[3] ?? '', /^Reversed 25 · first purchase Wrong tier · .* −25 25 /)
  assert.match(lines[4] ?? '', /^Paid 25 · first purchase .*\+25 25 /)
  assert.match(lines[5] ?? '', /^Joined/)
  assert.deepEqual(complaints, [])
})

test('a membership ends after describing what is kept, and its history stays visible', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'welcome' })
  const userId = await partner.addUser({ tag: 'leaving' })
  await partner.award(userId, 'welcome')
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/members/${userId}`)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'End the membership' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The wallet (10 coins), points and progress are kept').waitFor()
  await dialog.getByRole('button', { name: 'End the membership' }).click()
  await page.getByRole('heading', { name: 'No members yet' }).waitFor()

  await page.goto(`/dashboard/members/${userId}`)
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  await page.getByText('Left', { exact: true }).first().waitFor()
  await page.getByText(/Awards are refused\. Wallet, points and progress are kept/).waitFor()
  await timeline(page).getByText('Paid 10').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Award', exact: true }).count(), 0)
  for (const id of [partner.partnerId, 'abc']) {
    await page.goto(`/dashboard/members/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Not one of your members' }).waitFor()
  }
  assert.deepEqual(complaints, [])
})

test("a user's data is downloaded, and the user erased once the tag or the partner's id is typed", {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'welcome' })
  const tag = unique('erased')
  const userId = await partner.addUser({ tag })
  await partner.award(userId, 'welcome', 'A note about Ada')
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/members/${userId}`)
  await openMenu(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download data' }).click(),
  ])
  const { data } = JSON.parse(await contentOf(file))
  assert.deepEqual([data.membership.userId, data.decisions[0].note], [userId, 'A note about Ada'])

  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Erase member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Type the tag ${tag} to confirm`).fill('somebody')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await dialog.getByText(`Type ${tag} to confirm.`, { exact: true }).waitFor()
  await dialog.getByText('Tick this, or let the member spend the coins first.').waitFor()
  await checkLooks(page, 'erase-user')
  await dialog.getByLabel(`Type the tag ${tag} to confirm`).fill(tag)
  await dialog.getByLabel('Forfeit the 10 coins in the wallet').check()
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('heading', { name: 'No members yet' }).waitFor()
  await page.goto(`/dashboard/members/${userId}`)
  await page.getByRole('heading', { level: 1, name: 'Erased member' }).waitFor()
  await page.getByText('forfeited').first().waitFor()

  const body = { externalId: 'customer-42', fullname: 'Grace Hopper' }
  const customer = await dataOf(service.post('/api/v1/laas/users', body, partner.token))
  await page.goto(`/dashboard/members/${customer.userId}`)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Erase member' }).click()
  await dialog.getByLabel('Type your id customer-42 to confirm').fill('customer-42')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('heading', { name: 'No members yet' }).waitFor()
  assert.deepEqual(complaints, [])
})

async function openUserToAward() {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'welcome' })
  const userId = await partner.addUser()
  const { page } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/members/${userId}`)
  return { page, partner, userId }
}

async function awardWelcome(page: Page) {
  await page.getByRole('button', { name: 'Award', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Rule' }).fill('welcome')
  await page.getByRole('option', { name: 'welcome' }).click()
  await giveReason(page, 'Welcome')
  await dialog.getByRole('button', { name: 'Pay 10 coins' }).click()
  return dialog
}

/** Not its forecast. */
const SENT_AWARD = /\/laas\/rules\/award\?(?!.*dryRun)/

test('an award whose response is lost is made once, however often it is sent', {
  skip: noBrowser,
}, async () => {
  const { page, partner, userId } = await openUserToAward()
  let answers = 0
  await page.route(SENT_AWARD, async (route) => {
    const response = await route.fetch()
    answers += 1
    if (answers === 1) await route.fulfill({ status: 500, json: { message: 'Something broke on the way.' } })
    else if (answers === 2) await route.abort('connectionreset')
    else await route.fulfill({ response })
  })
  const dialog = await awardWelcome(page)
  await dialog.getByText('Something broke on the way.').waitFor()
  await dialog.getByRole('button', { name: /^(Award|Pay 10 coins)$/ }).click()
  await dialog.getByRole('status').getByText('Paid 10 coins').waitFor()
  assert.equal(answers, 3)
  assert.equal(await walletOf(partner, userId), '10')
})

test('an award whose response is lost is made once, also from a reopened dialog', {
  skip: noBrowser,
}, async () => {
  const { page, partner, userId } = await openUserToAward()
  await loseFirstResponse(page, SENT_AWARD)
  const dialog = await awardWelcome(page)
  await dialog.getByText('Something broke on the way.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await awardWelcome(page)
  await dialog.getByRole('status').getByText('Paid 10 coins').waitFor()
  assert.equal(await walletOf(partner, userId), '10')
})

test('a dialog stays open while it sends, and shows the outcome', { skip: noBrowser }, async () => {
  const { page } = await openUserToAward()
  const held = Promise.withResolvers<void>()
  await page.route(SENT_AWARD, async (route) => {
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  })
  const dialog = await awardWelcome(page)
  assert.ok(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled())
  await tryToLeave(page)
  held.resolve()
  await dialog.getByRole('status').getByText('Paid 10 coins').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('a confirmation stays open while it runs, and shows its failure', {
  skip: noBrowser,
}, async () => {
  const { page, userId } = await openUserToAward()
  const held = Promise.withResolvers<void>()
  await page.route(`**/laas/users/${userId}`, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    await held.promise
    await route.fulfill({ status: 500, json: { message: 'Something broke on the way.' } })
  })
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'End the membership' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'End the membership' }).click()
  await until(page, `document.querySelector('[role=dialog] [data-loading]') !== null`)
  await tryToLeave(page)
  held.resolve()
  await dialog.getByText('Something broke on the way.').waitFor()
})

test('a dialog from the menu of a user returns the focus to its button', { skip: noBrowser }, async () => {
  const { page } = await openUserToAward()
  for (const item of [
    'Take coins',
    'Return an order',
    'Set your own id',
    'End the membership',
    'Erase member',
  ]) {
    await openMenu(page)
    await page.getByRole('menuitem', { name: item }).click()
    await until(page, `document.activeElement?.closest('[role=dialog]') !== null`)
    await page.keyboard.press('Escape')
    await focusIsOn(page, 'More actions on Ada Lovelace')
  }
})

test('what a timeline shows is part of the address', { skip: noBrowser }, async () => {
  const { page } = await openUserToAward()
  await page.getByRole('button', { name: 'Refused', exact: true }).click()
  await page.waitForURL('**?show=refused')
  await page.getByRole('heading', { name: 'Nothing of this kind' }).waitFor()
  await page.reload()
  assert.equal(
    await page.getByRole('button', { name: 'Refused', exact: true }).getAttribute('aria-pressed'),
    'true',
  )
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await linesAre(page, 1)
  await labelled(page, 'Order or note').fill('nothing like this')
  await page.waitForURL(/\?q=nothing/)
  await page.getByRole('heading', { name: 'Nothing of this kind' }).waitFor()
})

test('a confirmation without a network shows an error, and a cancelled one is not sent later', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const { page, context } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/members/${userId}`)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'End the membership' }).click()
  const dialog = page.getByRole('dialog')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'End the membership' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await page.getByText('Live', { exact: true }).waitFor()
  assert.equal((await service.get(`/api/v1/laas/users/${userId}`, partner.token)).status, 200)
})

test('a read-only member sees no actions on users', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'welcome' })
  const userId = await partner.addUser()
  await partner.award(userId, 'welcome')
  const reader = await addMember(service, partner, 'read-only')
  const { page, complaints } = await openDashboard(service, reader.email)
  await page.goto('/dashboard/members')
  await page.getByRole('link', { name: /ada lovelace/i }).click()
  await timeline(page).getByText('Paid 10').waitFor()
  assert.equal(await page.getByRole('button', { name: /^(Award|Adjust|Onboard)$|^Reverse/ }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('the pages of users are accessible, wide and on a phone', {
  skip: noBrowser,
}, async () => {
  const programme = await seedProgramme(service, { days: 12 })
  const [ada] = programme.people
  const newcomer = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, programme.email, PHONE)
  await page.goto('/dashboard/members')
  await page.getByRole('link', { name: /ada lovelace/i }).waitFor()
  await checkLooks(page, 'users')
  await page.goto(`/dashboard/members/${ada?.userId}`)
  await page.getByText('Paid ').first().waitFor()
  await checkLooks(page, 'user')
  await checkWords(page, 'a member')
  // On a phone, what can be done is beside the line that opens.
  await page
    .getByRole('button', { name: /^Paid .* first purchase$/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Line of the history' })
  await drawer.getByText('In the wallet after this').waitFor()
  await checkLooks(page, 'user-line')
  await drawer.getByRole('button', { name: 'Reverse: first purchase' }).click()
  await page.getByText('This cannot be undone.').waitFor()
  await checkLooks(page, 'user-reverse')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Award', exact: true }).click()
  await page.getByRole('combobox', { name: 'Rule' }).fill('first')
  await page.getByRole('option', { name: 'first purchase' }).click()
  await giveReason(page, 'By hand')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByRole('button', { name: 'Done' }).waitFor()
  await checkLooks(page, 'user-award')
  assert.deepEqual(complaints, [])

  const empty = await openDashboard(service, newcomer.email, PHONE)
  await empty.page.goto('/dashboard/members')
  await empty.page.getByRole('heading', { name: 'No members yet' }).waitFor()
  await checkLooks(empty.page, 'users-empty')
  await empty.page.getByRole('button', { name: 'Onboard by tag' }).click()
  await empty.page.getByRole('dialog').getByLabel('Tag').fill('grace')
  await empty.page.getByRole('button', { name: 'Onboard', exact: true }).click()
  await empty.page.getByText('The request to your user details address failed').waitFor()
  await checkLooks(empty.page, 'user-onboard')
})
