import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { activitiesOf } from '../../support/activities.ts'
import { dataOf } from '../../support/api.ts'
import { apiNamesOn, checkWords } from '../../support/api-names.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { heading, labelled, openDashboard, press } from '../../support/dashboard.ts'
import { misfits } from '../../support/fits.ts'
import { checkLooks } from '../../support/looks.ts'
import { ME, onboardTestPartner, unique } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service } = await useClockService()

const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByText(choice, { exact: true }).click()

/** An input by its label; the list of its proposals has the same one. */
const box = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }))

const words = (page: Page) => page.locator('[data-rule-summary]').innerText()

const dayOf = (at: Date) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(at)

const DAY_MS = 24 * 3600 * 1000

const shoes = (price: number, quantity: number) => ({ sku: 's', category: 'shoes', price, quantity })
const socks = (price: number) => ({ sku: 'k', category: 'socks', price, quantity: 1 })

test('a product manager pays coins for shoes this weekend without code, and sees what it would have cost', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  await dataOf(service.request('PATCH', ME, { token: partner.token, body: { timeZone: 'Europe/Berlin' } }))
  const activities = activitiesOf(service, partner)
  const [first, second] = [await partner.addUser(), await partner.addUser()]
  const order = (userId: string, items: object[], reference = unique('order')) =>
    activities.record({ type: 'order.paid', userId, reference, properties: { total: 1, items } })
  await order(first, [shoes(10, 2), socks(5)])
  await order(first, [socks(5)])
  await order(second, [shoes(2.5, 1)])

  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/rules/new')
  await labelled(page, 'Name').fill('shoes weekend')
  await labelled(page, 'Coins').fill('2')
  await page.getByRole('switch', { name: 'Pay per unit' }).click()
  await choose(page, 'Awarded', 'When an activity arrives')
  await box(page, 'Activity').fill('order.paid')
  await page.keyboard.press('Escape')
  await choose(page, 'Units: view', 'A sum of items')
  await box(page, 'List').fill('items')
  await box(page, 'Amount of one').fill('price')
  await box(page, 'Times (optional)').fill('quantity')
  await page.keyboard.press('Escape')
  await press(page, 'Only some items')
  await box(page, 'Item row 1: property').fill('category')
  await page.keyboard.press('Escape')
  await box(page, 'Item row 1: value').fill('shoes')
  await page.keyboard.press('Escape')
  await press(page, 'Only some of them')
  await box(page, 'Row 1: what').click()
  await page.getByRole('option', { name: 'Date', exact: true }).click()
  await labelled(page, 'Row 1: first day').fill(dayOf(new Date()))
  await labelled(page, 'Row 1: last day').fill(dayOf(new Date(Date.now() + 2 * DAY_MS)))
  assert.match(
    await words(page),
    /^Pays 2 coins for each 1 of price × quantity of items whose category is “shoes” each time order\.paid arrives and it is from /,
  )
  await page.locator('[data-backtest=finished]').waitFor()
  await page.getByText('Would have paid 45 coins to 2 people.').waitFor()
  await page.getByText('Of 3 activities, 2 match: 2 paid.').waitFor()
  await checkWords(page, 'the form of a rule with an activity')
  await choose(page, 'Only when: view', 'Expression')
  assert.match(
    await box(page, 'Only when: expression').inputValue(),
    /^\(activity\.occurredAt >= timestamp\("[\dT:-]+00:00:00\+0[12]:00"\) && activity\.occurredAt < timestamp\(/,
  )
  await checkWords(page, 'the form of a rule with an expression')
  await choose(page, 'Only when: view', 'Rows')
  await checkLooks(page, 'new-rule-activity')
  await page.setViewportSize(DESKTOP.viewport)
  await press(page, 'Create the rule')
  await heading(page, 'shoes weekend').waitFor()

  const { awards } = await order(first, [shoes(10, 1)], 'order-7')
  assert.deepEqual(
    awards.map(({ decision }: { decision: { coins: string } }) => decision.coins),
    ['20'],
  )
  await page.goto('/dashboard/history/activities?type=order.paid')
  const rows = page.getByRole('table', { name: 'Activities' }).locator('tbody tr')
  await waitUntil(async () => (await rows.count()) === 4, 'four activities')
  assert.match(await rows.first().innerText(), /1 award paid/)
  await checkLooks(page, 'activities')
  await page.setViewportSize(DESKTOP.viewport)
  await rows.first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Paid 20 coins').waitFor()
  await drawer.getByText('0 coins · 0 points').waitFor()
  await drawer.getByRole('link', { name: 'In the history' }).click()
  await page
    .getByRole('dialog', { name: 'Line of the history' })
    .getByRole('link', { name: 'order.paid' })
    .waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(complaints, [])
})

test('problems of an expression stand at its field, and other expressions keep their own view', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({
    name: 'large orders',
    activityType: 'order.paid',
    when: 'properties.items.all(i, i.price > 3)',
  })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  await press(page, 'Edit')
  await page.getByText('This expression says more than rows can', { exact: false }).waitFor()
  await box(page, 'Only when: expression').fill('total > 3')
  await press(page, 'Save')
  await page
    .getByText('line 1, column 1: unknown name "total"; did you mean properties.total?', { exact: false })
    .waitFor()
  await box(page, 'Only when: expression').fill('properties.total > 3')
  await choose(page, 'Only when: view', 'Rows')
  assert.equal(await box(page, 'Row 1: value').inputValue(), '3')
  await box(page, 'Row 1: value').fill('1,000')
  await press(page, 'Save')
  await press(page, 'Edit')
  const saved = await dataOf(service.get(`/api/v1/laas/rules/${rule.id}`, partner.token))
  assert.equal(saved.when, 'properties.total > 1000')
  assert.deepEqual(
    complaints,
    ['Failed to load resource: the server responded with a status of 400 (Bad Request)'].slice(
      0,
      complaints.length,
    ),
  )
})

test('an activity that was refused or failed says why in words', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const activities = activitiesOf(service, partner)
  await partner.addRule({ name: 'welcome', userLimitAward: '1', activityType: 'order.paid' })
  const failing = await partner.addRule({
    name: 'vip',
    activityType: 'order.paid',
    when: 'properties.total >= 50',
  })
  const userId = await partner.addUser()
  await activities.record({ type: 'order.paid', userId, properties: { total: 10 } })
  const { id } = await activities.record({ type: 'order.paid', userId })
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/history/activities?activity=${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('The limit for one person is reached.').waitFor()
  await drawer
    .getByText('properties.total is missing', { exact: false })
    .or(drawer.getByText('Properties.total', { exact: false }))
    .first()
    .waitFor()
  await checkWords(page, 'an activity')
  await page.goto(`/dashboard/rules/${failing.id}`)
  await page.getByRole('heading', { name: 'Conditions that failed' }).waitFor()
  await page.getByRole('table', { name: 'Conditions that failed' }).getByRole('link').first().click()
  await page.waitForURL(new RegExp(`activity=${id}`))
  assert.deepEqual(complaints, [])
})

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 90)
const RIGHT_TO_LEFT = 'متجر الكتب القديمة على ضفاف النهر '.repeat(3).slice(0, 90).trim()
const EMOJI = '👩‍👩‍👧‍👦🧺🦊 Ümläut & Söhne '.repeat(3).trim()
const TYPE = `${'a'.repeat(31)}.${'b'.repeat(32)}`

test('hostile types and properties break no page', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const activities = activitiesOf(service, partner)
  const userId = await partner.addUser({ fullname: LONG })
  const rule = await partner.addRule({
    name: LONG.toLowerCase(),
    activityType: TYPE,
    when: [LONG, RIGHT_TO_LEFT, EMOJI].map((name) => `properties["${name}"] == "${name}"`).join(' && '),
    exclusiveGroup: LONG,
    priority: 7,
  })
  const properties = {
    [LONG]: LONG,
    [RIGHT_TO_LEFT]: RIGHT_TO_LEFT,
    [EMOJI]: EMOJI,
    [`${LONG}s`]: [{ [LONG]: 1, [EMOJI]: RIGHT_TO_LEFT }],
  }
  const { id } = await activities.record({
    type: TYPE,
    userId,
    reference: `ORD-${'9'.repeat(96)}`,
    properties,
    metadata: { [LONG]: LONG },
  })
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  const problems: string[] = []
  const look = async (name: string, within?: string) => {
    problems.push(...(await misfits(page, name, within)))
    problems.push(...(await apiNamesOn(page)).map((word) => `${name} says ${word}, a name of the API`))
  }
  await page.goto('/dashboard/history/activities')
  await page.getByRole('table', { name: 'Activities' }).waitFor()
  await look('activities')
  await page.goto(`/dashboard/history/activities?activity=${id}`)
  await page.getByRole('dialog').getByText('Paid', { exact: false }).first().waitFor()
  await look('activity', '[role=dialog]')
  await page.goto(`/dashboard/rules/${rule.id}`)
  await heading(page, LONG.toLowerCase()).waitFor()
  const sentence = await page.locator('.rule-sentence').boundingBox()
  const link = await page.getByRole('main').getByRole('link', { name: 'All rules' }).boundingBox()
  assert.ok(sentence && link && link.y >= sentence.y + sentence.height, 'the link is below the sentence')
  await look('rule with an activity')
  await press(page, 'Edit')
  await box(page, 'Row 1: value').waitFor()
  await look('rule with an activity, edit')
  assert.deepEqual(problems, [])
  assert.deepEqual(complaints, [])
})
