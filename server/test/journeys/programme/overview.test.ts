import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { openDashboard, until } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { newRuleBody, onboardTestPartner } from '../../support/partner.ts'
import { seedProgramme } from '../../support/programme.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

/** The tiles of the page: their values by name. */
const figuresOf = (page: Page) =>
  page.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('dl > div')].map((tile) =>
      [tile.querySelector('dt').textContent, tile.querySelector('dd').textContent]))`,
  )

/** The rows of the hidden table of a chart. */
const rowsOf = (page: Page, caption: string) =>
  page.evaluate<string[][]>(
    `[...[...document.querySelectorAll('table')].find((table) => table.caption?.textContent === '${caption}').tBodies[0].rows]
      .map((row) => [...row.cells].slice(1).map((cell) => cell.textContent))`,
  )

const grouped = (amount: string | number) => Number(amount).toLocaleString('en', { maximumFractionDigits: 2 })

test('the overview of a running programme', { skip: noBrowser }, async (t) => {
  const programme = await seedProgramme(service, { days: 45 })
  const { page, complaints } = await openDashboard(service, programme.email, { ...DESKTOP })
  const overviewOf = async (days: number) =>
    (await service.get(`/api/v1/laas/overview?days=${days}`, programme.token)).body.data
  const figuresOfApi = async (days: number) => {
    const { totals, members, coinsInWallets } = await overviewOf(days)
    return {
      'Coins issued': grouped(totals.issued),
      'Coins spent': grouped(totals.returned),
      'Awards paid': grouped(totals.paid),
      Participants: grouped(totals.participants),
      'Members now': grouped(members),
      'Coins in wallets now': grouped(coinsInWallets),
    }
  }

  await t.test('asks for each thing once', async () => {
    const asked: string[] = []
    const note = (request: Request) => asked.push(request.url())
    page.on('request', note)
    await page.clock.install()
    await page.goto('/dashboard/')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Top earners' }).locator('tbody tr').first().waitFor()
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
  })

  await t.test('shows the numbers and days of the API', async () => {
    const { days, totals, previous, refusals, walletsWithCoins } = await overviewOf(30)

    assert.deepEqual(await figuresOf(page), await figuresOfApi(30))
    assert.deepEqual(
      await rowsOf(page, 'Coins by day'),
      days.map(({ issued, returned }: (typeof days)[number]) => [grouped(issued), grouped(returned)]),
    )
    assert.deepEqual(
      await rowsOf(page, 'Awards by day'),
      days.map((day: (typeof days)[number]) => [day.paid, day.counted, day.refused].map(grouped)),
    )
    const percent = Math.round((Number(totals.issued) / Number(previous.issued) - 1) * 100)
    await page
      .getByText(`${percent < 0 ? '−' : '+'}${Math.abs(percent)}% compared with the previous 30 days`)
      .first()
      .waitFor()
    assert.equal(refusals[0].reason, 'user_limit_reached')
    await page.getByText('The user had reached the rule’s payment limit').first().waitFor()
    await page.getByText('Days are UTC days', { exact: false }).waitFor()
    await page.getByText(`held by ${walletsWithCoins} users`).waitFor()
  })

  await t.test('keeps the chosen period in the address', async () => {
    for (const days of [7, 90]) {
      await page.getByText(`${days} days`, { exact: true }).click()
      await page.waitForURL(`**/dashboard/?days=${days}`)
      await page.getByText(`the previous ${days} days`).first().waitFor()
      await until(
        page,
        `[...document.querySelectorAll('table')].find((table) => table.caption).tBodies[0].rows.length === ${days}`,
      )
      assert.deepEqual(await figuresOf(page), await figuresOfApi(days))
    }
    await page.reload()
    await page.getByText('the previous 90 days').first().waitFor()
    assert.equal((await rowsOf(page, 'Participants by day')).length, 90)
  })

  await t.test('lists the top earners of the month, with links to the users', async () => {
    const [year, month] = new Date().toISOString().split('-')
    const path = `/api/v1/laas/coins/partner/ep-leaderboard?year=${year}&month=${month}&limit=5`
    const board = (await service.get(path, programme.token)).body.data.data
    const lines = page.getByRole('region', { name: 'Top earners' }).locator('tbody tr')
    await lines.first().waitFor()
    assert.equal(await lines.count(), board.length)
    const [first] = board
    const { fullname } = programme.people.find(({ userId }) => userId === first.userId) ?? { fullname: '' }
    await lines.first().getByRole('link', { name: fullname }).waitFor()
    assert.equal(await lines.first().locator('td').last().textContent(), grouped(first.coins))
    assert.match(
      (await lines.first().getByRole('link').getAttribute('href')) ?? '',
      new RegExp(`/users/${first.userId}$`),
    )
  })

  await t.test('shows a new award without a reload', async () => {
    await page.goto('/dashboard/?days=7')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.evaluate('globalThis.wasHere = true')
    const before = await overviewOf(7)
    const rule = newRuleBody({ coinValue: '41.5' })
    await service.post('/api/v1/laas/rules/create-rule', rule, programme.token)
    const paid = await service.post(
      '/api/v1/laas/rules/award',
      { userId: programme.people[0]?.userId, ruleName: rule.name },
      programme.token,
    )
    assert.equal(paid.status, 201)

    const latest = page.getByRole('region', { name: 'Latest awards' }).locator('li').first()
    await latest.getByText('Paid 41.5 coins').waitFor()
    assert.match((await latest.textContent()) ?? '', new RegExp(`ada lovelace.*${rule.name}`, 'i'))
    const paidText = grouped(before.totals.paid + 1)
    await page
      .locator('dl > div')
      .filter({ hasText: 'Awards paid' })
      .getByText(paidText, { exact: true })
      .waitFor()
    assert.deepEqual(await figuresOf(page), await figuresOfApi(7))
    assert.equal(await page.evaluate('globalThis.wasHere'), true)
  })

  await t.test('draws bars, complete axes within the cards, and today as incomplete', async () => {
    await page.route('**/laas/overview*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      body.data.days[3].issued = '1234567.5'
      await route.fulfill({ response, json: body })
    })
    await page.goto('/dashboard/?days=7')
    const cards = page.locator('section').filter({ has: page.locator('svg.recharts-surface') })
    await cards.nth(2).waitFor()
    for (const card of await cards.all()) {
      const lines = await card.locator('.recharts-cartesian-grid-horizontal line').count()
      assert.equal(await card.locator('.recharts-yAxis .recharts-cartesian-axis-tick').count(), lines)
      assert.equal(await card.locator('.recharts-area, .recharts-line').count(), 0)
      const bars = card.locator('.recharts-bar-rectangle rect')
      const partial = await card.locator('rect[data-partial]').count()
      assert.ok(partial > 0 && partial < (await bars.count()))
      const frame = await card.boundingBox()
      for (const label of await card.locator('.recharts-cartesian-axis-tick').all()) {
        const box = await label.boundingBox()
        assert(frame && box)
        assert.ok(box.x >= frame.x && box.x + box.width <= frame.x + frame.width)
      }
    }
    await cards.first().getByText('1.25M', { exact: true }).waitFor()
    await cards.first().getByText('Today', { exact: true }).waitFor()
    await page.getByText('Today, drawn with a dashed outline, is incomplete', { exact: false }).waitFor()
    await page.unroute('**/laas/overview*')
  })

  await t.test('looks right wide and on a phone', async () => {
    await page.goto('/dashboard/')
    await page.getByRole('heading', { name: 'Top earners' }).waitFor()
    await checkLooks(page, 'overview')
  })
  assert.deepEqual(complaints, [])
})

test('a new partner is guided to the first award and sees it arrive', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email)
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const doneCount = () => page.getByText('· done').count()

  await page.goto('/dashboard/')
  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  await page.getByText('"ruleName":"RULE_NAME"', { exact: false }).waitFor()
  assert.equal(await doneCount(), 0)
  assert.equal(await page.getByRole('heading', { name: 'Coins' }).count(), 0)
  assert.match((await step('Create a rule').getByRole('link').getAttribute('href')) ?? '', /\/rules\/new$/)
  await checkLooks(page, 'get-started')

  const { name } = await partner.addRule()
  await step('Create a rule').getByText('· done').waitFor()
  const userId = await partner.addUser()
  await step('Onboard a user').getByText('· done').waitFor()
  const request = await page.getByRole('region', { name: 'the request that awards a rule' }).textContent()
  assert.match(request ?? '', new RegExp(`"userId":"${userId}","ruleName":"${name}"`))

  await partner.award(userId, name)
  await page.getByRole('heading', { name: 'Latest awards' }).waitFor()
  assert.equal(await doneCount(), 4)
  assert.equal((await figuresOf(page))['Coins issued'], '10')
  assert.deepEqual(complaints, [])
})
