import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { choose, heading, labelled, openDashboard, press } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { ME, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()

const DAY = String.raw`\d{1,2} [A-Z][a-z]+ 20\d\d`

test('an owner lets coins expire, and reads what that means before it is saved', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const settings = async () => {
    const { coinExpiry, expiryNoticeDays } = await dataOf(service.get(ME, partner.token))
    return { coinExpiry, expiryNoticeDays }
  }
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  await page.goto('/dashboard/settings')
  await page.getByText('Coins never expire, unless a rule or an import says otherwise.').waitFor()
  await page.getByRole('switch', { name: 'Let coins expire' }).click()
  await page
    .getByText(
      new RegExp(`^Coins that are paid today expire at the end of ${DAY}, with a notice 30 days before\\.$`),
    )
    .waitFor()
  await labelled(page, 'How long they live').fill('11.5')
  await press(page, 'Save expiry')
  await page.getByText('Enter a whole number, for at most 10 years.').waitFor()
  await labelled(page, 'How long they live').fill('90')
  await labelled(page, 'Unit of that time').selectOption('days')
  await labelled(page, 'To the end of what').selectOption('year')
  await labelled(page, 'Notice').fill('7')
  await page.getByText(/expire at the end of 31 December 20\d\d, with a notice 7 days before\.$/).waitFor()
  await checkLooks(page, 'settings-expiry')
  await page.setViewportSize(DESKTOP.viewport)
  await press(page, 'Save expiry')
  await page.getByText('The expiry is saved.').waitFor()
  assert.deepEqual(await settings(), { coinExpiry: { after: 'P90D', until: 'year' }, expiryNoticeDays: 7 })

  await page.getByRole('switch', { name: 'Let coins expire' }).click()
  await press(page, 'Save expiry')
  await page.getByText('The expiry is saved.').nth(1).waitFor()
  assert.deepEqual(await settings(), { coinExpiry: null, expiryNoticeDays: 7 })
  // Coins of rules and imports expire all the same.
  await labelled(page, 'Notice').fill('14')
  await press(page, 'Save expiry')
  await page.getByText('The expiry is saved.').nth(2).waitFor()
  assert.deepEqual(await settings(), { coinExpiry: null, expiryNoticeDays: 14 })
  await page.goto('/dashboard/settings/audit-log')
  await page.getByText('Changed when coins expire, the notice before coins expire').waitFor()

  const manager = await addMember(service, partner, 'manager')
  const reader = await openDashboard(service, manager.email, { ...DESKTOP })
  await reader.page.goto('/dashboard/settings')
  await reader.page.getByText('Coins never expire, unless a rule or an import says otherwise.').waitFor()
  assert.equal(await reader.page.getByRole('button', { name: 'Save expiry' }).count(), 0)
  assert.deepEqual([...complaints, ...reader.complaints], [])
})

test('a rule says when its coins can be spent and when they expire', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  const life = page.locator('[data-coin-life]')
  await page.goto('/dashboard/rules/new')
  await labelled(page, 'Name').fill('shoes')
  await labelled(page, 'Condition').fill('The member has paid for shoes')
  await labelled(page, 'Coins').fill('5')
  assert.equal(await life.innerText(), 'Coins from this rule can be spent at once and never expire.')
  assert.equal(await page.locator('[data-rule-summary]').getByText('from this rule').count(), 0)

  await page.getByRole('switch', { name: 'Pending at first' }).click()
  await labelled(page, 'Days until coins can be spent').fill('a fortnight')
  await choose(page, 'Coins expire', 'After …')
  await labelled(page, 'How long they live').fill('121')
  await press(page, 'Create the rule')
  await page.getByText('Enter a whole number from 0 to 365.').waitFor()
  await page.getByText('Enter a whole number, for at most 10 years.').waitFor()
  assert.equal(await life.innerText(), '')

  await labelled(page, 'Days until coins can be spent').fill('14')
  await labelled(page, 'How long they live').fill('12')
  await labelled(page, 'To the end of what').selectOption('year')
  const sentence =
    /^Coins from this rule can be spent after 14 days and expire on 31 December 20\d\d if they are paid today\./
  assert.match(await life.innerText(), sentence)
  assert.match(
    await life.innerText(),
    new RegExp(`spent from ${DAY} until the end of 31 December 20\\d\\d\\.$`),
  )
  await page.locator('[data-rule-summary]').getByText(sentence).waitFor()
  await checkLooks(page, 'rule-coin-times')
  await page.setViewportSize(DESKTOP.viewport)
  await press(page, 'Create the rule')

  await heading(page, 'shoes').waitFor()
  await page
    .getByText(/^Pays 5 coins .* Coins from this rule can be spent after 14 days and expire on 31 December/)
    .waitFor()
  await page.getByText(/^Those that are paid today can be spent from/).waitFor()
  const { data } = await dataOf(service.get('/api/v1/laas/rules', partner.token))
  const [{ id, pendingDays, coinExpiry }] = data
  assert.deepEqual([pendingDays, coinExpiry], [14, { after: 'P12M', until: 'year' }])

  await press(page, 'Edit')
  await page.getByRole('switch', { name: 'Pending at first' }).click()
  await choose(page, 'Coins expire', 'Never')
  assert.equal(await life.innerText(), 'Coins from this rule can be spent at once and never expire.')
  await press(page, 'Save')
  await page
    .getByText(/^Pays 5 coins .* Coins from this rule can be spent at once and never expire\.$/)
    .waitFor()
  const changed = await dataOf(service.get(`/api/v1/laas/rules/${id}`, partner.token))
  assert.deepEqual([changed.pendingDays, changed.coinExpiry, changed.version], [0, 'never', 2])

  // What the programme says shows where the rule says nothing.
  const coinExpiryOfAll = { after: 'P1Y', until: 'year' }
  await dataOf(service.request('PATCH', ME, { token: partner.token, body: { coinExpiry: coinExpiryOfAll } }))
  await page.goto(`/dashboard/rules/${id}`)
  await press(page, 'Edit')
  await choose(page, 'Coins expire', 'As in the programme')
  assert.match(
    await life.innerText(),
    /^Coins from this rule can be spent at once and expire on 31 December 20/,
  )
  await press(page, 'Save')
  await page
    .getByText(
      /Coins from this rule can be spent at once and expire on 31 December 20\d\d if they are paid today\.$/,
    )
    .waitFor()
  assert.deepEqual(complaints, [])
})
