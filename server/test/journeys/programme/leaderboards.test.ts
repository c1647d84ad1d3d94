import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { holdBack, openDashboard } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { actionsOf, onboardTestPartner, signIn } from '../../support/partner.ts'
import { seedProgramme } from '../../support/programme.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service } = await useClockService()
const COIN_BOARD = '/api/v1/laas/coins/partner/ep-leaderboard'

/** The rows of the table: positions, names and amounts. */
const linesOf = (page: Page) =>
  page.evaluate<string[][]>(
    `[...document.querySelectorAll('main tbody tr')].map((row) => [...row.cells].flatMap((cell) => {
      const [rank, name] = ['.rank', '.member-name'].map((part) => cell.querySelector(part)?.textContent)
      return name === undefined ? [cell.textContent] : rank === undefined ? [name] : [rank, name]
    }))`,
  )
const positionsOf = async (page: Page) => (await linesOf(page)).map(([position]) => Number(position))

test('the board of all time', { skip: noBrowser }, async (t) => {
  const partner = await onboardTestPartner(service)
  const users: string[] = []
  for (let number = 1; number <= 24; number += 1)
    users.push(await partner.addUser({ fullname: `Member ${String.fromCharCode(64 + number)} Ogun` }))
  const { name } = await partner.addRule()
  for (const [user, times] of [3, 2, 1, 1].entries())
    for (let time = 0; time < times; time += 1) await partner.award(users[user] as string, name)
  const { page, complaints } = await openDashboard(service, partner.email)

  await t.test('has pages, and equal points share a position across them', async () => {
    await page.goto('/dashboard/boards')
    await page.locator('tbody tr').nth(19).waitFor()
    assert.deepEqual((await linesOf(page)).slice(0, 5), [
      ['1', 'Member A Ogun', '30'],
      ['2', 'Member B Ogun', '20'],
      ['3', 'Member C Ogun', '10'],
      ['3', 'Member D Ogun', '10'],
      ['5', 'Member E Ogun', '0'],
    ])
    await page.getByText('24 in all').waitFor()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await page.waitForURL(/page=2/)
    await page.getByText('Member X Ogun').waitFor()
    assert.deepEqual(await positionsOf(page), [5, 5, 5, 5])
  })

  await t.test('finds a user by name and shows their position', async () => {
    const find = page.getByRole('combobox', { name: 'Find a member on the board' })
    for (const [search, stands, positions] of [
      ['b og', 'Member B Ogun is 2nd of 24 with 20 coins', [1, 2, 3, 3, 5, 5, 5, 5, 5]],
      ['x', 'Member X Ogun is 5th of 24 with 0 coins', [5, 5, 5, 5, 5, 5, 5, 5]],
      [users[9] as string, 'Member J Ogun is 5th of 24', [3, 3, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]],
    ] as const) {
      await find.fill(search)
      await page.getByRole('option').first().click()
      await page.getByRole('status').filter({ hasText: stands }).waitFor()
      assert.deepEqual(await positionsOf(page), positions)
      assert.equal(await page.locator('tr[aria-current]').count(), 1)
    }
    await find.fill('nobody')
    await page.getByText('No members found').waitFor()
    await page.route('**/laas/users?*search=*', (route) =>
      route.fulfill({ status: 500, json: { message: 'It broke.' } }),
    )
    await find.fill('somebody')
    await page.getByText('The members could not be loaded; try again.').waitFor()
    await page.unroute('**/laas/users?*search=*')
    await page.getByRole('button', { name: 'Show the whole board' }).click()
    await page.locator('tbody tr').nth(19).waitFor()
  })

  await t.test('names customers by name or own id, never by the random tag', async () => {
    for (const customer of [{ externalId: 'cust-1', fullname: 'Zoe Young' }, { externalId: 'cust-2' }])
      await service.post('/api/v1/laas/users', customer, partner.token)
    await page.goto('/dashboard/boards?page=2')
    await page.getByText('zoe young').waitFor()
    await page.getByText('cust-2', { exact: true }).waitFor()
    assert.equal(await page.getByText(/user_/).count(), 0)
    await page.goto('/dashboard/boards')
    await page.locator('tbody tr').nth(19).waitFor()
  })

  await t.test('updates when a user earns coins, without a reload', async () => {
    await page.getByText('Live', { exact: true }).waitFor()
    for (let time = 0; time < 4; time += 1) await partner.award(users[23] as string, name)
    await page.locator('tbody tr').first().getByText('Member X Ogun').waitFor()
  })
  assert.deepEqual(complaints, [])
})

test('the board of a month or year', { skip: noBrowser }, async (t) => {
  const programme = await seedProgramme(service, { days: 35 })
  const names = new Map(programme.people.map(({ userId, fullname }) => [userId, fullname]))
  const { page, complaints } = await openDashboard(service, programme.email)
  const [thisYear, thisMonth] = new Date().toISOString().split('-')
  const boardOf = async (query: string) =>
    (await service.get(`${COIN_BOARD}?${query}`, programme.token)).body.data
  type Entry = { userId: string; coins: string }
  const nameAndCoins = (entries: Entry[]) =>
    entries.map(({ userId, coins }) => [names.get(userId), Number(coins).toLocaleString('en')])
  const shown = async () => (await linesOf(page)).map((cells) => [cells[1], cells.at(-1)])

  await t.test('lists earners or spenders, of all time or of a month', async () => {
    await page.goto('/dashboard/boards')
    await page.getByRole('heading', { name: 'Top earners' }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    const earners = (await boardOf('limit=20')).data
    assert.deepEqual((await shown()).slice(0, earners.length), nameAndCoins(earners))
    const movements = await page.getByRole('img', { name: /^(Up|Down) \d+ since yesterday$/ }).count()
    assert.ok(movements > 0, 'someone moved since yesterday')
    assert.equal(await page.locator('.rank[data-medal]').count(), 3)

    const ofSpenders = await holdBack(page, '**/ep-leaderboard?*type=spender*')
    await page.getByText('Spenders').click()
    await page.getByRole('heading', { name: 'Top spenders' }).waitFor()
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
    assert.deepEqual(await shown(), [])
    ofSpenders.release()
    const spenders = (await boardOf('limit=20&type=spender')).data
    await page.getByText(`${spenders.length} in all`).waitFor()
    assert.deepEqual(await shown(), nameAndCoins(spenders))

    const last = new Date(Date.UTC(Number(thisYear), Number(thisMonth) - 2, 1))
    const [lastYear, lastMonth] = last.toISOString().split('-')
    await page.goto(`/dashboard/boards?month=${lastYear}-${lastMonth}`)
    await page.locator('tbody tr').first().waitFor()
    const lastBoard = (await boardOf(`limit=20&year=${lastYear}&month=${lastMonth}`)).data
    assert.deepEqual(await shown(), nameAndCoins(lastBoard))

    await page.getByRole('button', { name: 'Month:' }).click()
    if (lastYear !== thisYear) await page.getByRole('button', { name: 'Next year' }).click()
    const short = new Date().toLocaleString('en', { month: 'short', timeZone: 'UTC' })
    await page.getByRole('button', { name: short, exact: true }).click()
    await page.waitForURL(new RegExp(`month=${thisYear}-${thisMonth}`))
    const board = (await boardOf(`limit=20&month=${thisMonth}`)).data
    await page.getByText(`${board.length} in all`).waitFor()
    assert.deepEqual(await shown(), nameAndCoins(board))
  })

  await t.test('shows the position of a user in the month', async () => {
    const board = (await boardOf(`limit=20&month=${thisMonth}`)).data
    const { userId, coins } = board.at(-1)
    const { userPosition } = await boardOf(`month=${thisMonth}&userId=${userId}`)
    await page.getByRole('combobox', { name: 'Find a member on the board' }).fill(names.get(userId) as string)
    await page.getByRole('option').first().click()
    const told = await page
      .getByRole('status')
      .filter({ hasText: /is \d+(st|nd|rd|th) of/ })
      .textContent()
    assert.match(
      told ?? '',
      new RegExp(`is ${userPosition.position}\\w\\w of ${board.length} with ${coins} coins`),
    )
  })

  await t.test('shows every month of a year in one table', async () => {
    await page.getByText('Year', { exact: true }).click()
    await page.getByRole('heading', { name: `Top earners of ${thisYear}` }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    const { leaderboards } = await boardOf(`year=${thisYear}&limit=100`)
    const months = Object.keys(leaderboards)
    const columns = await page.locator('thead th').allTextContents()
    assert.deepEqual(
      columns.slice(1),
      months.map((month) => month.slice(0, 3)),
    )
    for (const [name, ...cells] of await linesOf(page)) {
      const expected = Object.values<Entry[]>(leaderboards).map((entries) => {
        const entry = entries.find(({ userId }) => names.get(userId) === name)
        return entry ? Number(entry.coins).toLocaleString('en') : '–'
      })
      assert.deepEqual(cells, expected, name)
    }
    await page.getByText('Month', { exact: true }).click()
    await page.waitForURL(`**/boards?*month=${thisYear}-${thisMonth}*`)
    await page.getByText('Months are in UTC', { exact: false }).waitFor()
  })

  await t.test('looks right wide and on a phone', async () => {
    for (const [picture, search] of [
      ['points', ''],
      ['coins', `?month=${thisYear}-${thisMonth}&user=${programme.people[2]?.userId}`],
      ['year', `?year=${thisYear}`],
    ] as const) {
      await page.goto(`/dashboard/boards${search}`)
      await page.getByRole('heading', { name: 'On your own site' }).waitFor()
      await checkLooks(page, `leaderboards-${picture}`)
    }
  })

  await t.test('says when it is empty', async () => {
    await page.goto('/dashboard/boards?month=2020-02')
    await page.getByRole('heading', { name: 'This board is empty' }).waitFor()
    await checkLooks(page, 'leaderboards-empty')
  })
  assert.deepEqual(complaints, [])
})

test('the board shows who won and lost places since yesterday', { skip: noBrowser }, async () => {
  service.clock.now = new Date(Date.now() - 86_400_000)
  const partner = await onboardTestPartner(service)
  const { name } = await partner.addRule()
  const [ada = '', ben = ''] = await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((fullname) => partner.addUser({ fullname })),
  )
  for (const user of [ada, ada, ben]) await partner.award(user, name)
  service.clock.now = undefined
  const today = { ...partner, ...actionsOf(service, await signedIn(partner.email)) }
  for (const user of [ben, ben]) assert.equal((await today.award(user, name)).status, 201)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/boards')
  const rowOf = (fullname: string) => page.getByRole('row', { name: fullname })
  await rowOf('Ben').getByRole('img', { name: 'Up 1 since yesterday' }).waitFor()
  await rowOf('Ada').getByRole('img', { name: 'Down 1 since yesterday' }).waitFor()
  assert.equal(await rowOf('Cleo').getByRole('img', { name: 'since yesterday' }).count(), 0)
  assert.deepEqual(await page.locator('.rank[data-medal]').allTextContents(), ['1', '2'])
  assert.deepEqual(complaints, [])
})

/** Resolves to a way to get the token of the owner, signed in now. */
async function signedIn(email: string): Promise<() => string> {
  const { token } = await signIn(service, email)
  return () => token
}

test('publishing the boards', { skip: noBrowser }, async (t) => {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser({ tag: 'shown', fullname: 'Not Shown' })
  await partner.award(userId, (await partner.addRule()).name)
  await partner.addUsers(11)
  const publicly = async () => (await service.get(`${COIN_BOARD}?partnerId=${partner.partnerId}`)).status
  const { page, complaints } = await openDashboard(service, partner.email)

  await t.test('asks the owner to confirm what becomes public', async () => {
    assert.equal(await publicly(), 401)
    await page.goto('/dashboard/boards')
    await page.getByText('Not published', { exact: true }).waitFor()
    assert.equal(await page.locator('iframe').count(), 0)
    await page.getByRole('button', { name: 'Publish the boards' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Anyone can then read').waitFor()
    await dialog.getByText('members without an account appear as “Member 42”').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await publicly(), 401)

    await page.getByRole('button', { name: 'Publish the boards' }).click()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    assert.equal(await publicly(), 200)
  })

  await t.test('shows the markup for embedding, with a preview', async () => {
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Most points' }).waitFor()
    await frame.getByRole('row', { name: '1 shown 10' }).waitFor()
    assert.equal(await frame.getByText('Not Shown').count(), 0)
    const code = page.getByRole('region', { name: 'the code for your page' })
    assert.match(
      (await code.textContent()) ?? '',
      new RegExp(
        `src="${service.url}/embed/${partner.partnerId}\\?board=points&amp;limit=10&amp;height=auto"`,
      ),
    )

    const heightOfCode = Number(/height="(\d+)"/.exec((await code.textContent()) ?? '')?.[1])
    for (const width of [1280, 340]) {
      await page.setViewportSize({ width, height: 860 })
      // Without its style, the board is higher.
      await waitUntil(async () => {
        const needed = await page.frames()[1]?.evaluate<number>('document.documentElement.scrollHeight')
        return needed !== undefined && needed <= heightOfCode
      }, 'the frame shows the whole board')
      const [block, button] = [
        await code.boundingBox(),
        await page.getByRole('button', { name: 'Copy the code for your page' }).boundingBox(),
      ]
      assert(block && button)
      assert.ok(block.x + block.width <= button.x, 'the button covers no code')
    }
    await page.setViewportSize(DESKTOP.viewport)

    await page.getByRole('combobox', { name: 'Board', exact: true }).click()
    await page.getByRole('option', { name: 'Coins earned' }).click()
    await page.getByLabel('Entries').fill('5')
    await page.getByText('Dark', { exact: true }).click()
    await frame.getByRole('heading', { name: 'Top earners' }).waitFor()
    await code.getByText('board=earner&amp;limit=5&amp;theme=dark&amp;height=auto"').waitFor()
    await page.getByRole('combobox', { name: 'Time' }).click()
    await page.getByRole('option', { name: 'The current month' }).click()
    await page.getByLabel('Accent').fill('#b3007d')
    await page.getByLabel('Highlight a member').fill('shown')
    await page.getByLabel('Transparent background').check()
    await page.getByLabel('Height follows the board').uncheck()
    await code
      .getByText(
        'limit=5&amp;month=current&amp;theme=dark&amp;bg=transparent&amp;accent=B3007D&amp;me=shown"',
      )
      .waitFor()
    assert.doesNotMatch((await code.textContent()) ?? '', /script/)
    await frame.getByText('You', { exact: true }).waitFor()
    await page.getByLabel('Height follows the board').check()
    await checkLooks(page, 'leaderboards-published')
  })

  await t.test('can be undone', async () => {
    await page.getByRole('button', { name: 'Unpublish the boards' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Not published', { exact: true }).waitFor()
    assert.equal(await publicly(), 401)
    assert.deepEqual(complaints, [])
  })

  await t.test('is not offered to other roles', async () => {
    const reader = await addMember(service, partner, 'read-only')
    const visit = await openDashboard(service, reader.email)
    await visit.page.goto('/dashboard/boards')
    await visit.page.getByText('An owner of your team can publish them.').waitFor()
    assert.equal(await visit.page.getByRole('button', { name: 'Publish the boards' }).count(), 0)
    assert.deepEqual(visit.complaints, [])
  })
})
