import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../../support/api.ts'
import { checkWords } from '../../support/api-names.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { focusIsOn, heading, holdBack, openDashboard, until } from '../../support/dashboard.ts'
import { checkLooks, seriousFindings } from '../../support/looks.ts'
import { newOwner, onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const NAME = 'Search members, orders, rules, ids'

const box = (page: Page) => page.getByRole('combobox', { name: NAME })
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
const results = (page: Page, group: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('option')

async function openSearch(page: Page, key = 'Control+k'): Promise<void> {
  await page.keyboard.press(key)
  await box(page).waitFor()
  await focusIsOn(page, NAME)
}

/** A partner with something of each kind that one word finds. */
async function partnerWithAll() {
  const partner = await onboardTestPartner(service)
  const mark = unique('mug')
  const userId = await partner.addUser({ fullname: `Augusta ${mark} Lovelace` })
  const rule = await partner.addRule({ name: `${mark} gift` })
  const body = { userId, ruleName: rule.name, reference: `${mark}-900`, narration: `For the blue ${mark}` }
  const award = await dataOf(service.post('/api/v1/laas/rules/award', body, partner.token))
  return { ...partner, mark, userId, rule, award }
}

test('everything is found by a text or an id, and each result leads to its page', {
  skip: noBrowser,
}, async () => {
  const { email, token, mark, userId, rule, award } = await partnerWithAll()
  const refused = await service.post('/api/v1/laas/rules/award', {}, token)
  const requestId = refused.headers.get('x-request-id') as string
  await waitUntil(
    async () =>
      (await dataOf(service.get(`/api/v1/laas/search?q=${requestId}`, token))).requests.length === 1,
    'the request is logged',
  )
  const { page, complaints } = await openDashboard(service, email, { ...DESKTOP })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/dashboard/settings')
  await heading(page, 'Settings').waitFor()
  assert.ok(!scripts.some((url) => url.includes('search-results')), 'the results are loaded when needed')
  for (const [text, group, url] of [
    [mark, 'Members', `**/members/${userId}`],
    [mark, 'Orders', `**/history/orders/${mark}-900`],
    [mark, 'Rules', `**/rules/${rule.id}`],
    [mark, 'Notes', `**/history?line=${award.id}`],
    [`lue ${mark.toUpperCase()}`, 'Notes', `**/history?line=${award.id}`],
    [award.id, 'Lines of the history', `**/history?line=${award.id}`],
    [requestId, 'Requests', `**/developers/requests?requestId=${requestId}`],
    [mark, 'Further', `**/history?q=${mark}`],
  ] as const) {
    // A line that is open beside the history is a dialog, too.
    await page.goto('/dashboard/settings')
    await heading(page, 'Settings').waitFor()
    await openSearch(page)
    await box(page).fill(text)
    await results(page, group).first().click()
    await page.waitForURL(url)
    await box(page).waitFor({ state: 'detached' })
  }
  assert.deepEqual(complaints, [])
})

test('keys choose and open a result, also before it has come, and the text stays', {
  skip: noBrowser,
}, async () => {
  const { email, mark, userId, rule } = await partnerWithAll()
  const { page, complaints } = await openDashboard(service, email, { ...DESKTOP })
  await page.goto('/dashboard/members')
  await heading(page, 'Members').waitFor()
  const search = page.getByLabel('Search by tag, name, e-mail or id')
  await search.pressSequentially('/?')
  assert.equal(await page.getByRole('dialog').count(), 0, 'keys belong to the field')
  assert.equal(await search.inputValue(), '/?')
  await openSearch(page)
  await box(page).pressSequentially(mark)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/members/${userId}`)

  await page.getByRole('button', { name: NAME }).focus()
  await openSearch(page, '/')
  assert.equal(await box(page).inputValue(), mark, 'the text was kept')
  await options(page).nth(2).waitFor()
  const chosen = () =>
    page.evaluate<string>(
      `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent`,
    )
  assert.match(await chosen(), /Augusta/)
  await page.keyboard.press('ArrowUp')
  assert.match(await chosen(), /Search the whole history/)
  for (const _ of ['member', 'order', 'rule']) await page.keyboard.press('ArrowDown')
  assert.match(await chosen(), new RegExp(`^${rule.name}`))
  assert.equal(await page.locator('[role=option][aria-selected=true]').count(), 1)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/rules/${rule.id}`)
  await openSearch(page)
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

test('a new text cancels the search of the last one, and a search that failed can be repeated', {
  skip: noBrowser,
}, async () => {
  const { email, mark } = await partnerWithAll()
  const { page } = await openDashboard(service, email, { ...DESKTOP })
  await page.goto('/dashboard/settings')
  await heading(page, 'Settings').waitFor()
  await page.route('**/assets/search-results*', (route) => route.abort())
  await openSearch(page)
  const failure = page.getByRole('dialog').getByRole('alert')
  await failure.waitFor()
  await page.unroute('**/assets/search-results*')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('any part of what somebody wrote').waitFor()

  await holdBack(page, '**/laas/search?q=slow*')
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('q=slow'))
  const begun = page.waitForRequest('**/laas/search?q=slow*')
  await box(page).fill('slow')
  await begun
  await box(page).fill(mark)
  assert.equal((await cancelled).failure()?.errorText, 'net::ERR_ABORTED')
  await results(page, 'Members').first().waitFor()

  await page.route('**/laas/search?q=broken*', (route) =>
    route.fulfill({ status: 400, json: { message: 'The search is broken.' } }),
  )
  await box(page).fill('broken')
  await failure.getByText('The search is broken.').waitFor()
  await page.unroute('**/laas/search?q=broken*')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nothing was found for “broken”.').waitFor()
  assert.equal(await options(page).count(), 1)
})

const HOSTILE = [
  'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 90),
  'إسماعيل بن عبد الرحمن متجر الكتب القديمة على ضفاف النهر',
  '👩‍👩‍👧‍👦🦄🌿 Ümläut',
  '<img src=x onerror="document.title=1">',
]

test('hostile names, orders and notes fit into the results, wide and on a phone, light and dark', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const mark = unique('zz')
  const rule = await partner.addRule({ name: `${mark} ${'x'.repeat(90 - mark.length - 1)}` })
  for (const [number, name] of HOSTILE.entries()) {
    const fullname = `${mark} ${name}`.slice(0, 100)
    const body = {
      userId: await partner.addUser({ fullname }),
      ruleName: rule.name,
      reference: `${mark}-${number}-${'9'.repeat(60)}`,
      narration: `${mark} ${name.repeat(2)}`,
    }
    await dataOf(service.post('/api/v1/laas/rules/award', body, partner.token))
  }
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  await page.goto('/dashboard/settings')
  await heading(page, 'Settings').waitFor()
  const title = await page.title()
  await openSearch(page)
  await box(page).fill(mark)
  await results(page, 'Members')
    .nth(HOSTILE.length - 1)
    .waitFor()
  await page
    .getByRole('option', { name: HOSTILE[3] as string })
    .first()
    .waitFor()
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      const [wide, screen, high] = await page.evaluate<[number, number, number]>(`[
        Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('.search, .search-result')].map((each) => each.getBoundingClientRect().right)),
        document.documentElement.clientWidth,
        Math.max(...[...document.querySelectorAll('.search-result')].map((row) => row.offsetHeight)),
      ]`)
      assert.ok(wide <= screen, `${wide} wide on a screen of ${screen}`)
      assert.ok(high <= 56, `a result is ${high} high at ${width}`)
      assert.deepEqual(await seriousFindings(page), [], `${width} ${colorScheme}`)
    }
  assert.equal(await page.title(), title, 'no name was run')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESKTOP.viewport)
  await checkLooks(page, 'search')
  assert.deepEqual(complaints, [])
})

test('a question mark lists all shortcuts, and a phone searches by a button', {
  skip: noBrowser,
}, async () => {
  const { email } = await newOwner(service)
  const { page, complaints } = await openDashboard(service, email, { ...DESKTOP })
  await page.goto('/dashboard/settings')
  await heading(page, 'Settings').waitFor()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const goTo = list.getByRole('region', { name: 'Go to' })
  await goTo.waitFor()
  const menu = await page.getByRole('navigation', { name: 'Areas', includeHidden: true }).innerText()
  for (const area of menu.trim().split(/\s*\n\s*/)) await goTo.getByText(area, { exact: true }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await heading(page, 'Settings').waitFor()
  await checkWords(page, 'the shortcuts')
  await checkLooks(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: NAME }).click()
  await until(page, `document.querySelector('[role=dialog]')?.offsetWidth === innerWidth`)
  await page.getByText('any part of what somebody wrote').waitFor()
  await checkWords(page, 'the search')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.setViewportSize(DESKTOP.viewport)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await goTo.waitFor()
  assert.deepEqual(complaints, [])
})
