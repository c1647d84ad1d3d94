import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, PHONE } from '../../support/browser.ts'
import { sendCurl } from '../../support/curl.ts'
import { openDashboard, until } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { ME, onboardTestPartner } from '../../support/partner.ts'
import { seedProgramme } from '../../support/programme.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const { service } = await useClockService()

const atMost = (page: Page, limit: string) =>
  page.getByRole('radiogroup', { name: limit }).getByText('At most …').click()
const words = (page: Page) => page.locator('[data-rule-summary]').innerText()
const openMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const rulesOf = async (token: string) => (await service.get('/api/v1/laas/rules', token)).body.data.data

test('the form creates a single rule, and the shown request awards it', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/rules')
  await page.getByRole('heading', { name: 'No rules yet' }).waitFor()
  await page.getByRole('link', { name: 'New rule' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New rule' }).waitFor()

  await page.getByLabel('Name', { exact: true }).fill('first purchase')
  await page.getByLabel('Condition').fill('The user has paid for a first order')
  await page.getByLabel('Coins', { exact: true }).fill('10')
  await atMost(page, 'People')
  await page.getByLabel('Maximum of people').fill('1,000')
  await atMost(page, 'Payments to one person')
  await page.getByLabel('Maximum of payments to one person').fill('3')
  await page.getByRole('switch', { name: 'Show to members' }).click()
  assert.equal(
    (await words(page)).split('\n')[0],
    'Pays 10 coins each time you award it, to at most 1,000 people, each at most 3 times.',
  )
  assert.match(await words(page), /It can pay at most 30,000 coins in all\./)
  await page.getByRole('button', { name: 'Create the rule' }).click()

  await page.getByRole('heading', { level: 1, name: 'first purchase' }).waitFor()
  await page.getByRole('heading', { name: 'Nobody yet' }).waitFor()
  const [rule] = await rulesOf(partner.token)
  assert.deepEqual(
    { ...rule, id: '', createdAt: '', updatedAt: '' },
    {
      id: '',
      name: 'first purchase',
      displayName: null,
      coinValue: '10',
      condition: 'The user has paid for a first order',
      maxNumberOfParticipant: '1000',
      status: 'active',
      type: 'single',
      completionNumber: '1',
      countPer: 'call',
      consecutive: false,
      userLimitAward: '3',
      userLimitPeriod: 'total',
      userCoinLimit: '-1',
      perUnit: false,
      maxCoinsPerAward: '-1',
      startsAt: null,
      endsAt: null,
      coinBudget: '-1',
      budgetPeriod: 'total',
      timeZone: 'UTC',
      shownToUsers: true,
      archivedAt: null,
      activityType: null,
      when: null,
      unitsFrom: null,
      priority: 0,
      exclusiveGroup: null,
      pendingDays: 0,
      coinExpiry: null,
      rules: [],
      participants: '0',
      budgetUsed: '0',
      budgetPeriodStart: null,
      budgetPeriodEnd: null,
      version: 1,
      createdAt: '',
      updatedAt: '',
    },
  )

  const userId = await partner.addUser()
  const secret = await service.post(`${ME}/secrets`, { name: 'backend' }, partner.token)
  await openMenu(page, 'Use in code')
  const tokenText = await page.getByRole('region', { name: 'the request for a token' }).innerText()
  const granted = await sendCurl(tokenText, { $CLIENT_SECRET: secret.body.data.secret })
  assert.equal(granted.status, 200)
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const requestText = await page.getByRole('region', { name: 'the request that awards it' }).innerText()
  const awarded = await sendCurl(requestText, { USER_ID: userId, ORDER_ID: '1042', $ACCESS_TOKEN: token })
  assert.equal(awarded.status, 201)

  // The page updates without a reload.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByText('1 of 1,000 people').waitFor()
  await page.getByRole('link', { name: 'Awards' }).click()
  await page.getByText('1 of 3 awards used.').waitFor()
  assert.deepEqual(complaints, [])
})

test('the form creates batched and combined rules, and shows errors beside their inputs', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/rules/new')
  await page.getByRole('radio', { name: 'Batched' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Daily Visit!')
  assert.equal(
    await page.getByLabel('Name', { exact: true }).inputValue(),
    'daily visit!',
    'capitals become small letters',
  )
  await page.getByLabel('Coins', { exact: true }).fill('2.555')
  await page.getByLabel('Awards for one payment').fill('3')
  await page.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByText(/^Have 1 to 100 lower-case letters|^Must have 1 to 100 lower-case letters/).waitFor()
  await page.getByText(/^Must be a coin amount above 0/).waitFor()
  await page.getByText('This is required.').first().waitFor()
  assert.equal(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid'), 'true')

  await page.getByLabel('Name', { exact: true }).fill('daily visit')
  await page.getByLabel('Coins', { exact: true }).fill('2.5')
  await page.getByLabel('Condition').fill('The user opened the shop')
  assert.match(
    await words(page),
    /^Pays 2\.5 coins on every 3rd award of the same member, to any number of people/,
  )
  await page.getByLabel('An award counts').selectOption('Once a day')
  await page.getByRole('switch', { name: 'In a row' }).click()
  assert.match(
    await words(page),
    /^Pays 2\.5 coins for 3 days in a row with an award of the same member, to any number of people/,
  )
  await page.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByRole('heading', { level: 1, name: 'daily visit' }).waitFor()

  await page.goto('/dashboard/rules/new')
  await page.getByRole('radio', { name: 'Combined' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill('daily visit')
  await page.getByLabel('Coins', { exact: true }).fill('40')
  const first = page.getByRole('group', { name: 'Sub-rule 1' })
  const second = page.getByRole('group', { name: 'Sub-rule 2' })
  await first.getByLabel('Name', { exact: true }).fill('Confirm The Address!')
  await second.getByLabel('Name', { exact: true }).fill('add a picture')
  await second.getByLabel('Condition').fill('A picture was uploaded')
  await page.getByRole('button', { name: 'Create the rule' }).click()
  await first.getByText(/^Must have 1 to 100 lower-case letters/).waitFor()
  await first.getByText('This is required.').waitFor()

  await first.getByLabel('Name', { exact: true }).fill('confirm the address')
  await first.getByLabel('Condition').fill('The address is confirmed')
  await page.getByRole('button', { name: 'Add a sub-rule' }).click()
  await page
    .getByRole('group', { name: 'Sub-rule 3' })
    .getByRole('button', { name: /Remove/ })
    .click()
  await page.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByText('The rule name "daily visit" is already taken; choose another one.').waitFor()
  assert.equal(
    await page.getByLabel('Name', { exact: true }).first().getAttribute('aria-invalid'),
    'true',
    'the error is beside the name',
  )

  await page.getByLabel('Name', { exact: true }).first().fill('complete your profile')
  assert.match(
    await words(page),
    /^Pays 40 coins once a member has been awarded both “confirm the address” and “add a picture”, in any order; then a new round begins\./,
  )
  await page.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByRole('heading', { level: 1, name: 'complete your profile' }).waitFor()
  await openMenu(page, 'Use in code')
  await page.getByLabel('Sub-rule', { exact: true }).selectOption('add a picture')
  const request = page.getByRole('region', { name: 'the request that awards it' })
  assert.match(await request.innerText(), /"ruleName":"add a picture"/)
  await page.getByText('SDK', { exact: true }).click()
  const program = page.getByRole('region', { name: 'the program that awards it' })
  assert.match(await program.innerText(), /ruleName: 'add a picture'/)
  const made = (await rulesOf(partner.token)).map(
    ({ name, type, completionNumber, countPer, consecutive }: Record<string, unknown>) => [
      name,
      type,
      completionNumber,
      countPer,
      consecutive,
    ],
  )
  assert.deepEqual(made, [
    ['complete your profile', 'combined', '1', 'call', false],
    ['daily visit', 'batched', '3', 'day', true],
  ])
  assert.deepEqual(complaints, [])
})

test('a rule can start from seven days in a row', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/rules/new')
  await page.getByRole('button', { name: /^7 days in a row/ }).click()
  await page
    .locator('[data-rule-summary]')
    .getByText(/^Pays 20 coins for 7 days in a row/)
    .waitFor()
  assert.match(await words(page), /One award counts a day; another one on the same day is refused\./)
  await page.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByRole('heading', { level: 1, name: 'daily visit' }).waitFor()
  const [{ type, completionNumber, countPer, consecutive, coinValue }] = await rulesOf(partner.token)
  assert.deepEqual(
    { type, completionNumber, countPer, consecutive, coinValue },
    { type: 'batched', completionNumber: '7', countPer: 'day', consecutive: true, coinValue: '20' },
  )
  assert.deepEqual(complaints, [])
})

test('a rule is edited, paused and started, and keeps a sub-rule that has awards', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({
    name: 'profile',
    type: 'combined',
    maxNumberOfParticipant: '5',
    rules: [
      { name: 'photo', condition: 'Has a photo' },
      { name: 'address', condition: 'Has an address' },
    ],
  })
  for (const userId of await partner.addUsers(2)) {
    await partner.award(userId, 'photo')
    await partner.award(userId, 'address')
  }
  const read = async () => (await service.get(`/api/v1/laas/rules/${rule.id}`, partner.token)).body.data
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  await page.getByText('2 of 5 people').waitFor()

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor()
  assert.equal((await read()).status, 'inactive')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByText('“profile” was started: it can be awarded.').waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  assert.equal((await read()).status, 'active')

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Maximum of people').fill('1')
  await page.getByText('2 people were paid already.').waitFor()
  await page.getByLabel('Coins', { exact: true }).fill('12.5')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText('Must still name "photo", which has awards; set its status to inactive instead.')
    .waitFor()

  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Maximum of people').fill('1')
  await page.getByLabel('Coins', { exact: true }).fill('12.5')
  await page.getByRole('switch', { name: 'photo is active' }).click({ force: true })
  await page.getByText('“photo” is inactive: it is not needed and cannot be awarded.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 of 1 people · full').waitFor()
  const changed = await read()
  assert.equal(changed.coinValue, '12.5')
  assert.deepEqual(changed.rules, [
    { name: 'photo', condition: 'Has a photo', status: 'inactive', activityType: null, when: null },
    { name: 'address', condition: 'Has an address', status: 'active', activityType: null, when: null },
  ])
  assert.deepEqual(complaints, [])
})

test('the second click of a double click does not start a rule again', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'winter sale' })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  const box = await page.getByRole('button', { name: 'Pause', exact: true }).boundingBox()
  assert(box)
  let changes = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes += 1
  })
  await page.mouse.click(box.x + 20, box.y + 10)
  await until(
    page,
    `[...document.querySelectorAll('button:enabled')].some((each) => each.textContent === 'Start')`,
  )
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.getByRole('button', { name: 'Edit' }).click()
  assert.equal(changes, 1)
  assert.deepEqual(complaints, [])
})

test('editing a rule moves the focus to its first field and back to the button', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'winter sale' })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  for (const way of ['Cancel', 'Save']) {
    await page.getByRole('button', { name: 'Edit' }).click()
    await until(page, `document.activeElement?.tagName === 'TEXTAREA'`)
    await page.getByRole('button', { name: way }).click()
    await until(page, `document.activeElement?.textContent === 'Edit'`)
  }
  assert.deepEqual(complaints, [])
})

test('the back button undoes paging and filtering of rules', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  for (let made = 1; made <= 21; made += 1) await partner.addRule({ name: `rule ${made}` })
  const { page, complaints } = await openDashboard(service, partner.email)
  const shows = (count: number) => until(page, `document.querySelectorAll('tbody tr').length === ${count}`)
  await page.goto('/dashboard/settings')
  await page.getByRole('link', { name: 'Rules' }).click()
  await shows(20)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await shows(1)
  await page.goBack()
  await shows(20)
  await page.getByLabel('Search by name').fill('rule 21')
  await shows(1)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('rules are found by name, status and type, and the address holds the filter', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'first purchase', maxNumberOfParticipant: '1' })
  await partner.addRule({ name: 'winter sale', status: 'inactive' })
  await partner.addRule({ name: 'daily visit', type: 'batched', completionNumber: '3' })
  const { page, complaints } = await openDashboard(service, partner.email)
  const names = () => page.locator('tbody a').allInnerTexts()
  const shows = async (...expected: string[]) => {
    await until(page, `document.querySelectorAll('tbody tr').length === ${expected.length}`)
    assert.deepEqual(await names(), expected)
  }
  await page.goto('/dashboard/rules')
  await shows('daily visit', 'winter sale', 'first purchase')
  await page.getByLabel('Search by name').fill('SALE')
  await shows('winter sale')
  assert.equal(new URL(page.url()).search, '?search=SALE')
  await page.getByLabel('Search by name').fill('nothing like it')
  await page.getByRole('heading', { name: 'No rules found' }).waitFor()
  await page.getByRole('link', { name: 'Show all rules' }).click()
  await shows('daily visit', 'winter sale', 'first purchase')

  await page.goto('/dashboard/rules?state=running')
  await shows('daily visit', 'first purchase')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Batched' }).click()
  await shows('daily visit')
  await page.goto('/dashboard/rules?state=full')
  await page.getByRole('heading', { name: 'No rules found' }).waitFor()
  await partner.award(await partner.addUser(), 'first purchase')
  await shows('first purchase')
  await page.goto('/dashboard/rules?state=nonsense&page=-2')
  await shows('daily visit', 'winter sale', 'first purchase')

  const reader = await addMember(service, partner, 'read-only')
  const visitor = await openDashboard(service, reader.email)
  await visitor.page.goto('/dashboard/rules')
  await visitor.page.getByRole('link', { name: 'first purchase' }).click()
  await visitor.page.getByRole('heading', { name: 'What is left' }).waitFor()
  assert.equal(await visitor.page.getByRole('button', { name: /Edit|Pause|Start|Restore/ }).count(), 0)
  assert.equal(await visitor.page.getByRole('link', { name: 'New rule' }).count(), 0)
  assert.deepEqual([...complaints, ...visitor.complaints], [])
})

test('the pages of rules are accessible, wide and on a phone', {
  skip: noBrowser,
}, async () => {
  const programme = await seedProgramme(service, { days: 12 })
  const rules = await rulesOf(programme.token)
  const idOf = (name: string) => rules.find((rule: { name: string }) => rule.name === name)?.id
  const newcomer = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, programme.email, PHONE)
  await page.goto('/dashboard/rules')
  await page.getByRole('link', { name: 'first purchase' }).waitFor()
  await checkLooks(page, 'rules')
  await page.goto(`/dashboard/rules/${idOf('first purchase')}`)
  await checkLooks(page, 'rule')
  await page.goto(`/dashboard/rules/${idOf('complete your profile')}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await checkLooks(page, 'rule-edit')
  await page.goto('/dashboard/rules/new')
  await page.getByRole('radio', { name: 'Combined' }).click()
  await page.getByLabel('Coins', { exact: true }).fill('40')
  await page.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByText('This is required.').first().waitFor()
  await checkLooks(page, 'rule-new')
  assert.deepEqual(complaints, [])

  const empty = await openDashboard(service, newcomer.email, PHONE)
  await empty.page.goto('/dashboard/rules')
  await empty.page.getByRole('heading', { name: 'No rules yet' }).waitFor()
  await checkLooks(empty.page, 'rules-empty')
})
