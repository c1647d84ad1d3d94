import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, PHONE } from '../../support/browser.ts'
import { contentOf, openDashboard, until } from '../../support/dashboard.ts'
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

const rowsOf = (page: Page) => page.locator('tbody tr')
const countIs = (page: Page, count: number) =>
  until(page, `document.querySelectorAll('tbody tr').length === ${count}`)

test('the ledger is listed newest first, with links to its users', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openDashboard(service, programme.email)
  const ledger = await ledgerOf(programme.token)
  await page.goto('/dashboard/history')
  await countIs(page, 50)

  const reversed = ledger.find(({ refunded }) => refunded)
  assert(reversed)
  await page.getByRole('button', { name: 'Show more' }).click()
  await countIs(page, Math.min(100, ledger.length))
  await page.getByText('Reversed').first().waitFor()
  await page.getByText('Transfer to you').first().waitFor()
  await page.getByText('Reversal', { exact: true }).first().waitFor()

  const first = rowsOf(page).first()
  await first.getByRole('button', { name: /^Details of/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Transaction' })
  await drawer.getByText(ledger[0]?.id as string).waitFor()
  await drawer.getByRole('button', { name: 'Copy the transaction id' }).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await first.getByRole('link').click()
  await page.waitForURL(`**/dashboard/members/${ledger[0]?.userId}`)

  const reversal = ledger.find(({ transactionType }) => transactionType === 'user_partner_reversal')
  assert(reversal?.ruleName && reversal.awardId)
  await page.goto(`/dashboard/history?kind=reversal&user=${reversal.userId}`)
  const row = rowsOf(page).filter({ hasText: reversal.ruleName }).first()
  await row.getByRole('button', { name: /^Details of/ }).click()
  await drawer.getByText(reversal.ruleName, { exact: true }).waitFor()
  await drawer.getByRole('link', { name: 'See its decision' }).click()
  await page.waitForURL(`**/members/${reversal.userId}?award=*`)
  const award = page.getByRole('region', { name: 'Award', exact: true })
  await award.getByText(/^Paid .*, reversed$/).waitFor()
  await award.getByRole('link', { name: reversal.ruleName }).waitFor()
  assert.deepEqual(complaints, [])
})

test('the address holds the filters by user, type and days', { skip: noBrowser }, async () => {
  const { page, complaints } = await openDashboard(service, programme.email)
  const grace = programme.people.find(({ fullname }) => fullname === 'Grace Hopper')
  assert(grace)
  await page.goto('/dashboard/history')

  await page.getByRole('combobox', { name: 'User' }).fill('hopp')
  await page.getByRole('option', { name: /grace hopper/i }).click()
  await page.waitForURL(`**/history?user=${grace.userId}`)
  await countIs(page, Math.min(50, (await ledgerOf(programme.token, `&userId=${grace.userId}`)).length))

  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Award' }).click()
  await page.waitForURL('**/history?*kind=award*')
  const awards = await ledgerOf(programme.token, `&userId=${grace.userId}&type=partner_user_award`)
  await countIs(page, awards.length)
  await page.reload()
  await countIs(page, awards.length)
  assert.match(await page.getByRole('combobox', { name: 'User' }).inputValue(), /grace hopper/i)

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.waitForURL('**/history')
  await page.getByRole('button', { name: 'All days' }).click()
  const today = new Date()
  const dayOfToday = page.locator('[data-today]')
  await dayOfToday.click()
  await dayOfToday.click()
  await page.waitForURL('**/history?from=*&to=*')
  const start = `${today.toISOString().slice(0, 10)}T00:00:00.000Z`
  const ofToday = await ledgerOf(programme.token, `&from=${start}`)
  await countIs(page, Math.min(50, ofToday.length))

  await page.goto('/dashboard/history?from=2001-01-01&to=2001-02-01')
  await page.getByRole('heading', { name: 'No transactions found' }).waitFor()
  await page.getByRole('link', { name: 'Show all transactions' }).click()
  await countIs(page, 50)
  assert.deepEqual(complaints, [])
})

test('a new transaction appears automatically, but does not move a list that was extended', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser({ fullname: 'Mary Jackson' })
  const rule = await partner.addRule()
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/history')
  await page.getByRole('heading', { name: 'No transactions yet' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()

  await partner.award(userId, rule.name, 'The very first')
  await page.getByText('The very first').waitFor()

  for (let count = 0; count < 55; count += 1) await partner.award(userId, rule.name)
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  await countIs(page, 50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await countIs(page, 56)
  await partner.award(userId, rule.name, 'The newest')
  const newer = page.getByRole('button', { name: '1 new transaction' })
  await newer.waitFor()
  assert.equal(await page.getByText('The newest').count(), 0)
  await newer.click()
  await page.getByText('The newest').waitFor()
  await countIs(page, 50)
  assert.deepEqual(complaints, [])
})

test('the user filter shows an error, not an empty result, when users cannot be loaded', {
  skip: noBrowser,
}, async () => {
  const { page } = await openDashboard(service, programme.email)
  await page.route('**/laas/users?*search=*', (route) =>
    route.fulfill({ status: 500, json: { message: 'It broke.' } }),
  )
  await page.goto('/dashboard/history')
  await page.getByRole('combobox', { name: 'User' }).fill('hopp')
  await page.getByText('The users could not be loaded; try again.').waitFor()
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
  await page.route('**/coins/transactions?*before=*', (route) =>
    route.fulfill({ status: 500, json: { message: 'It broke.' } }),
  )
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('It broke.').waitFor()
  await page.unroute('**/coins/transactions?*before=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await countIs(page, Math.min(100, (await ledgerOf(programme.token)).length))
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
  await dialog.getByText('The file contains all transactions').waitFor()

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

test('the pages of transactions are accessible, wide and on a phone', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openDashboard(service, programme.email, PHONE)
  await page.goto('/dashboard/history')
  await checkLooks(page, 'transactions')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Transaction' }).waitFor()
  await checkLooks(page, 'transaction')
  await page.goto('/dashboard/history?kind=award')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog', { name: 'Export as CSV' }).waitFor()
  await checkLooks(page, 'transactions-export')
  await page.goto('/dashboard/history?from=2001-01-01&to=2001-02-01')
  await checkLooks(page, 'transactions-none')
  assert.deepEqual(complaints, [])
})
