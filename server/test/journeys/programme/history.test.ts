import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../../support/api.ts'
import { checkWords } from '../../support/api-names.ts'
import { DESKTOP, noBrowser, PHONE } from '../../support/browser.ts'
import {
  contentOf,
  giveReason,
  heading,
  labelled,
  openDashboard,
  press,
  until,
} from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { startNetwork } from '../../support/network.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { type Programme, seedProgramme } from '../../support/programme.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const { service } = await useClockService()
let programme: Programme
before(async () => {
  if (!noBrowser) programme = await seedProgramme(service, { days: 30 })
})

type Row = {
  id: string
  transactionType: string
  userId: string
  narration: string
  refunded: boolean
  ruleName: string | null
  awardId: string | null
}

/** Reads the whole ledger from the API, newest first. */
async function ledgerOf(token: string, query = ''): Promise<(Row & { createdAt: string; coins: number })[]> {
  const rows = []
  for (let next: number | null = null; ; ) {
    const path: string = `/api/v1/laas/coins/transactions?limit=100${query}${next ? `&before=${next}` : ''}`
    const answer = await service.get(path, token)
    rows.push(...answer.body.data.data)
    next = answer.body.data.next
    if (next === null) return rows
  }
}

type Line = {
  id: string
  kind: string
  outcome: string
  userId: string
  ruleName?: string | null
  seq: number
}

/** Reads the whole history from the API, newest first. */
async function historyOf(token: string, query = '&kind=history'): Promise<Line[]> {
  const lines = []
  for (let next: number | null = null; ; ) {
    const path: string = `/api/v1/laas/decisions?limit=100${query}${next ? `&before=${next}` : ''}`
    const { body } = await service.get(path, token)
    lines.push(...body.data.decisions)
    next = body.data.next
    if (next === null) return lines
  }
}

const rowsOf = (page: Page) => page.locator('tbody tr')
const countIs = (page: Page, count: number) =>
  until(page, `document.querySelectorAll('tbody tr').length === ${count}`)

test('everything is listed newest first, and a line opens with what is known about it', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openDashboard(service, programme.email)
  const lines = await historyOf(programme.token)
  await page.goto('/dashboard/history')
  await countIs(page, 50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await countIs(page, Math.min(100, lines.length))
  for (const [kind, text] of [
    ['award', /^Paid |^Award refused|^Counted /],
    ['transfer', /^Spent /],
    ['reversal', /^Reversed /],
    ['membership', /^Joined/],
  ] as const) {
    await page.goto(`/dashboard/history?kind=${kind}`)
    await page.locator('tbody td:first-child').getByText(text).first().waitFor()
  }

  const reversal = lines.find(({ kind, outcome }) => kind === 'reversal' && outcome === 'reversed')
  assert(reversal?.ruleName)
  await page.goto(`/dashboard/history?kind=reversal&user=${reversal.userId}`)
  const row = rowsOf(page).filter({ hasText: reversal.ruleName }).first()
  await row.getByRole('button', { name: /^Details of/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Line of the history' })
  await drawer.getByText(reversal.ruleName, { exact: false }).first().waitFor()
  await drawer.getByRole('button', { name: 'Copy the id' }).waitFor()
  await page.waitForURL(/[?&]line=/)
  await page.reload()
  await drawer.getByText('In the wallet after this').waitFor()
  await drawer.getByRole('link').first().click()
  await page.waitForURL(`**/dashboard/members/${reversal.userId}`)
  assert.deepEqual(complaints, [])
})

test('the address holds every filter, and what is filtered is summed up', { skip: noBrowser }, async () => {
  const { page, complaints } = await openDashboard(service, programme.email)
  const grace = programme.people.find(({ fullname }) => fullname === 'Grace Hopper')
  assert(grace)
  const listed = async (query: string) => (await historyOf(programme.token, query)).length
  await page.goto('/dashboard/history')
  assert.equal(await page.locator('.history-totals').count(), 0, 'sums are of what is filtered')

  await page.getByRole('combobox', { name: 'Member' }).fill('hopp')
  await page.getByRole('option', { name: /grace hopper/i }).click()
  await page.waitForURL(`**/history?user=${grace.userId}`)
  await countIs(page, Math.min(50, await listed(`&kind=history&userId=${grace.userId}`)))

  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Awards' }).click()
  await page.waitForURL('**/history?*kind=award*')
  const awards = await listed(`&kind=award&userId=${grace.userId}`)
  await countIs(page, Math.min(50, awards))
  const path = `/api/v1/laas/decisions?kind=award&userId=${grace.userId}&sum=true&limit=1`
  const { totals } = (await service.get(path, programme.token)).body.data
  assert.equal(totals.lines, awards)
  await page.getByText(`${awards} lines · +${Number(totals.credited).toLocaleString('en')} in`).waitFor()
  await page.reload()
  await countIs(page, Math.min(50, awards))
  assert.match(await page.getByRole('combobox', { name: 'Member' }).inputValue(), /grace hopper/i)

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.waitForURL('**/history')
  await page.getByRole('button', { name: 'All days' }).click()
  const dayOfToday = page.locator('[data-today]')
  await dayOfToday.click()
  await dayOfToday.click()
  await page.waitForURL('**/history?from=*&to=*')
  const today = new Date().toISOString().slice(0, 10)
  await countIs(page, Math.min(50, await listed(`&kind=history&day=${today}`)))

  await page.goto('/dashboard/history?reason=user_limit_reached')
  await countIs(page, Math.min(50, await listed('&kind=history&reason=user_limit_reached')))
  assert.equal(
    await page.getByRole('combobox', { name: 'Refused because' }).inputValue(),
    'Limit per member reached',
  )
  await page.getByRole('combobox', { name: 'Rule' }).click()
  const rule = page.getByRole('option').first()
  const ruleName = await rule.innerText()
  await rule.click()
  await page.waitForURL(/[?&]rule=/)
  const ofRule = await listed(
    `&kind=history&reason=user_limit_reached&ruleName=${encodeURIComponent(ruleName)}`,
  )
  await countIs(page, Math.min(50, ofRule))

  await page.goto('/dashboard/history?from=2001-01-01&to=2001-02-01')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await countIs(page, 50)
  assert.deepEqual(complaints, [])
})

test('a new line appears automatically, but does not move a list that was extended', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/history')
  await page.getByRole('heading', { name: 'Nothing happened yet' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const userId = await partner.addUser({ fullname: 'Mary Jackson' })
  const rule = await partner.addRule()
  await rowsOf(page).filter({ hasText: 'Joined' }).waitFor()

  await partner.award(userId, rule.name, 'The very first')
  await page.getByText('The very first').waitFor()
  // An award with a note still says its rule.
  await rowsOf(page).filter({ hasText: 'The very first' }).getByText(rule.name).waitFor()

  for (let count = 0; count < 55; count += 1) await partner.award(userId, rule.name)
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  await countIs(page, 50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await countIs(page, 57)
  await partner.award(userId, rule.name, 'The newest')
  const newer = page.getByRole('button', { name: '1 new line' })
  await newer.waitFor()
  assert.equal(await page.getByText('The newest').count(), 0)
  await newer.click()
  await page.getByText('The newest').waitFor()
  await countIs(page, 50)
  assert.deepEqual(complaints, [])
})

const COUNT_CLICKS = `
  globalThis.clicks = 0
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) globalThis.clicks += 1 }, true)
`

test('from an order to why it was refused and to its correction takes at most four clicks', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'every order', userLimitAward: '1' })
  const userId = await partner.addUser({ fullname: 'Grace Hopper' })
  const award = (reference: string) =>
    service.post('/api/v1/laas/rules/award', { userId, ruleName: rule.name, reference }, partner.token)
  await award('ORD-1')
  assert.equal((await award('ORD-2')).status, 400)

  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  await page.addInitScript(COUNT_CLICKS)
  await page.goto('/dashboard/')
  const areas = page.getByRole('navigation', { name: 'Areas' })
  await areas.getByRole('link', { name: 'History', exact: true }).click()
  await labelled(page, 'Order, note or rule').fill('ord-2')
  await countIs(page, 1)
  await rowsOf(page).getByRole('link', { name: 'Order ORD-2' }).click()
  await heading(page, 'ORD-2').waitFor()
  await page.getByText(/^The limit for one person is reached: 1 of 1 awards used\./).waitFor()
  await checkWords(page, 'an order that was refused')
  await press(page, 'Add by hand: every order')
  const dialog = page.getByRole('dialog', { name: 'Adjust the wallet of Grace Hopper' })
  await dialog.getByLabel('Coins', { exact: true }).fill('10')
  await dialog.getByRole('row', { name: 'Grace Hopper’s wallet 10 20' }).waitFor()
  await press(page, 'Add 10 coins')
  await page.getByText('10 coins were added to the wallet of Grace Hopper.').waitFor()
  const clicks = await page.evaluate<number>('globalThis.clicks')
  assert.ok(clicks >= 3 && clicks <= 4, `${clicks} clicks`)

  await page.getByText('Added 10 by hand').waitFor()
  await page.getByText('every order: limit per member reached', { exact: false }).waitFor()
  assert.equal(await partner.coinsOf(userId), '20')
  assert.deepEqual(complaints, [])
})

test('an order shows its lines, the net and what came back, and more of it can come back', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'welcome', coinValue: '20' })
  const userId = await partner.addUser()
  const reference = 'ORD-900/äöü ?#'
  await service.post('/api/v1/laas/rules/award', { userId, ruleName: rule.name, reference }, partner.token)
  await dataOf(
    service.post(
      '/api/v1/laas/coins/transfer-from-user-wallet',
      { userId, coins: '5', reference },
      partner.token,
    ),
  )
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/history/orders')
  await page.getByRole('link', { name: reference }).click()
  await heading(page, reference).waitFor()
  const lines = page.getByRole('list', { name: `Lines of ${reference}` })
  await lines.getByText('Spent 5').waitFor()
  await lines.getByText('Paid 20').waitFor()
  await page.locator('.figure-box', { hasText: 'Net in wallets' }).getByText('+15').waitFor()

  await press(page, 'Return')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Other', { exact: true }).click()
  await labelled(page, 'How much comes back, in per cent').fill('60')
  await giveReason(page, 'Damaged')
  // Of 5 that were spent, 3 come back; of 20 that were earned, 12 go.
  await dialog.getByRole('row', { name: 'Ada Lovelace’s wallet 15 6' }).waitFor()
  await press(page, 'Return 60 % of the order')
  await press(page, 'Done')
  await page.getByText('60 % came back').waitFor()
  const child = page.locator('.line[data-child]')
  await child
    .filter({ hasText: 'Reversed 12' })
    .getByText(/with the return of the order/)
    .waitFor()
  await child.filter({ hasText: 'Refunded 3' }).getByText('Damaged · with the return of the order').waitFor()

  await press(page, 'Return more')
  await dialog.getByText('60 % of the order came back before.').waitFor()
  await giveReason(page, 'Damaged')
  await press(page, 'Return 40 % of the order')
  await press(page, 'Done')
  await page.getByText('100 % came back').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Return/ }).count(), 0)
  assert.equal(await partner.coinsOf(userId), '0')
  await page.goto('/dashboard/history/orders/nothing')
  await page.getByRole('heading', { name: 'No such order' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('an award with a note shows its rule too, wherever it is listed', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const { name } = await partner.addRule({ name: 'welcome back' })
  const userId = await partner.addUser()
  await partner.award(userId, name, 'Order 7')
  const { page, complaints } = await openDashboard(service, partner.email)
  for (const path of ['/history', `/members/${userId}`]) {
    await page.goto(`/dashboard${path}`)
    const line = page.locator('tbody tr, .line').filter({ hasText: 'Paid 10' })
    await line.getByText(/welcome back/).waitFor()
    await line.getByText(/^Order 7/).waitFor()
  }
  await page.goto('/dashboard/')
  await page.locator('tr', { hasText: 'Ada Lovelace' }).getByText('welcome back').first().waitFor()
  assert.deepEqual(complaints, [])
})

const LONG_ORDER = `ORD-${'9'.repeat(90)}`

test('hostile names, amounts and orders break no list, order, timeline or dialog', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const ruleName =
    'a rule with a name of almost one hundred characters that goes on and on and on until it ends'
  await partner.addRule({ name: ruleName, coinValue: '99999999.99', userLimitAward: '1' })
  const fullname =
    'Bartholomew Fitzgerald-Montgomery von und zu Hohenlohe-Waldenburg-Schillingsfürst the Younger'
  const customer = { externalId: 'c'.repeat(90), email: `${'e'.repeat(50)}@mail.example` }
  const { userId } = (await service.post('/api/v1/laas/users', { ...customer, fullname }, partner.token)).body
    .data
  const nameless = (await service.post('/api/v1/laas/users', { externalId: 'c-2' }, partner.token)).body.data
  for (const id of [userId, nameless.userId])
    for (let time = 0; time < 2; time += 1)
      await service.post(
        '/api/v1/laas/rules/award',
        { userId: id, ruleName, reference: LONG_ORDER, narration: '👩‍👩‍👧‍👦 إسماعيل '.repeat(20) },
        partner.token,
      )
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 860 })
    for (const path of [
      '/history',
      `/history?reference=${LONG_ORDER}`,
      '/history/orders',
      `/history/orders/${LONG_ORDER}`,
      `/members/${userId}`,
      `/members/${nameless.userId}`,
    ]) {
      await page.goto(`/dashboard${path}`)
      await page.locator('.line, .data-table tbody tr').first().waitFor()
      await fits(page, `${path} at ${width}`)
    }
    await heading(page, 'c-2').waitFor()
    for (const name of ['Award', 'Adjust']) {
      await page.goto(`/dashboard/members/${userId}`)
      await press(page, name)
      await page.getByRole('dialog').waitFor()
      await fits(page, `${name} at ${width}`)
    }
  }
  assert.deepEqual(complaints, [])
})

/** Nothing is wider than the screen, and no row has more than two lines. */
async function fits(page: Page, what: string): Promise<void> {
  await until(page, `!document.querySelector('[aria-label="Loading"], .mantine-Skeleton-root')`)
  const [wide, screen, high] = await page.evaluate<[number, number, number]>(`[
    Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('[role=dialog]')].map((each) => each.scrollWidth)),
    document.documentElement.clientWidth,
    Math.max(0, ...[...document.querySelectorAll('.line, .data-table tbody tr')].map((row) => row.offsetHeight)),
  ]`)
  assert.ok(wide <= screen, `${what} is ${wide} wide on a screen of ${screen}`)
  assert.ok(high <= 64, `a row of ${what} is ${high} high`)
}

test('the member filter shows an error, not an empty result, when members cannot be loaded', {
  skip: noBrowser,
}, async () => {
  const { page } = await openDashboard(service, programme.email)
  await page.route('**/laas/users?*search=*', (route) =>
    route.fulfill({ status: 500, json: { message: 'It broke.' } }),
  )
  await page.goto('/dashboard/history')
  await page.getByRole('combobox', { name: 'Member' }).fill('hopp')
  await page.getByText('The members could not be loaded; try again.').waitFor()
})

/** A partner with thousands of transactions over some days. */
async function manyTransactions() {
  const start = Date.now()
  service.clock.now = new Date(start - 7 * 60_000)
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '1.25' })
  for (let day = 6; day > 0; day -= 1) {
    service.clock.now = new Date(start - day * 60_000)
    const awards = Array.from({ length: 500 }, (_, index) => ({
      userId,
      ruleName: rule.name,
      narration: `Order ${day}/${index}, "quoted"`,
    }))
    const answer = await service.post('/api/v1/laas/rules/award/bulk', { awards }, partner.token)
    assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 300))
  }
  service.clock.now = undefined
  await partner.transfer(userId, 4)
  return { ...partner, userId }
}

test('a list that cannot load more rows shows an error and a retry button', {
  skip: noBrowser,
}, async () => {
  const { page } = await openDashboard(service, programme.email)
  await page.goto('/dashboard/history')
  await countIs(page, 50)
  await page.route('**/laas/decisions?*before=*', (route) =>
    route.fulfill({ status: 500, json: { message: 'It broke.' } }),
  )
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('It broke.').waitFor()
  await page.unroute('**/laas/decisions?*before=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await countIs(page, Math.min(100, (await historyOf(programme.token)).length))
})

test('the export holds the whole ledger, and a cancelled or broken export saves nothing', {
  skip: noBrowser,
}, async () => {
  const partner = await manyTransactions()
  const network = await startNetwork(service.url)
  const { page, complaints } = await openDashboard({ ...service, url: network.url }, partner.email)
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await page.goto('/dashboard/history')
  await countIs(page, 50)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' })
  await dialog.getByText(/curl .*\/laas\/coins\/transactions\/export /).waitFor()

  network.holdAfter(200_000)
  await dialog.getByRole('button', { name: 'Export' }).click()
  await dialog.getByText(/^[\d,]+ transactions, [\d,]+ kB, [1-9]\d? %$/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByText('The file contains every movement').waitFor()

  network.holdAfter(200_000)
  await dialog.getByRole('button', { name: 'Export' }).click()
  await dialog.getByText(/^[\d,]+ transactions, [\d,]+ kB, [1-9]\d? %$/).waitFor()
  network.cut()
  await dialog.getByText('The connection broke before the file was complete, so nothing was saved.').waitFor()
  assert.equal(downloads, 0)

  network.release()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export again' }).click(),
  ])
  await dialog.getByText('It has 3,001 transactions.').waitFor()
  assert.match(download.suggestedFilename(), /^transactions-\d{4}-\d\d-\d\d\.csv$/)
  const text = await contentOf(download)
  const exported = [...text.matchAll(/^(\S{24}),([\da-f-]{36}),(\w+),(?:CR|DE),([\d.]+),/gm)].map(
    ([, createdAt, id, transactionType, coins]) => ({ createdAt, id, transactionType, coins: Number(coins) }),
  )
  const ledger = await ledgerOf(partner.token)
  assert.equal(exported.length, 3_001)
  assert.deepEqual(
    exported,
    ledger.map(({ createdAt, id, transactionType, coins }) => ({ createdAt, id, transactionType, coins })),
  )
  assert.deepEqual(
    complaints.filter((complaint) => !/\/export failed: net::/.test(complaint)),
    [],
  )
})

test('the export holds the transactions that match the filter', { skip: noBrowser }, async () => {
  const reader = await addMember(service, programme, 'read-only')
  const { page, complaints } = await openDashboard(service, reader.email)
  await page.goto('/dashboard/history?kind=transfer')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' })
  await dialog.getByText(/'type=user_partner_transfer'/).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await contentOf(download)).trim().split('\n')
  const transfers = await ledgerOf(programme.token, '&type=user_partner_transfer')
  assert.ok(transfers.length > 1)
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[1]),
    transfers.map(({ id }) => id),
  )
  assert.deepEqual(complaints, [])
})

test('what no file of movements has is exported as it is listed', { skip: noBrowser }, async () => {
  const { page, complaints } = await openDashboard(service, programme.email)
  await page.goto('/dashboard/history?outcome=refused')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' })
  await dialog.getByText(/^The file contains every line that matches the filter, refused ones too/).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const refused = await historyOf(programme.token, '&kind=history&outcome=refused')
  await dialog.getByText(`It has ${refused.length.toLocaleString('en')} lines.`).waitFor()
  const lines = (await contentOf(download)).trim().split('\n')
  assert.match(lines[0] ?? '', /^\uFEFF?Time \(UTC\),What,Why,Member,Your id,/)
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',').at(-1)),
    refused.map(({ id }) => id),
  )
  assert.deepEqual(complaints, [])
})

test('the pages of the history are accessible, in words, wide and on a phone', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openDashboard(service, programme.email, PHONE)
  await page.goto('/dashboard/history')
  await countIs(page, 50)
  await checkLooks(page, 'history')
  await checkWords(page, 'the history')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Line of the history' }).waitFor()
  await checkLooks(page, 'history-line')
  await page.goto('/dashboard/history?outcome=refused')
  await rowsOf(page).first().waitFor()
  await checkLooks(page, 'history-refused')
  await checkWords(page, 'refusals')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog', { name: 'Export as CSV' }).waitFor()
  await checkLooks(page, 'history-export')
  await page.goto('/dashboard/history/orders')
  await heading(page, 'History').waitFor()
  await checkLooks(page, 'orders')
  await page.goto('/dashboard/history?from=2001-01-01&to=2001-02-01')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await checkLooks(page, 'history-none')
  assert.deepEqual(complaints, [])
})
