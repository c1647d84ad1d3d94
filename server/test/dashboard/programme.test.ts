import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { noBrowser, PHONE } from '../support/browser.ts'
import { fill, heading, labelled, openDashboard, press, until } from '../support/dashboard.ts'
import { checkLooks } from '../support/looks.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { useClockService } from '../support/service.ts'
import { addMember } from '../support/team.ts'

const { service } = await useClockService()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a campaign has units, limits, a budget and an end, and shows what is left and who changed it', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/rules/new')
  await fill(page, { Name: 'euro', Condition: 'A paid order', Coins: '1', Participants: '100' })
  for (const term of ['Pay per unit', 'Limit what one user gets', 'Budget', 'Start and end'])
    await page.getByRole('switch', { name: term }).click()
  await fill(page, { 'Most for one user': '50', 'Budget of the rule': '200', Ends: `${inDays(30)}T00:00` })
  await labelled(page, 'Most per award (optional)').fill('40')
  await labelled(page, 'Period of the budget').selectOption('month')
  await labelled(page, 'Period of the limits per user').selectOption('day')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Lagos')
  await page.getByRole('option', { name: 'Africa/Lagos' }).click()
  const words = page.locator('[data-rule-summary]')
  await words.getByText(/^Pays 1 coin per unit \(at most 40 coins per award\)/).waitFor()
  await words.getByText('One user gets at most 50 coins a day.').waitFor()
  await words.getByText(/^It ends on .* \(Africa\/Lagos\)\.$/).waitFor()
  await words.getByText(/^It can pay at most [46]00 coins in all\.$/).waitFor()
  await checkLooks(page, 'rule-new-campaign')
  await press(page, 'Create the rule')
  await heading(page, 'euro').waitFor()

  const award = { userId, ruleName: 'euro', units: '30', reference: 'order-1' }
  await dataOf(service.post('/api/v1/laas/rules/award', award, partner.token))
  await page.getByText('Budget: 170 coins left').waitFor()
  await page
    .getByText(/At the pace of the last seven days .* it lasts until the next budget\.|will be gone on/)
    .waitFor()
  await page.getByText('Running').waitFor()
  await page.getByText('For 30 units.').waitFor()
  await press(page, 'Edit')
  await labelled(page, 'Budget of the rule').fill('100')
  await press(page, 'Save')
  const versions = page.getByRole('region', { name: 'Versions' })
  await versions.getByText(/Version 2 · /).waitFor()
  assert.match(await versions.innerText(), /Budget: 200 coins → 100 coins/)
  assert.match(await versions.innerText(), new RegExp(`Version 1 · ${partner.email}`))
  await checkLooks(page, 'rule-campaign')
  assert.deepEqual(complaints, [])
})

test('support forecasts and makes awards by units, parts of reversals, refunds, returns and adjustments', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'euro', coinValue: '1', perUnit: true })
  const userId = await partner.addUser()
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/users/${userId}`)
  const dialog = page.getByRole('dialog')
  const says = (text: string | RegExp) => dialog.getByText(text).waitFor()
  const inMenu = async (item: string) => {
    await labelled(page, 'More actions on Ada Lovelace').click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await press(page, 'Award a rule')
  await page.getByRole('combobox', { name: 'Rule' }).fill('euro')
  await page.getByRole('option', { name: 'euro' }).click()
  await fill(page, { Units: '20.5', 'Reference (optional)': 'order-7' })
  await says('It would pay 20.5 coins. After this the wallet has 20.5 coins.')
  await checkLooks(page, 'user-award-forecast')
  await press(page, 'Award')
  await says('Paid 20.5 coins')
  await press(page, 'Done')

  await inMenu('Adjust the wallet')
  await dialog.getByText('Take', { exact: true }).click()
  await fill(page, { Coins: '21' })
  await says('The wallet holds 20.5 coins; take at most that many.')
  await fill(page, { Coins: '0.5', Reason: 'Awarded too much' })
  await says('After this the wallet has 20 coins.')
  await checkLooks(page, 'user-adjust')
  await press(page, 'Adjust')
  await page.getByText('0.5 coins were taken from the wallet of Ada Lovelace.').waitFor()

  await inMenu('Transfer coins')
  await fill(page, { Coins: '15', 'Reference (optional)': 'order-7' })
  await press(page, 'Transfer')
  await page.getByText('15 coins were transferred from Ada Lovelace.').waitFor()
  await press(page, 'Reverse euro')
  await fill(page, { Coins: '8' })
  await labelled(page, 'The wallet holds too few coins').selectOption('owe')
  await says('5 coins leave Ada Lovelace’s wallet, and Ada Lovelace owes the other 3 coins.')
  await says('After this the wallet has 0 coins.')
  await checkLooks(page, 'user-reverse-part')
  await press(page, 'Reverse the award')
  await page.getByText('owes 3 coins').waitFor()
  await page.getByText('Paid 20.5 coins, 12.5 left of it').waitFor()

  await page.goto(`/dashboard/users/${userId}?tab=transactions`)
  await press(page, /^Refund /)
  await fill(page, { Coins: '4' })
  await says('It would refund 4 coins. After this the wallet has 1 coin.')
  await labelled(page, 'Reason (optional)').fill('One mug came back')
  await checkLooks(page, 'user-refund')
  await press(page, 'Refund')
  await page.getByText('4 coins were refunded to Ada Lovelace.').waitFor()
  await page.getByText('Settled what was owed').waitFor()

  await page.goto('/dashboard/transactions?reference=order-7')
  await press(page, 'Return an order')
  await fill(page, { 'How much comes back': '40' })
  await says(/^The wallet holds too few coins for the share of award/)
  await labelled(page, 'When a wallet holds too few coins').selectOption('available')
  await says(/^It would make 1 refund and take back 1 award\./)
  await checkLooks(page, 'transactions-return')
  await press(page, 'Return')
  await says('40 % of the order came back so far.')
  await press(page, 'Done')
  await page.getByText(`By ${partner.email}, for order-7`).first().waitFor()

  await page.getByRole('link', { name: 'Decisions' }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Adjustment' }).click()
  await page.getByRole('combobox', { name: 'By' }).click()
  await page.getByRole('option', { name: partner.email }).click()
  await until(page, `document.querySelectorAll('.row').length === 1`)
  assert.match(await page.locator('.row').innerText(), /Adjustment[\s\S]*Done[\s\S]*0\.5 coins/)
  await page.goto('/dashboard/transactions/decisions?reference=order-7')
  await until(page, `document.querySelectorAll('.row').length === 6`)
  await checkLooks(page, 'decisions')
  assert.deepEqual(complaints, [])
})

test('customers are added by lines, with their own ids; only owners and managers adjust wallets, found by them', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email, PHONE)
  await page.goto('/dashboard/users')
  await page.getByRole('heading', { name: 'No users yet' }).waitFor()
  await press(page, 'Add customers')
  await labelled(page, 'Customers').fill('c-1, Ada Lovelace, ada@mail.example\nc-2\nc 3\u0007')
  await press(page, 'Add 3 customers')
  await page.getByText('2 customers added').waitFor()
  await checkLooks(page, 'users-add-customers')
  await press(page, 'Done')
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await press(page, 'Change your id')
  await labelled(page, 'Your own id').fill('c-2')
  await press(page, 'Save')
  await page.getByText('The externalId c-2 is already taken; choose another one.').waitFor()
  await labelled(page, 'Your own id').fill('c-9')
  await press(page, 'Save')
  await page.getByText('Your id of Ada Lovelace is c-9.').waitFor()

  await page.goto('/dashboard/users')
  await labelled(page, 'Search by tag, name, e-mail or id').fill('c-9')
  await page.getByText('c-2', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await labelled(page, 'More actions on Ada Lovelace').click()
  await page.getByRole('menuitem', { name: 'Adjust the wallet' }).click()
  await fill(page, { Coins: '2.5', Reason: 'Goodwill' })
  await press(page, 'Adjust')
  await page.getByText('2.5 coins were added to the wallet of Ada Lovelace.').waitFor()
  const found = await service.get('/api/v1/laas/users?externalId=c-9', partner.token)
  assert.equal(await partner.coinsOf(found.body.data.data[0].userId), '2.5')
  assert.deepEqual(complaints, [])

  const support = await addMember(service, partner, 'support')
  const desk = await openDashboard(service, support.email)
  await desk.page.goto(page.url())
  await labelled(desk.page, 'More actions on Ada Lovelace').click()
  await desk.page.getByRole('menuitem', { name: 'Transfer coins' }).waitFor()
  assert.equal(await desk.page.getByRole('menuitem', { name: 'Adjust the wallet' }).count(), 0)
})
