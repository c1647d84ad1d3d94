import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, PHONE } from '../../support/browser.ts'
import {
  contentOf,
  fill,
  focusIsOn,
  heading,
  labelled,
  loseFirstResponse,
  openDashboard,
  press,
  until,
} from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { mailedToken, mailsTo } from '../../support/mailbox.ts'
import { login, ME, newOwner, PASSWORD, signIn, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { activateSecondFactor, addMember, codeOf } from '../../support/team.ts'

const service = useSharedService()
const skip = noBrowser
const NEW_PASSWORD = 'Rainy-Day-8'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text })

/** Opens the menu of a member and chooses from it. */
async function choose(page: Page, email: string, action: string): Promise<void> {
  await press(page, `Actions for ${email}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('changing the password ends all other sessions', { skip }, async () => {
  const { email } = await newOwner(service)
  const { page, complaints } = await openDashboard(service, email)
  await page.goto('/dashboard/settings/account')
  await press(page, 'Change the password')
  await fill(page, {
    'Current password': 'Wrong-Day-7',
    'New password': NEW_PASSWORD,
    'New password, again': NEW_PASSWORD,
  })
  await dialog(page, 'Change your password').getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('This is not the password of your account; check it.').waitFor()
  await fill(page, { 'Current password': PASSWORD })
  await dialog(page, 'Change your password').getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('1 other session ended.').waitFor()
  await page.reload()
  await heading(page, 'Settings').waitFor()
  assert.equal((await login(service, email, { password: NEW_PASSWORD })).status, 200)
  assert.deepEqual(complaints, [])
})

test('the e-mail changes once both mailboxes have confirmed', {
  skip,
}, async () => {
  const { email } = await newOwner(service)
  const next = `${unique('moved')}@acme.example`
  const { page, complaints } = await openDashboard(service, email)
  await page.goto('/dashboard/settings/account')
  await press(page, 'Change the e-mail')
  await fill(page, { 'New e-mail': next, 'Your password': PASSWORD })
  await press(page, 'Send both mails')
  await page.getByText('We have sent mails to').waitFor()
  await press(page, 'Done')
  for (const address of [email, next]) {
    const token = await mailedToken(service, address)
    assert.equal((await service.post(`${ME}/email/confirm`, { token })).status, 200)
  }
  await page.reload()
  await row(page, next).waitFor()
  assert.deepEqual(complaints, [])
})

test('a second factor is set up, its recovery codes replaced, and removed', { skip }, async () => {
  const { email } = await newOwner(service)
  const { page, complaints } = await openDashboard(service, email)
  await page.goto('/dashboard/settings/account')
  await press(page, 'Set up a second factor')
  const setUp = dialog(page, 'Set up a second factor')
  await fill(page, { 'Your password': 'Wrong-Day-7' })
  await press(page, 'Continue')
  await page.getByText('This is not the password of your account; check it.').waitFor()
  await fill(page, { 'Your password': PASSWORD })
  await press(page, 'Continue')
  await setUp.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await setUp.locator('code').textContent()) ?? ''
  await fill(page, { Code: '000000' })
  await press(page, 'Turn it on')
  await page.getByText('The code is wrong or was used before').waitFor()
  await fill(page, { Code: codeOf(secret) })
  await press(page, 'Turn it on')
  await dialog(page, 'Save your recovery codes').waitFor()
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  assert.equal(codes.length, 10)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'laurel-recovery-codes.txt')
  assert.equal(await contentOf(download), `${codes.join('\n')}\n`)
  await press(page, 'I have saved them')
  assert.equal((await login(service, email)).status, 401)

  await press(page, 'New recovery codes')
  await fill(page, { Code: codes[0] ?? '' })
  await press(page, 'Replace the codes')
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const fresh = await list.getByRole('listitem').allTextContents()
  assert.ok(!fresh.includes(codes[1] ?? ''))
  await press(page, 'I have saved them')

  await press(page, 'Remove the second factor')
  const removal = dialog(page, 'Remove the second factor')
  await fill(page, { 'Your password': 'Wrong-Day-7', Code: fresh[0] ?? '' })
  await removal.getByRole('button', { name: 'Remove the second factor' }).click()
  await page.getByText('This is not the password of your account; check it.').waitFor()
  await fill(page, { 'Your password': PASSWORD })
  await removal.getByRole('button', { name: 'Remove the second factor' }).click()
  await page.getByRole('button', { name: 'Set up a second factor' }).waitFor()
  assert.equal((await login(service, email)).status, 200)
  assert.deepEqual(complaints, [])
})

test('sessions are listed with their browser, and end one by one or all together', { skip }, async () => {
  const { email } = await newOwner(service)
  await signIn(service, email, {
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const { page, complaints } = await openDashboard(service, email)
  await page.goto('/dashboard/settings/account')
  await row(page, 'Firefox on Windows').waitFor()
  assert.equal(await row(page, 'This session').getByRole('button').count(), 0)
  await press(page, 'End the session of Firefox on Windows')
  await page.getByText('The session of Firefox on Windows is ended.').waitFor()
  await row(page, 'Firefox on Windows').waitFor({ state: 'detached' })

  await press(page, 'Sign out everywhere')
  await dialog(page, 'Sign out everywhere?').getByRole('button', { name: 'Sign out everywhere' }).click()
  await heading(page, 'Sign in').waitFor()
  await page.goto('/dashboard/settings/account')
  await heading(page, 'Sign in').waitFor()
  assert.deepEqual(complaints, [])
})

test('ending the only session of the last page leads to the previous page', { skip }, async () => {
  const { email } = await newOwner(service)
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  for (let signedIn = 0; signedIn < 9; signedIn += 1) await signIn(service, email, { agent })
  const { page, complaints } = await openDashboard(service, email)
  await page.goto('/dashboard/settings/account?page=2')
  await page.getByText('11 in all').waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^End the session/ })
    .click()
  await row(page, 'This session').waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual(complaints, [])
})

test('an invitation whose response was lost is not sent twice', { skip }, async () => {
  const owner = await newOwner(service)
  const invited = `${unique('invited')}@acme.example`
  const { page, complaints } = await openDashboard(service, owner.email)
  await loseFirstResponse(page, '**/team/invitations')
  await page.goto('/dashboard/settings/team')
  const invite = async () => {
    await press(page, 'Invite someone')
    await fill(page, { 'E-mail': invited })
    await press(page, 'Send the invitation')
  }
  await invite()
  await page.getByText('Something broke on the way.').waitFor()
  await press(page, 'Cancel')
  await dialog(page, 'Invite someone to the team').waitFor({ state: 'hidden' })
  await invite()
  await row(page, invited).waitFor()
  assert.equal((await mailsTo(service, invited)).length, 1)
  assert.deepEqual(complaints, [])
})

test('a dialog from the menu of a member returns the focus to its button', { skip }, async () => {
  const owner = await newOwner(service)
  const member = await addMember(service, owner, 'support')
  const { page, complaints } = await openDashboard(service, owner.email)
  await page.goto('/dashboard/settings/team')
  for (const action of ['Change the role', 'Remove from the team']) {
    await choose(page, member.email, action)
    await until(page, `document.activeElement?.closest('[role=dialog]') !== null`)
    await page.keyboard.press('Escape')
    await focusIsOn(page, `Actions for ${member.email}`)
  }
  assert.deepEqual(complaints, [])
})

test('a page past the end of the audit log leads to the last page', { skip }, async () => {
  const owner = await newOwner(service)
  const { page, complaints } = await openDashboard(service, owner.email)
  await page.goto('/dashboard/settings/audit-log?page=9')
  await row(page, 'Registered the business').waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual(complaints, [])
})

test('an owner invites, withdraws, changes roles, removes second factors and members', {
  skip,
}, async () => {
  const owner = await newOwner(service)
  const member = await addMember(service, owner, 'support')
  await activateSecondFactor(service, member.token)
  const invited = `${unique('invited')}@acme.example`
  const { page, complaints } = await openDashboard(service, owner.email)
  await page.goto('/dashboard/settings/team')
  await page.getByText('There are no open invitations.').waitFor()

  await press(page, 'Invite someone')
  await fill(page, { 'E-mail': member.email })
  await press(page, 'Send the invitation')
  await page.getByText('is already in your team; change the role of that member instead.').waitFor()
  await fill(page, { 'E-mail': invited })
  await labelled(page, 'Manager').check()
  await press(page, 'Send the invitation')
  await row(page, invited).getByText('Manager').waitFor()
  assert.equal((await mailsTo(service, invited)).length, 1)
  await press(page, `Withdraw the invitation of ${invited}`)
  await press(page, 'Withdraw')
  await row(page, invited).waitFor({ state: 'detached' })

  await choose(page, member.email, 'Change the role')
  await labelled(page, 'Manager').check()
  await press(page, 'Change the role')
  await row(page, member.email).getByText('Manager').waitFor()

  await row(page, member.email).getByText('Second factor on').waitFor()
  await choose(page, member.email, 'Remove the second factor')
  await press(page, 'Remove the second factor')
  await row(page, member.email).getByText('Second factor off').waitFor()

  await choose(page, owner.email, 'Change the role')
  await labelled(page, 'Support').check()
  await press(page, 'Change the role')
  await page.getByText('A team needs an owner, and this is the last one').waitFor()
  await press(page, 'Cancel')

  await choose(page, member.email, 'Remove from the team')
  await press(page, 'Remove from the team')
  await row(page, member.email).waitFor({ state: 'detached' })
  assert.equal((await login(service, member.email)).status, 401)

  await page.getByRole('link', { name: 'Audit log' }).click()
  for (const words of [
    `Removed ${member.email} from the team`,
    `Removed the second factor of ${member.email}`,
    `Changed the role of ${member.email} from support to manager`,
    `Withdrew the invitation of ${invited}`,
    `Invited ${invited} as manager`,
    'Registered the business',
  ])
    await row(page, words).first().waitFor()
  assert.deepEqual(complaints, [])
})

test('an owner who changes their own role must sign in again', { skip }, async () => {
  const owner = await newOwner(service)
  await addMember(service, owner, 'owner')
  const { page, complaints } = await openDashboard(service, owner.email)
  await page.goto('/dashboard/settings/team')
  await choose(page, owner.email, 'Change the role')
  await labelled(page, 'Read-only').check()
  await press(page, 'Change the role')
  await heading(page, 'Sign in').waitFor()
  assert.deepEqual(complaints, [])
})

test('the audit log is paged', { skip }, async () => {
  const owner = await newOwner(service)
  for (let tries = 0; tries < 26; tries += 1) await login(service, owner.email)
  const { page, complaints } = await openDashboard(service, owner.email)
  await page.goto('/dashboard/settings/audit-log')
  await page.getByText('29 in all').waitFor()
  assert.equal(await row(page, 'Registered the business').count(), 0)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await row(page, 'Registered the business').waitFor()
  assert.equal(new URL(page.url()).search, '?page=2')
  assert.deepEqual(complaints, [])
})

test('the audit log shows no names before the team is loaded', { skip }, async () => {
  const owner = await newOwner(service)
  const member = await addMember(service, owner, 'manager')
  const { page } = await openDashboard(service, member.email)
  const team = '**/partners/me/team'
  await page.route(team, (route) => route.fulfill({ status: 500, json: { message: 'It broke.' } }))
  await page.goto('/dashboard/settings/audit-log')
  await page.getByText('It broke.').waitFor()
  assert.equal(await page.getByText('A former member').count(), 0)
  await page.unroute(team)
  await press(page, 'Try again')
  await row(page, member.email).first().waitFor()
})

test('a read-only member sees the team and their own account, without actions on others', {
  skip,
}, async () => {
  const owner = await newOwner(service)
  const { email } = await addMember(service, owner, 'read-only')
  await service.post(`${ME}/team/invitations`, { email: 'eve@acme.example', role: 'support' }, owner.token)
  const { page, complaints } = await openDashboard(service, email)
  await page.goto('/dashboard/settings/team')
  await row(page, 'eve@acme.example').waitFor()
  const main = page.getByRole('main')
  assert.equal(await main.getByRole('button').count(), 0)
  assert.equal(await main.getByRole('link', { name: 'Audit log' }).count(), 0)
  await page.goto('/dashboard/settings/audit-log')
  await page.getByRole('heading', { name: 'The audit log is for owners and managers' }).waitFor()
  await page.goto('/dashboard/settings/account')
  await page.getByRole('button', { name: 'Change the password' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('every settings page is accessible, wide and on a phone', { skip }, async () => {
  const owner = await newOwner(service)
  const member = await addMember(service, owner, 'manager')
  await activateSecondFactor(service, member.token)
  await addMember(service, owner, 'read-only')
  await service.post(`${ME}/team/invitations`, { email: 'eve@acme.example', role: 'support' }, owner.token)
  const { page, complaints } = await openDashboard(service, owner.email, PHONE)
  await page.goto('/dashboard/settings/account')
  await row(page, 'This session').waitFor()
  await checkLooks(page, 'settings')
  await press(page, 'Set up a second factor')
  await fill(page, { 'Your password': PASSWORD })
  await press(page, 'Continue')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await checkLooks(page, 'settings-second-factor')
  await page.goto('/dashboard/settings/team')
  await row(page, 'eve@acme.example').waitFor()
  await checkLooks(page, 'settings-team')
  await press(page, 'Invite someone')
  await dialog(page, 'Invite someone to the team').waitFor()
  await checkLooks(page, 'settings-invite')
  await page.goto('/dashboard/settings/audit-log')
  await row(page, 'Registered the business').waitFor()
  await checkLooks(page, 'settings-audit-log')
  assert.deepEqual(complaints, [])
})
