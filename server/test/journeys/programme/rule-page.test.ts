import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../../support/api.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { contentOf, heading, labelled, openDashboard, press, until } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { seedProgramme } from '../../support/programme.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service } = await useClockService()

const idOf = async (token: string, name: string): Promise<string> => {
  const { data } = await dataOf(service.get('/api/v1/laas/rules?limit=100', token))
  return data.find((rule: { name: string }) => rule.name === name).id
}

const cells = (page: Page, table: string, column: number) =>
  page.getByRole('table', { name: table }).locator(`tbody tr td:nth-child(${column})`).allInnerTexts()

const figure = (page: Page, label: string) =>
  page
    .locator('.figure-box', { has: page.locator('dt', { hasText: label }) })
    .locator('.figure-value')
    .innerText()

const openMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('the page of a rule shows what the service counted, and every figure leads to its lines', {
  skip: noBrowser,
}, async () => {
  const programme = await seedProgramme(service, { days: 12 })
  const id = await idOf(programme.token, 'first purchase')
  const results = await dataOf(service.get(`/api/v1/laas/rules/${id}/results`, programme.token))
  assert.ok(results.totals.paid > 0 && results.totals.people > 1)
  const { page, complaints } = await openDashboard(service, programme.email)
  await page.goto(`/dashboard/rules/${id}`)
  await heading(page, 'first purchase').waitFor()
  await page.getByText('Coins paid').waitFor()
  assert.equal((await figure(page, 'Coins paid')).replaceAll(',', ''), results.totals.coins)
  assert.equal(await figure(page, 'Payments'), String(results.totals.paid))
  assert.equal(await figure(page, 'People'), String(results.totals.people))
  // Every day of the chart is in a table for screen readers.
  const days = page.getByRole('table', { name: 'What “first purchase” paid by day' }).locator('tbody tr')
  assert.equal(await days.count(), 30)
  await page.getByRole('button', { name: /: v1 · Created · / }).waitFor()

  await page.getByRole('table', { name: 'People' }).waitFor()
  const coins = (await cells(page, 'People', 3)).map((text) => Number(text.replaceAll(',', '')))
  assert.deepEqual(
    coins,
    coins.toSorted((left, right) => right - left),
    'who got most is first',
  )
  await page.getByRole('button', { name: 'Payments' }).click()
  await page.waitForURL(/sort=payments/)
  await until(page, `document.querySelector('th[aria-sort="descending"]')?.textContent === 'Payments'`)

  await page.locator('.figure-box', { hasText: 'Coins paid' }).getByRole('link').click()
  await page.waitForURL(/tab=awards&outcome=paid|outcome=paid&tab=awards/)
  const awards = page.getByRole('table', { name: 'Awards' }).locator('tbody tr')
  await waitUntil(async () => (await awards.count()) === Math.min(20, results.totals.paid), 'the paid awards')
  assert.deepEqual(complaints, [])
})

test('a refusal is explained in two clicks, and the lines behind it are the refused awards', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'welcome', maxNumberOfParticipant: '1' })
  const [first, second] = [await partner.addUser(), await partner.addUser()]
  await partner.award(first, rule.name)
  for (let time = 0; time < 2; time += 1) await partner.award(second, rule.name)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  await page.locator('.figure-box', { hasText: 'Refused' }).getByRole('link').click()
  const reason = page
    .getByRole('table', { name: 'Refusals by reason' })
    .getByRole('link', { name: 'Rule full' })
  await reason.waitFor()
  assert.deepEqual(await cells(page, 'Refusals by reason', 2), ['2'])
  assert.match((await cells(page, 'Refusals by reason', 3))[0] ?? '', /^100 %/)
  assert.deepEqual(await cells(page, 'Refusals by reason', 4), ['1'])
  await reason.click()
  const awards = page.getByRole('table', { name: 'Awards' }).locator('tbody tr')
  await waitUntil(async () => (await awards.count()) === 2, 'two refused awards')
  assert.match(await awards.first().innerText(), /The rule is full: 1 of 1 people were paid\./)
  await page.getByRole('button', { name: 'Do not filter by Rule full' }).click()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await waitUntil(async () => (await awards.count()) === 3, 'all awards')
  assert.deepEqual(complaints, [])
})

test('the list of rules answers which one cost most, and has one status for each', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const [small, large] = [
    await partner.addRule({ name: 'small', coinValue: '1', maxNumberOfParticipant: '1' }),
    await partner.addRule({ name: 'large', coinValue: '500', coinBudget: '500' }),
  ]
  await partner.addRule({ name: 'draft', status: 'inactive' })
  await partner.addRule({ name: 'later', startsAt: '2099-01-01T00:00:00Z' })
  const userId = await partner.addUser()
  for (const { name } of [small, large]) await partner.award(userId, name)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/')
  // Two clicks: the menu, and the heading of the column.
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Coins', exact: true }).click()
  await page.waitForURL(/sort=coins/)
  await waitUntil(
    async () => (await cells(page, 'Rules', 1))[0] === 'large',
    'the rule that cost most is first',
  )
  assert.deepEqual((await cells(page, 'Rules', 2)).slice(0, 2), ['500', '1'])
  const statuses = Object.fromEntries(
    (await cells(page, 'Rules', 1)).map((name, row) => [name, row] as const),
  )
  const words = await cells(page, 'Rules', 7)
  assert.deepEqual(
    ['small', 'large', 'draft', 'later'].map((name) => words[statuses[name] ?? -1]),
    ['Full', 'Exhausted', 'Draft', 'Scheduled'],
  )
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByText('From 1 Jan without an end', { exact: false }).waitFor({ state: 'attached' })
  await checkLooks(page, 'rules-calendar')
  assert.deepEqual(complaints, [])
})

test('a rule is duplicated, archived, found again and restored', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'winter sale', coinValue: '7.5', displayName: 'Winter is here' })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  await heading(page, 'Winter is here').waitFor()
  await openMenu(page, 'Duplicate')
  await page.getByText('With the terms of “Winter is here”.').waitFor()
  assert.equal(await labelled(page, 'Name').inputValue(), 'winter sale copy')
  assert.equal(await labelled(page, 'Coins').inputValue(), '7.5')
  await press(page, 'Create the rule')
  await heading(page, 'winter sale copy').waitFor()
  await page.getByText('Draft', { exact: true }).waitFor()

  await page.goto(`/dashboard/rules/${rule.id}`)
  await openMenu(page, 'Archive')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('It pays nothing and is hidden from lists.', { exact: false }).waitFor()
  await page.goto('/dashboard/rules')
  await waitUntil(async () => (await cells(page, 'Rules', 1)).join() === 'winter sale copy', 'it is hidden')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Archived' }).click()
  await page.getByRole('link', { name: 'Winter is here' }).click()
  await press(page, 'Restore')
  await press(page, 'Start')
  await page.getByText('Running', { exact: true }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a version is restored, and the new one says what came back', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'visit', coinValue: '0.5' })
  const body = { coinValue: '0.75', maxNumberOfParticipant: '1000000000' }
  await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, { token: partner.token, body })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  await page.getByText('Places: no limit').waitFor()
  const versions = page.getByRole('region', { name: 'Versions' })
  await versions.getByText('People: 1,000 → no limit').waitFor()
  await press(page, 'Restore version 1')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Coins: 0.75 coins → 0.5 coins').waitFor()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await versions.getByText(/^v3 · /).waitFor()
  const changed = await dataOf(service.get(`/api/v1/laas/rules/${rule.id}`, partner.token))
  assert.deepEqual([changed.coinValue, changed.maxNumberOfParticipant, changed.version], ['0.5', '1000', 3])
  assert.deepEqual(complaints, [])
})

test('a rule is tried on a member as it is, and nothing is paid', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'per euro', coinValue: '2', perUnit: true, userCoinLimit: '30' })
  const userId = await partner.addUser({ fullname: 'Ada Lovelace' })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  await openMenu(page, 'Try on a member')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Member' }).fill('ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await dialog.getByLabel('Units').fill('10')
  await dialog.getByText('It would pay 20 coins. After this the wallet has 20 coins.').waitFor()
  await dialog.getByLabel('Units').fill('16')
  await dialog.getByText('Would be refused').waitFor()
  await dialog
    .getByText('The person would get more coins of this rule than its limit allows: 0 of 30 so far.')
    .waitFor()
  await checkLooks(page, 'rule-try')
  const member = await dataOf(service.get(`/api/v1/laas/users/${userId}`, partner.token))
  assert.equal(member.wallet.coins, '0')
  assert.deepEqual(complaints, [])
})

test('a change of a rule is tried on a member before it is saved', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'welcome', coinValue: '10' })
  await partner.addUser({ fullname: 'Ada Lovelace' })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  await press(page, 'Edit')
  const beside = page.getByRole('region', { name: 'Try it' })
  await beside.getByRole('combobox', { name: 'Member' }).fill('ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await beside.getByText('It would pay 10 coins. After this the wallet has 10 coins.').waitFor()
  await labelled(page, 'Coins').fill('12.5')
  await beside.getByText('It would pay 12.5 coins.', { exact: false }).waitFor()
  await page.getByRole('switch', { name: 'Budget' }).click()
  await labelled(page, 'Budget of the rule').fill('12')
  await beside.getByText('The payment would pass the budget of the rule: 0 of 12 were used.').waitFor()
  await labelled(page, 'Coins').fill('')
  await beside.getByText('A number is missing, or the terms do not fit together yet.').waitFor()
  await checkLooks(page, 'rule-edit-try')
  const kept = await dataOf(service.get(`/api/v1/laas/rules/${rule.id}`, partner.token))
  assert.deepEqual([kept.version, kept.coinValue], [1, '10'], 'nothing is saved')
  assert.deepEqual(complaints, [])
})

test('a list of awards is checked, paid once, and says which lines were not', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'welcome', coinValue: '5', userLimitAward: '1' })
  const customers = ['cust-1', 'cust-2'].map((externalId) => ({
    externalId,
    email: `${externalId}@mail.example`,
    fullname: externalId,
  }))
  const members = []
  for (const body of customers)
    members.push(await dataOf(service.post('/api/v1/laas/users', body, partner.token)))
  const walletOf = async (userId: string) =>
    (await dataOf(service.get(`/api/v1/laas/users/${userId}`, partner.token))).wallet.coins
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/rules/award?rule=welcome')
  await page.getByText('Pays 5 coins when you award it', { exact: false }).waitFor()
  const list =
    'member,reference\ncust-1,ORD-1\nCUST-2@mail.example,ORD-2\ncust-1,ORD-3\nnobody,ORD-4\n,ORD-5\n'
  await labelled(page, 'Awards').fill(list)
  await press(page, 'Check 5 lines')
  await page.getByRole('heading', { name: '2 · What it would do' }).waitFor()
  assert.equal(await figure(page, 'Coins it would pay'), '10')
  assert.equal(await figure(page, 'Would be refused'), '1')
  assert.equal(await figure(page, 'Lines with a mistake'), '2')
  await page.getByText('The limit for one person is reached.').waitFor()
  await page.getByText('No member has this id.').waitFor()
  await page.getByText('The member is missing.').waitFor()
  assert.equal(await walletOf(members[0].userId), '0', 'a check pays nothing')
  await checkLooks(page, 'award-list')

  await page.setViewportSize(DESKTOP.viewport)
  await press(page, 'Award 4 lines')
  await page.getByRole('heading', { name: '3 · Done' }).waitFor()
  assert.deepEqual([await walletOf(members[0].userId), await walletOf(members[1].userId)], ['5', '5'])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, 'Download the lines that were not paid'),
  ])
  assert.match(
    await contentOf(download),
    /\n4,cust-1,,ORD-3,,The limit for one person is reached\.\n5,nobody,,ORD-4,,/,
  )

  // The same list again, as after a lost response: the keys are the same.
  await page.reload()
  await labelled(page, 'Awards').fill('member,reference\ncust-1,ORD-1')
  await press(page, 'Check 1 line')
  await page.getByText('No line of the list would be paid or counted.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Award 1 line' }).isDisabled(), true)
  assert.deepEqual(complaints, [])
})

test('a list goes on where it failed, and pays no line twice', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'welcome', coinValue: '5' })
  const member = await dataOf(service.post('/api/v1/laas/users', { externalId: 'cust-1' }, partner.token))
  const { page } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/rules/award?rule=welcome')
  await labelled(page, 'Awards').fill('cust-1\ncust-1')
  await press(page, 'Check 2 lines')
  let isLost = false
  await page.route('**/laas/rules/award/bulk?*', async (route) => {
    const response = await route.fetch()
    if (isLost) return route.fulfill({ response })
    isLost = true
    await route.fulfill({ status: 400, json: { message: 'Something broke on the way.', data: {} } })
  })
  await press(page, 'Award 2 lines')
  await press(page, 'Go on')
  await page.getByRole('heading', { name: '3 · Done' }).waitFor()
  assert.equal(await figure(page, 'Coins paid'), '10')
  const { wallet } = await dataOf(service.get(`/api/v1/laas/users/${member.userId}`, partner.token))
  assert.equal(wallet.coins, '10')
})

const HOSTILE = [
  'Bartholomew Fitzgerald-Montgomery von und zu Hohenlohe-Waldenburg-Schillingsfürst the Younger',
  'إسماعيل بن عبد الرحمن',
  '👩‍👩‍👧‍👦🦄🌿 Ada',
]

test('long, right-to-left and emoji names and large amounts break no part of a rule page', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const name = 'a rule with a name of almost one hundred characters that goes on and on and on until it ends'
  const rule = await partner.addRule({
    name,
    coinValue: '99999999.99',
    userLimitAward: '1',
    coinBudget: '999999999',
    budgetPeriod: 'day',
    startsAt: '2020-01-01T00:00:00Z',
    endsAt: '2099-01-01T00:00:00Z',
  })
  for (const fullname of HOSTILE) {
    const userId = await partner.addUser({ fullname })
    for (let time = 0; time < 2; time += 1) await partner.award(userId, name, 'x'.repeat(200))
  }
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  for (const width of [390, 1280, 1440])
    for (const path of ['', '?tab=awards', '?tab=refusals']) {
      await page.setViewportSize({ width, height: 860 })
      await page.goto(`/dashboard/rules/${rule.id}${path}`)
      await heading(page, name).waitFor()
      await until(page, `!document.querySelector('[aria-label="Loading"], .mantine-Skeleton-root')`)
      const [wide, screen, high] = await page.evaluate<[number, number, number]>(`[
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
        Math.max(0, ...[...document.querySelectorAll('.data-table tbody tr:not([hidden])')].map((row) => row.offsetHeight)),
      ]`)
      assert.ok(wide <= screen, `${path} is ${wide} wide on a screen of ${screen}`)
      assert.ok(high <= (width < 768 ? 64 : 44), `a row of ${path} is ${high} high at ${width}`)
    }
  for (const path of ['', '?tab=awards', '?tab=refusals']) {
    await page.goto(`/dashboard/rules/${rule.id}${path}`)
    await checkLooks(page, `rule-hostile${path.replace('?tab=', '-')}`)
  }
  assert.deepEqual(complaints, [])
})
