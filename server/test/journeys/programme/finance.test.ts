import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { dataOf } from '../../support/api.ts'
import { DESKTOP, noBrowser, PHONE } from '../../support/browser.ts'
import { parseCsv } from '../../support/csv.ts'
import { contentOf, heading, openDashboard, until } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { actionsOf, ME, newRuleBody, onboardTestPartner, signIn } from '../../support/partner.ts'
import { type Programme, seedProgramme } from '../../support/programme.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service } = await useClockService()

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const SHORT_MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const nameOf = (month: string) => MONTH.format(new Date(month))
const monthsAgo = (count: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7)
}
const [thisMonth, lastMonth, monthBefore] = [monthsAgo(0), monthsAgo(1), monthsAgo(2)] as const

/** The first and the last day of a month. */
function daysOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `from=${month}-01&to=${new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)}`
}

const grouped = (amount: string | number) => Number(amount).toLocaleString('en', { maximumFractionDigits: 2 })
const signed = (change: string) =>
  change === '0' ? '0' : `${change.startsWith('-') ? '−' : '+'}${grouped(change.replace('-', ''))}`

const LABELS: Record<string, string> = {
  issued: 'Issued',
  opened: 'Imported',
  added: 'Added by hand',
  refunded: 'Refunded',
  reversed: 'Reversed',
  spent: 'Spent',
  deducted: 'Taken by hand',
  settled: 'Settled',
  expired: 'Expired',
}

type Kind = { kind: string; coins: string; change: string; movements: number; value: string | null }

/** A line of 90 characters, from right to left, with an emoji. */
const HOSTILE = `${'مكافأة كبيرة جدا '.repeat(5)}🎉🎉`.slice(0, 90).trim()

const LONG_RULE =
  'a rule with a name of ninety characters that goes on and on until nobody reads it any longer'.slice(0, 90)

/** A programme of two months with every kind of line that finance opens. */
async function richProgramme() {
  const seeded = await seedProgramme(service, { days: 62, partnerName: 'The Wonderful Shop' })
  const { token } = await signIn(service, seeded.email)
  const programme = { ...seeded, token, ...actionsOf(service, () => token) }
  const post = (path: string, body: unknown) => dataOf(service.post(`/api/v1${path}`, body, programme.token))
  const [ada = { userId: '' }, grace = { userId: '' }] = programme.people
  await post('/laas/coins/adjust', { userId: ada.userId, coins: '12345678.25', reason: HOSTILE })
  await post('/laas/coins/adjust', { userId: grace.userId, coins: '-0.5', reason: 'Counted twice' })
  await post('/laas/rules/create-rule', newRuleBody({ name: LONG_RULE, coinValue: '7.25' }))
  const { status } = await service.post(
    '/api/v1/laas/rules/award',
    { userId: ada.userId, ruleName: LONG_RULE },
    programme.token,
  )
  assert.equal(status, 201)
  return programme
}

const statementOf = (programme: Programme, month: string, asOf?: number) =>
  dataOf(
    service.get(
      `/api/v1/laas/coins/statement?${daysOf(month)}${asOf ? `&asOf=${asOf}` : ''}`,
      programme.token,
    ),
  )

/** The cells of a table, without lines that are opened. */
const linesOf = (page: Page, label: string) =>
  page.evaluate<string[][]>(
    `[...document.querySelectorAll('table')].find((table) => table.getAttribute('aria-label') === ${JSON.stringify(label)})
      .querySelectorAll('tbody > tr:not([data-detail]):not(.detail-row), tfoot > tr').values()
      .map((row) => [...row.cells].map((cell) => cell.textContent.trim())).toArray()`,
  )

/** Counts the clicks of a page that is not loaded again. */
const countClicks = (page: Page) =>
  page.evaluate(`globalThis.clicks = 0; addEventListener('click', () => { globalThis.clicks += 1 }, true)`)
const clicksOf = (page: Page) => page.evaluate<number>('globalThis.clicks')

test('finance reads, keeps and closes a month', { skip: noBrowser }, async (t) => {
  const programme = await richProgramme()
  const { page, context, complaints } = await openDashboard(service, programme.email, { ...DESKTOP })
  const table = (month: string) => page.getByRole('table', { name: `Statement of ${nameOf(month)}` })
  const menu = page.getByRole('navigation', { name: 'Areas' })
  const tabs = page.getByRole('navigation', { name: 'Finance' })

  const expectStatement = async (month: string, asOf?: number) => {
    const statement = await statementOf(programme, month, asOf)
    await table(month)
      .getByRole('row', { name: /^Closing/ })
      .waitFor()
    await until(
      page,
      `document.querySelector('.statement tr:last-child td:nth-child(2)').textContent === '${grouped(statement.closing)}'`,
    )
    const lines = await linesOf(page, `Statement of ${nameOf(month)}`)
    assert.deepEqual(
      lines.map(([label, coins]) => [label, coins]),
      [
        ['Opening', grouped(statement.opening)],
        ...statement.kinds.map(({ kind, change }: Kind) => [LABELS[kind], signed(change)]),
        ['Closing', grouped(statement.closing)],
      ],
    )
    return statement
  }

  await t.test('the month end, and the rule that cost most, are two clicks away', async () => {
    await page.goto('/dashboard/')
    await heading(page, 'Overview').waitFor()
    await countClicks(page)
    await menu.getByRole('link', { name: 'Finance' }).click()
    await page.getByRole('link', { name: `Month before: ${nameOf(lastMonth)}` }).click()
    const statement = await expectStatement(lastMonth)
    assert.ok(statement.kinds[0].movements > 0)
    const [first] = await linesOf(page, 'By rule')
    const [dearest] = statement.byRule
    assert.deepEqual(first?.slice(0, 2), [dearest.ruleName, grouped(dearest.issued)])
    assert.equal(await clicksOf(page), 2)
    await page.waitForURL(`**/finance?month=${lastMonth}`)
  })

  await t.test('every figure leads to what is behind it', async () => {
    const statement = await statementOf(programme, lastMonth)
    const row = (name: string) => table(lastMonth).getByRole('row', { name: new RegExp(`^${name}`) })
    const days = daysOf(lastMonth)
    assert.equal(
      await row('Spent').getByRole('link').getAttribute('href'),
      `/dashboard/history?kind=transfer&outcome=moved&${days}`,
    )
    await row('Issued').getByRole('button', { name: 'Issued' }).click()
    const details = table(lastMonth).locator('tr[data-detail]')
    await details.first().waitFor()
    const paying = statement.byRule.filter(({ payments }: { payments: number }) => payments > 0)
    assert.equal(await details.count(), paying.length)
    for (const earlier of await details.locator('td:nth-last-child(2)').allInnerTexts())
      assert.match(earlier, /^(0|\+.+)$/)
    assert.equal(
      await details.first().getByRole('link').getAttribute('href'),
      `/dashboard/rules/${statement.byRule[0].ruleId}`,
    )
    await row('Issued').getByRole('button', { name: 'Issued' }).click()
    assert.equal(await details.count(), 0)
    assert.equal(
      await row('Issued').getByRole('link').getAttribute('href'),
      `/dashboard/history?kind=award&outcome=paid&${days}`,
    )

    await page.getByRole('link', { name: `Month after: ${nameOf(thisMonth)}` }).click()
    await expectStatement(thisMonth)
    assert.equal(await page.getByRole('link', { name: /^Month after/ }).count(), 0)
    await table(thisMonth).getByRole('button', { name: 'Added by hand' }).click()
    const added = table(thisMonth).locator('tr[data-detail]')
    await added.getByText(HOSTILE).waitFor()
    await added.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
    await added.getByText(`by ${programme.email}`, { exact: false }).waitFor()
    await table(thisMonth).getByRole('button', { name: 'Taken by hand' }).click()
    await added.getByText('Counted twice').waitFor()
  })

  await t.test('the link of an event shows the same figures after later movements', async () => {
    const before = await statementOf(programme, thisMonth)
    await page.goto('/dashboard/finance')
    await expectStatement(thisMonth)
    await page.getByRole('link', { name: `event ${grouped(before.asOf.seq)}` }).click()
    await page.waitForURL(`**/finance?month=${thisMonth}&asOf=${before.asOf.seq}`)
    const { status } = await programme.transfer(programme.people[0]?.userId ?? '', '8.75')
    assert.equal(status, 201)
    await page.reload()
    await expectStatement(thisMonth, before.asOf.seq)
    await page.getByRole('link', { name: 'Show the latest' }).click()
    const after = await expectStatement(thisMonth)
    assert.notEqual(after.closing, before.closing)
  })

  await t.test('a value of a coin shows money, exact in the files', async () => {
    await service.request('PATCH', ME, {
      token: programme.token,
      body: {
        coinValue: { amount: '0.01', currency: 'EUR', since: `${monthBefore}-01` },
        coinName: { one: 'star', many: 'stars' },
      },
    })
    await page.goto(`/dashboard/finance?month=${lastMonth}`)
    const statement = await expectStatement(lastMonth)
    await page.getByText('1 star = 0.01 EUR on the last day.', { exact: false }).waitFor()
    await page.getByRole('columnheader', { name: 'stars' }).waitFor()
    const save = async (item: string | RegExp) => {
      await page.getByRole('button', { name: 'CSV' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item, exact: true }).click(),
      ])
      const name = download.suggestedFilename()
      return { name, rows: parseCsv((await contentOf(download)).replace('\uFEFF', '')) }
    }
    const file = await save('Statement')
    assert.equal(file.name, `statement-${lastMonth}-as-of-event-${statement.asOf.seq}.csv`)
    assert.deepEqual(
      file.rows.map((row) => [row.Line, row.Coins, row['Value in EUR'], row.Movements]),
      [
        ['Opening', statement.opening, statement.openingValue, ''],
        ...statement.kinds.map(({ kind, change, value, movements }: Kind) => [
          LABELS[kind],
          change,
          change.startsWith('-') ? `-${value}` : value,
          String(movements),
        ]),
        ['Closing', statement.closing, statement.closingValue, String(statement.movements)],
        [
          'Reversed of what had expired',
          statement.fromExpired.coins,
          statement.fromExpired.value,
          String(statement.fromExpired.movements),
        ],
        ['Owed by members', statement.owed.coins, statement.owed.value, String(statement.owed.movements)],
        [
          'Written off',
          statement.writtenOff.coins,
          statement.writtenOff.value,
          String(statement.writtenOff.movements),
        ],
      ],
    )
    const rules = await save('By rule')
    assert.deepEqual(
      rules.rows.map((row) => [row['Rule id'], row.Issued, row.Reversed, row.Net, row['Value in EUR']]),
      statement.byRule.map((rule: Record<string, string>) => [
        rule.ruleId,
        rule.issued,
        rule.reversed,
        rule.net,
        rule.value,
      ]),
    )

    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('menuitem', { name: 'Every movement, with your own customer ids' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const movements = parseCsv((await contentOf(download)).replace('\uFEFF', ''))
    assert.equal(movements.length, statement.movements)
    assert.ok('externalId' in (movements[0] ?? {}))
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first().click()
  })

  await t.test('the call of the API is copied, and asks for this very statement', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('menuitem', { name: 'API call' }).click()
    await page.getByText('The API call is copied.').waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    const { asOf } = await statementOf(programme, lastMonth)
    assert.match(copied, /^curl -s http\S+\/api\/v1\/laas\/coins\/statement/)
    for (const part of [...daysOf(lastMonth).split('&'), `asOf=${asOf.seq}`])
      assert.ok(copied.includes(`--data-urlencode '${part}'`), copied)
  })

  await t.test('is printed on one page, without the menu', async () => {
    const { opening } = await statementOf(programme, lastMonth)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await menu.isVisible(), false)
    assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false)
    await page.getByText(`Statement of ${nameOf(lastMonth)}`, { exact: true }).waitFor()
    await table(lastMonth).getByText(grouped(opening), { exact: true }).first().waitFor()
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    assert.equal(paper.match(/\/Type\s*\/Page\b(?!s)/g)?.length, 1)
    // A4 in points.
    assert.match(paper, /\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
    await page.emulateMedia({ media: 'screen' })
  })

  await t.test('every rule of a month is listed, sorted as the address says', async () => {
    await tabs.getByRole('link', { name: 'By rule' }).click()
    await page.waitForURL(`**/finance/rules?month=${lastMonth}`)
    const { byRule } = await statementOf(programme, lastMonth)
    await page.getByRole('table', { name: 'By rule' }).waitFor()
    const names = async () => (await linesOf(page, 'By rule')).map(([name]) => name)
    const all = byRule.map(({ ruleName }: { ruleName: string }) => ruleName)
    assert.deepEqual(await names(), [...all, 'Total'])
    await page.getByText('Name', { exact: true }).click()
    await page.waitForURL(`**/finance/rules?month=${lastMonth}&order=name`)
    const sorted = [...all.toSorted((a: string, b: string) => a.localeCompare(b)), 'Total']
    await waitUntil(async () => isDeepStrictEqual(await names(), sorted), 'the rules are sorted by name')
  })

  await t.test('a month that has ended is closed with a note, and keeps its statement', async () => {
    await tabs.getByRole('link', { name: 'Months' }).click()
    const months = page.getByRole('table', { name: 'Months' })
    await months
      .getByRole('row', { name: SHORT_MONTH.format(new Date(thisMonth)) })
      .getByText('So far')
      .waitFor()
    assert.equal(await months.getByRole('button', { name: `Close ${nameOf(thisMonth)}` }).count(), 0)
    await months.getByRole('button', { name: `Close ${nameOf(lastMonth)}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Close ${nameOf(lastMonth)}` })
      .click()
    await page.getByText(`${nameOf(lastMonth)} is closed.`).waitFor()
    const { data } = await dataOf(service.get('/api/v1/laas/periods', programme.token))
    const { closed } = data.find(({ month }: { month: string }) => month === lastMonth)
    const note = months.getByRole('link', { name: ` by ${programme.email}`, exact: false })
    await note.click()
    await page.waitForURL(`**/finance?month=${lastMonth}&asOf=${closed.seq}`)
    await expectStatement(lastMonth, closed.seq)
    await page.getByText(`Closed by ${programme.email}`, { exact: false }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Close / }).count(), 0)
  })

  await t.test('the liability has the ages, the rate and what is owed', async () => {
    const liability = await dataOf(service.get('/api/v1/laas/coins/liability', programme.token))
    await tabs.getByRole('link', { name: 'Liability' }).click()
    await page.getByRole('table', { name: 'By age' }).waitFor()
    const lines = await linesOf(page, 'By age')
    assert.deepEqual(
      lines.map((cells) => [cells[2], cells[3]]),
      [...liability.ages, liability].map(({ coins, members }) => [grouped(coins), grouped(members)]),
    )
    assert.deepEqual(
      lines.map(([age]) => age),
      ['0–30 days', '31–90 days', '91–180 days', 'More than 180 days', 'Total'],
    )
    const figure = (label: string) => page.locator('.figure-box', { hasText: label }).locator('.figure-value')
    assert.equal(await figure('Stars in wallets').textContent(), grouped(liability.coins))
    assert.equal(
      await figure('Spent of what was issued').textContent(),
      `${Math.round(Number(liability.redemption.rate) * 1e4) / 100} %`,
    )
    const { data } = await dataOf(service.get('/api/v1/laas/periods?limit=12', programme.token))
    const chart = page.locator('figure table tr')
    await chart.first().waitFor({ state: 'attached' })
    assert.deepEqual(
      (await chart.locator('td').allTextContents()).toReversed(),
      data.map(({ closing }: { closing: string }) => grouped(closing)),
    )
  })

  await t.test('looks right wide and on a phone, with names that are long', async () => {
    for (const [path, name] of [
      ['/dashboard/finance', 'finance'],
      ['/dashboard/finance/months', 'finance-months'],
      ['/dashboard/finance/rules', 'finance-rules'],
      ['/dashboard/finance/liability', 'finance-liability'],
    ] as const) {
      await page.setViewportSize(DESKTOP.viewport)
      await page.goto(path)
      await heading(page, 'Finance').waitFor()
      if (name === 'finance')
        for (const kind of ['Issued', 'Added by hand'])
          await page.getByRole('button', { name: kind, exact: true }).click()
      await checkLooks(page, name)
      await page.setViewportSize(DESKTOP.viewport)
      const tall = await page.evaluate(
        `[...document.querySelectorAll('tbody tr')].filter((row) => row.offsetHeight > 60).map((row) => row.textContent)`,
      )
      assert.deepEqual(tall, [], name)
    }
  })
  assert.deepEqual(complaints, [])
})

test('a programme without movements says so, and a read-only member closes no month', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email, PHONE)
  await page.goto('/dashboard/finance')
  await page.getByRole('heading', { name: 'Nothing to account for yet' }).waitFor()
  await page.goto('/dashboard/finance/months')
  await page.getByRole('heading', { name: 'No months yet' }).waitFor()
  await page.goto('/dashboard/finance/liability')
  await page.getByText('The line begins with the second month.').waitFor()
  assert.deepEqual(complaints, [])

  service.clock.now = new Date(`${lastMonth}-10T12:00:00.000Z`)
  const earlier = await onboardTestPartner(service)
  const rule = await earlier.addRule()
  await earlier.award(await earlier.addUser(), rule.name)
  service.clock.now = undefined
  const reader = await addMember(service, await signIn(service, earlier.email), 'read-only')
  const visit = await openDashboard(service, reader.email)
  await visit.page.goto('/dashboard/finance/months')
  await visit.page.getByRole('link', { name: SHORT_MONTH.format(new Date(lastMonth)) }).waitFor()
  assert.equal(await visit.page.getByRole('button', { name: /^Close/ }).count(), 0)

  // A failed call is shown with what to do next, and the page recovers.
  await visit.page.route('**/laas/coins/statement*', (route) => route.fulfill({ status: 500, json: {} }))
  await visit.page.goto('/dashboard/finance')
  const again = visit.page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await visit.page.unroute('**/laas/coins/statement*')
  await again.click()
  await visit.page.getByRole('row', { name: /^Closing/ }).waitFor()
})
