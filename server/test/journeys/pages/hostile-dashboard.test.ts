import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { apiNamesOn, coinWordsOn } from '../../support/api-names.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { giveReason, labelled, openDashboard, press } from '../../support/dashboard.ts'
import { misfits } from '../../support/fits.ts'
import { type HostileProgramme, hostileProgramme, LONG, ORDER } from '../../support/hostile-programme.ts'
import { startTestService } from '../../support/service.ts'

const service = await startTestService({ deliversWebhooks: true })
let programme: HostileProgramme
before(async () => {
  if (!noBrowser) programme = await hostileProgramme(service)
})

/** What says that coins have a name. */
const NAMES_COINS: Record<string, RegExp> = {
  'programme settings': /^(coins?$|Name of a coin$|Leave both empty)/,
  'audit log': /^/,
}

/** Looks at pages and dialogs, and fails at the end with all that was wrong. */
async function openGallery() {
  const { page, complaints } = await openDashboard(service, programme.email, { ...DESKTOP })
  const problems: string[] = []
  const dialog = page.getByRole('dialog')

  /** Looks at the page as it is now. */
  async function look(name: string, within?: string): Promise<void> {
    problems.push(...(await misfits(page, name, within)))
    for (const word of await apiNamesOn(page)) problems.push(`${name} says ${word}, a name of the API`)
    for (const line of await coinWordsOn(page))
      if (!NAMES_COINS[name]?.test(line)) problems.push(`${name} names coins: ${line}`)
  }

  async function visit(path: string, name: string): Promise<void> {
    await page.goto(`/dashboard${path}`)
    await page.getByRole('navigation', { name: 'Areas' }).waitFor()
    await look(name)
  }

  /** Opens a dialog, looks at it and closes it. */
  async function lookInto(name: string, open: () => Promise<unknown>): Promise<void> {
    await open()
    await dialog.waitFor()
    // A landmark in a dialog would be a second one of the page.
    const landmarks = await dialog.locator('header, footer, main, [role=banner]').count()
    if (landmarks > 0) problems.push(`${name} has landmarks of a page`)
    await look(name, '[role=dialog]')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }

  const lookIntoButton = (name: string, button: string | RegExp) =>
    lookInto(name, () => page.getByRole('button', { name: button, exact: true }).first().click())

  const lookIntoMenu = (name: string, menu: RegExp | string, item: string) =>
    lookInto(name, () => chooseFrom(page, menu, item))

  function finish(): void {
    assert.deepEqual(problems, [])
    assert.deepEqual(complaints, [])
  }
  return { page, dialog, look, visit, lookInto, lookIntoButton, lookIntoMenu, finish }
}

async function chooseFrom(page: Page, menu: RegExp | string, item: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Chooses what a search finds, once the list of the search has replaced the first one. */
const choose = async (page: Page, box: string, text: string) => {
  const found = page.waitForResponse((response) => response.url().includes('search='))
  await page.getByRole('combobox', { name: box }).fill(text)
  await found
  await page.getByRole('option').filter({ hasText: text }).first().click()
}

const forecast = (page: Page) => page.getByRole('table', { name: 'What it changes' }).waitFor()

test('hostile data breaks neither the overview nor the rules', { skip: noBrowser }, async () => {
  const { page, dialog, look, visit, lookInto, lookIntoButton, lookIntoMenu, finish } = await openGallery()
  const { rules } = programme
  await visit('/', 'overview')
  await press(page, 'Custom')
  await look('overview, custom days', '[role=dialog]')
  await visit('/rules', 'rules')
  await visit('/rules?state=archived', 'archived rules')
  await visit('/rules?view=calendar', 'calendar')
  await visit('/rules/new', 'new rule')
  await visit(`/rules/new?copy=${rules.long.id}`, 'copied rule')

  await page.goto(`/dashboard/rules/award?rule=${rules.long.name}`)
  await page.getByText('Pays', { exact: false }).first().waitFor()
  await labelled(page, 'Awards').fill(`${'c'.repeat(100)}, ${ORDER}, ${LONG}\n${LONG}, ${ORDER}\n@nobody`)
  await press(page, 'Check 3 lines')
  await page.getByRole('table', { name: 'Lines' }).waitFor()
  await look('award from a list')

  await visit(`/rules/${rules.long.id}`, 'rule')
  await lookInto('rule, try', async () => {
    await chooseFrom(page, 'More actions', 'Try on a member')
    await choose(page, 'Member', LONG)
    await dialog.getByText(/^Would be /).waitFor()
  })
  await lookIntoMenu('rule, code', 'More actions', 'Use in code')
  await lookIntoMenu('rule, archive', 'More actions', 'Archive')
  await lookIntoButton('rule, restore', 'Restore version 1')
  await press(page, 'Edit')
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await look('rule, edit')
  await visit(`/rules/${rules.long.id}?tab=awards`, 'rule, awards')
  await visit(`/rules/${rules.long.id}?tab=refusals`, 'rule, refusals')
  await visit(`/rules/${rules.rightToLeft.id}`, 'batched rule')
  await visit(`/rules/${rules.combined.id}`, 'combined rule')
  await press(page, 'Edit')
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await look('combined rule, edit')
  await visit(`/rules/${rules.archived.id}`, 'archived rule')
  finish()
})

test('hostile data breaks no member, and no dialog about one', { skip: noBrowser }, async () => {
  const { page, dialog, look, visit, lookInto, lookIntoButton, lookIntoMenu, finish } = await openGallery()
  const { members, rules } = programme
  await visit('/members', 'members')
  await lookIntoButton('members, add', 'Add customers')
  await lookIntoButton('members, onboard', 'Onboard by tag')
  await visit('/members/import', 'import')

  await visit(`/members/${members.long}`, 'member')
  await press(page, /more holds$/)
  await look('member, holds')
  for (const deed of ['Capture', 'Release'])
    await lookInto(`member, ${deed} a hold`, async () => {
      await page
        .getByRole('button', { name: new RegExp(`^${deed} the hold of`) })
        .first()
        .click()
      if (deed === 'Capture') await forecast(page)
    })
  const more = /^More actions on/
  for (const [name, rule] of [
    ['paid', rules.perUnit],
    ['refused', rules.long],
  ] as const)
    await lookInto(`member, award ${name}`, async () => {
      await press(page, 'Award')
      await choose(page, 'Rule', rule.name)
      if (name === 'refused') return dialog.getByText(/limit for one person is reached/).waitFor()
      await labelled(page, 'Units').fill('123.45')
      await forecast(page)
    })
  await lookInto('member, adjust', async () => {
    await press(page, 'Adjust')
    await dialog.locator('input[inputmode=decimal]').fill('99999999.99')
    await giveReason(page, LONG)
    await forecast(page)
  })
  await lookInto('member, take', async () => {
    await chooseFrom(page, more, /^Take /)
    await dialog.getByText(/^All /).click()
    await forecast(page)
  })
  await lookInto('member, return', async () => {
    await chooseFrom(page, more, 'Return an order')
    await dialog.getByLabel('Order', { exact: true }).fill(ORDER)
    await dialog.getByText(/of the order came back before/).waitFor()
  })
  await lookIntoMenu('member, own id', more, 'Change your own id')
  await lookInto('member, attributes', async () => {
    await press(page, 'Edit attributes')
    await press(page, 'Add an attribute')
    await press(page, 'Save')
    await dialog.getByText(/^Begin with a letter/).waitFor()
  })
  await lookIntoMenu('member, end', more, 'End the membership')
  await lookIntoMenu('member, erase', more, 'Erase member')
  await lookInto('member, line', () => page.locator('.line .row-link').first().click())
  await lookInto('member, reverse', async () => {
    await page
      .getByRole('button', { name: `Reverse: ${rules.long.name}` })
      .first()
      .click()
    await forecast(page)
  })
  await lookInto('member, refund', async () => {
    await page
      .getByRole('button', { name: /^Refund: / })
      .first()
      .click()
    await forecast(page)
  })
  await visit(`/members/${members.nameless}`, 'member without a name')
  await visit(`/members/${members.left}`, 'former member')
  await visit(`/members/${members.erased}`, 'erased member')
  finish()
})

test('hostile data breaks neither the history nor an order', { skip: noBrowser }, async () => {
  const { page, dialog, look, visit, lookInto, lookIntoButton, finish } = await openGallery()
  await visit('/history', 'history')
  await press(page, 'More filters')
  await look('history, more filters')
  await lookIntoButton('history, line', /^Details of/)
  await lookIntoButton('history, export', 'Export')
  await visit('/history?reason=user_limit_reached', 'refusals')
  await visit('/history?kind=hold', 'holds')
  await lookInto('holds, line', async () => {
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click()
    await dialog.getByRole('button', { name: /^Release: / }).waitFor()
  })
  await visit('/history/orders', 'orders')
  await visit(`/history/orders/${ORDER}`, 'order')
  await lookInto('order, return', async () => {
    await press(page, 'Return more')
    await dialog.getByText(/of the order came back before/).waitFor()
  })
  finish()
})

const MONTH = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Argentina/ComodRivadavia',
  year: 'numeric',
  month: '2-digit',
})

test('hostile data breaks neither finance nor boards', { skip: noBrowser }, async () => {
  const { page, look, visit, lookIntoButton, lookIntoMenu, finish } = await openGallery()
  await visit('/finance', 'statement')
  for (const kind of ['Issued', 'Added by hand', 'Taken by hand'])
    await page.getByRole('button', { name: new RegExp(`^${kind}`), expanded: false }).click()
  await look('statement, lines')
  await lookIntoMenu('statement, export', 'CSV', 'Every movement, with your own customer ids')
  const first = MONTH.format(new Date(programme.beganAt))
  await visit(`/finance?month=${first}`, 'statement of an earlier month')
  await lookIntoButton('statement, close', /^Close /)
  await visit('/finance/rules', 'finance by rule')
  await visit('/finance/liability', 'liability')
  await visit('/finance/months', 'months')

  await visit('/boards', 'board')
  await lookIntoButton('board, unpublish', 'Unpublish the boards')
  await visit('/boards?type=spender', 'spenders')
  await visit(`/boards?year=${first.slice(0, 4)}`, 'board of a year')
  finish()
})

test('hostile data breaks no page for developers', { skip: noBrowser }, async () => {
  const { page, dialog, look, visit, lookIntoButton, lookIntoMenu, finish } = await openGallery()
  await visit('/developers', 'keys')
  await lookIntoButton('keys, create', 'Create a secret')
  await lookIntoButton('keys, revoke', `Revoke ${LONG}`)
  await visit('/developers/webhooks', 'webhooks')
  await lookIntoButton('webhooks, add', 'Add a webhook')
  await visit(`/developers/webhooks/${programme.webhookId}`, 'webhook')
  await lookIntoMenu('webhook, edit', 'More', 'Edit')
  await lookIntoMenu('webhook, rotate', 'More', 'Replace the secret')
  await lookIntoMenu('webhook, replay', 'More', 'Replay from an event')
  await lookIntoMenu('webhook, delete', 'More', 'Delete')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await look('webhook, delivery')
  await visit('/developers/events', 'events')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await look('events, one')
  await visit('/developers/requests?outcome=failed', 'requests')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await look('requests, one')
  // The secret stays until it is dismissed.
  await page.goto('/dashboard/developers')
  await press(page, 'Create a secret')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('server')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('It is shown only once.').waitFor()
  await look('keys, created', '[role=dialog]')
  finish()
})

test('hostile data breaks no setting', { skip: noBrowser }, async () => {
  const { visit, lookIntoButton, lookIntoMenu, finish } = await openGallery()
  await visit('/settings', 'programme settings')
  await visit('/settings/brand', 'brand')
  await visit('/settings/team', 'team')
  await lookIntoButton('team, invite', 'Invite someone')
  await lookIntoMenu('team, role', /^Actions for support/, 'Change the role')
  await lookIntoMenu('team, remove', /^Actions for support/, 'Remove from the team')
  await lookIntoButton('team, withdraw', /^Withdraw the invitation of/)
  await visit('/settings/audit-log', 'audit log')
  await visit('/settings/account', 'account')
  await lookIntoButton('account, e-mail', 'Change the e-mail')
  await lookIntoButton('account, password', 'Change the password')
  await lookIntoButton('account, second factor', 'Set up a second factor')
  await lookIntoButton('account, sign out', 'Sign out everywhere')
  finish()
})
