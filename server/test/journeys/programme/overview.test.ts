import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { heading, openDashboard, until } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { newRuleBody, onboardTestPartner } from '../../support/partner.ts'
import { seedProgramme } from '../../support/programme.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

/** The figures of the page: their values by label. */
const figuresOf = (page: Page) =>
  page.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('.figure-box')].map((box) =>
      [box.querySelector('dt').textContent.trim(), box.querySelector('.figure-value').textContent]))`,
  )

/** The rows of the hidden table of the chart. */
const daysOf = (page: Page) =>
  page.evaluate<string[][]>(
    `[...[...document.querySelectorAll('table')].find((table) => table.caption?.textContent === 'Coins by day').tBodies[0].rows]
      .map((row) => [...row.cells].slice(1).map((cell) => cell.textContent))`,
  )

const grouped = (amount: string | number) => Number(amount).toLocaleString('en', { maximumFractionDigits: 2 })

const LABELS: Record<string, string> = {
  issued: 'Issued',
  opened: 'Imported',
  added: 'Added by hand',
  refunded: 'Refunded',
  reversed: 'Reversed',
  spent: 'Spent',
  deducted: 'Taken by hand',
  settled: 'Settled',
}

test('the overview of a running programme', { skip: noBrowser }, async (t) => {
  const programme = await seedProgramme(service, { days: 45 })
  const { page, complaints } = await openDashboard(service, programme.email, { ...DESKTOP })
  const overviewOf = async (query: string) =>
    (await service.get(`/api/v1/laas/overview?${query}`, programme.token)).body.data
  const figuresOfApi = async (query: string) => {
    const { totals, kinds, coinsInWallets } = await overviewOf(query)
    const moved = kinds.filter(({ movements }: { movements: number }) => movements > 0)
    return {
      'Coins in wallets': grouped(coinsInWallets),
      Opening: grouped(totals.opening),
      ...Object.fromEntries(
        moved.map(({ kind, coins, change }: Record<'kind' | 'coins' | 'change', string>) => [
          LABELS[kind],
          `${change.startsWith('-') ? '−' : '+'}${grouped(coins)}`,
        ]),
      ),
      Now: grouped(totals.closing),
    }
  }
  const shown = async () =>
    Object.fromEntries(
      Object.entries(await figuresOf(page)).map(([label, value]) => [
        label.replace(/^Opening.*/, 'Opening'),
        value,
      ]),
    )
  const board = page.getByRole('region', { name: /’s board$/ })

  await t.test('asks for each thing once, in few requests, with few scripts', async () => {
    const asked: string[] = []
    let scripts = 0
    const note = (request: Request) => {
      asked.push(request.url())
      if (request.resourceType() === 'script') scripts += 1
    }
    page.on('request', note)
    await page.clock.install()
    await page.goto('/dashboard/')
    await page.getByText('Live', { exact: true }).first().waitFor()
    await board.locator('tbody tr').first().waitFor()
    // Longer than a live update waits.
    await page.clock.runFor(5_000)
    await page.evaluate('0')
    page.off('request', note)
    // A browser with windows fetches the icon for its tab, beside what the page asks for.
    const icon = await page.evaluate<string>(`document.querySelector('link[rel=icon]').href`)
    assert.deepEqual(
      asked.filter((url, index) => url !== icon && asked.indexOf(url) !== index),
      [],
    )
    assert(asked.includes(`${service.url}/dashboard/`), asked.join('\n'))
    const calls = asked.filter((url) => url.includes('/api/') && !url.includes('/stream'))
    assert.ok(calls.length <= 8, calls.join('\n'))
    assert.ok(scripts <= 12, `${scripts} scripts: ${asked.join('\n')}`)
  })

  await t.test('adds up from opening to now, with the numbers and days of the API', async () => {
    const { days, totals, previous, refusals, walletsWithCoins } = await overviewOf('days=30')
    assert.deepEqual(await shown(), await figuresOfApi('days=30'))
    assert.deepEqual(
      await daysOf(page),
      days.map(({ issued, returned }: (typeof days)[number]) => [grouped(issued), grouped(returned)]),
    )
    const percent = Math.round((Number(totals.issued) / Number(previous.issued) - 1) * 100)
    const change = `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`
    await page.locator('.figure-box', { hasText: 'Issued' }).getByText(change, { exact: true }).waitFor()
    const awards = totals.paid + totals.counted + totals.refused
    const reasons = page.getByRole('region', { name: `Refused ${totals.refused} of ${grouped(awards)}` })
    assert.equal(refusals[0].reason, 'user_limit_reached')
    await reasons.getByText('Limit per member reached').waitFor()
    assert.equal(await reasons.getByRole('listitem').count(), refusals.length)
    await page.getByText(`in ${walletsWithCoins} wallets`, { exact: false }).waitFor()
  })

  const rulesOfApi = async () => ({
    rules: (await service.get('/api/v1/laas/rules?results=30d&sort=coins&limit=6', programme.token)).body.data
      .data,
  })

  await t.test('leads from every figure and bar to the lines behind it', async () => {
    const { from, to } = await overviewOf('days=30')
    const figure = page.locator('.figure-box', { hasText: 'Issued' })
    assert.equal(
      await figure.getByRole('link').getAttribute('href'),
      `/dashboard/history?kind=award&outcome=paid&from=${from}&to=${to}`,
    )
    const bar = page.locator('.recharts-bar-rectangle rect').first()
    await bar.click()
    await page.waitForURL(`**/history?from=${from}&to=${from}`)
    await page.goBack()
    const { rules } = await rulesOfApi()
    const rows = page.getByRole('region', { name: 'Rules that move' }).locator('tbody tr')
    await rows.first().waitFor()
    assert.equal(await rows.count(), Math.min(6, rules.length))
    assert.match(
      await rows.first().innerText(),
      new RegExp(`${rules[0].name}\\s+${grouped(rules[0].results.coins)}`),
    )
    await rows.first().click()
    await heading(page, rules[0].name).waitFor()
    await page.goBack()
  })

  await t.test('keeps the chosen days and the comparison in the address', async () => {
    for (const [label, range, days] of [
      ['7 d', '7d', 7],
      ['90 d', '90d', 90],
    ] as const) {
      await page.getByRole('button', { name: label, exact: true }).click()
      await page.waitForURL(`**/dashboard/?range=${range}`)
      await page.getByText(`previous ${days} days`, { exact: true }).waitFor()
      await until(
        page,
        `document.querySelector('table caption').closest('table').tBodies[0].rows.length === ${days}`,
      )
      assert.deepEqual(await shown(), await figuresOfApi(`days=${days}`))
    }
    await page.reload()
    await page.getByText('previous 90 days', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Coins by day' }).waitFor({ state: 'attached' })
    assert.equal((await daysOf(page)).length, 90)
    await page.getByRole('button', { name: /^Compare/ }).click()
    await page.getByRole('menuitem', { name: 'Previous year' }).click()
    await page.waitForURL('**/dashboard/?range=90d&compare=year')
    await page.getByText('a year before', { exact: true }).waitFor()
    await page.goto('/dashboard/?from=2026-03-01&to=2026-03-31&compare=none')
    await page.getByRole('button', { name: 'March 2026', pressed: true }).waitFor()
    await page.getByRole('table', { name: 'Coins by day' }).waitFor({ state: 'attached' })
    assert.equal((await daysOf(page)).length, 31)
    assert.equal(await page.locator('path[data-ghost]').count(), 0)
  })

  await t.test('lists the board of the month, with links to the users', async () => {
    const [year, month] = new Date().toISOString().split('-')
    const path = `/api/v1/laas/coins/partner/ep-leaderboard?year=${year}&month=${month}&limit=5&previous=true`
    const entries = (await service.get(path, programme.token)).body.data.data
    const lines = board.locator('tbody tr')
    await lines.first().waitFor()
    assert.equal(await lines.count(), entries.length)
    // Places won or lost since the day began, as the board has them.
    const moved = entries.filter(({ coins, previousPosition }: (typeof entries)[number]) => {
      const ahead = entries.filter(
        (each: (typeof entries)[number]) => Number(each.coins) > Number(coins),
      ).length
      return previousPosition && previousPosition !== ahead + 1
    })
    assert.equal(await lines.getByRole('img', { name: /since yesterday$/ }).count(), moved.length)
    const [first] = entries
    const { fullname } = programme.people.find(({ userId }) => userId === first.userId) ?? { fullname: '' }
    await lines.first().getByRole('link', { name: fullname }).waitFor()
    assert.equal(await lines.first().locator('td').last().textContent(), grouped(first.coins))
    assert.match(
      (await lines.first().getByRole('link').getAttribute('href')) ?? '',
      new RegExp(`/members/${first.userId}$`),
    )
  })

  await t.test('shows a new award without a reload', async () => {
    await page.goto('/dashboard/?range=7d')
    await page.getByText('Live', { exact: true }).first().waitFor()
    await page.locator('.figure-box').first().waitFor()
    await page.evaluate('globalThis.wasHere = true')
    const rule = newRuleBody({ coinValue: '41.5' })
    await service.post('/api/v1/laas/rules/create-rule', rule, programme.token)
    const paid = await service.post(
      '/api/v1/laas/rules/award',
      { userId: programme.people[0]?.userId, ruleName: rule.name },
      programme.token,
    )
    assert.equal(paid.status, 201)

    const latest = page.getByRole('table', { name: 'Latest awards' }).locator('tbody tr').first()
    await latest.getByText('+41.5').waitFor()
    assert.match((await latest.textContent()) ?? '', new RegExp(`ada lovelace.*${rule.name}`, 'i'))
    const expected = await figuresOfApi('days=7')
    await page.getByText(expected.Now, { exact: true }).first().waitFor()
    assert.deepEqual(await shown(), expected)
    assert.equal(await page.evaluate('globalThis.wasHere'), true)
  })

  await t.test(
    'draws bars up and down, the period before, complete axes, and today as incomplete',
    async () => {
      await page.route('**/laas/overview*', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        body.data.days[3].issued = '1234567.5'
        body.data.days[4].returned = '900000'
        await route.fulfill({ response, json: body })
      })
      await page.goto('/dashboard/?range=7d')
      const chart = page.getByRole('region', { name: 'Coins by day' })
      await chart.locator('path[data-ghost]').waitFor()
      const lines = await chart.locator('.recharts-cartesian-grid-horizontal line').count()
      assert.equal(await chart.locator('.recharts-yAxis .recharts-cartesian-axis-tick').count(), lines)
      const bars = chart.locator('.recharts-bar-rectangle rect')
      const partial = await chart.locator('rect[data-partial]').count()
      assert.ok(partial > 0 && partial < (await bars.count()))
      const frame = await chart.boundingBox()
      for (const label of await chart.locator('.recharts-cartesian-axis-tick').all()) {
        const box = await label.boundingBox()
        assert(frame && box)
        assert.ok(box.x >= frame.x - 1 && box.x + box.width <= frame.x + frame.width + 1)
      }
      await chart.getByText('1.5M', { exact: true }).waitFor()
      await page.unroute('**/laas/overview*')
    },
  )

  await t.test('looks right wide and on a phone', async () => {
    await page.goto('/dashboard/')
    await board.waitFor()
    await checkLooks(page, 'overview')
  })
  assert.deepEqual(complaints, [])
})

test('coins of former members are said to be theirs, so that wallets and members agree', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { name } = await partner.addRule()
  const users = await partner.addUsers(2)
  for (const user of users) await partner.award(user, name)
  const left = await service.request('DELETE', `/api/v1/laas/users/${users[1]}`, { token: partner.token })
  assert.equal(left.status, 200)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/')
  await page.getByText('in 2 wallets, also of former members · 1 member', { exact: true }).waitFor()
  assert.deepEqual(complaints, [])
})

test('the steps of a new partner are done as the data arrives, also from elsewhere', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email)
  const step = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  const done = page.locator('li[data-done]')

  await page.goto('/dashboard/')
  await page.getByRole('heading', { name: 'Your first coins' }).waitFor()
  assert.equal(await done.count(), 0)
  assert.equal(await page.getByRole('heading', { name: 'Coins by day' }).count(), 0)

  const { name } = await partner.addRule()
  await step('What do you reward?').getByRole('link', { name }).waitFor()
  const userId = await partner.addUser()
  await step('Give the first coins').and(page.locator('[aria-current="step"]')).waitFor()

  await partner.award(userId, name)
  await page.getByRole('heading', { name: 'Live' }).waitFor()
  await step('Give the first coins').getByText('10 coins').waitFor()
  assert.equal(await done.count(), 3)
  await page.locator('.figure-box').first().waitFor()
  assert.equal((await figuresOf(page)).Issued, '+10')
  assert.deepEqual(complaints, [])
})
