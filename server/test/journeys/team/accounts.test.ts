import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { fill, heading, labelled, openDashboard, press } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { mailedCode, mailsTo } from '../../support/mailbox.ts'
import {
  login,
  ME,
  newEmail,
  newOwner,
  onboardTestPartner,
  PARTNERS,
  PASSWORD,
  unique,
} from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { activateSecondFactor, setEmailVerified } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const skip = noBrowser
const NEW_PASSWORD = 'Rainy-Day-8'

/** The error of an input, as screen readers find it. */
async function problemAt(page: Page, label: string): Promise<string | null> {
  const input = labelled(page, label)
  assert.equal(await input.getAttribute('aria-invalid'), 'true', `${label} is marked`)
  const id = (await input.getAttribute('aria-describedby'))
    ?.split(' ')
    .find((each) => each.endsWith('-error'))
  return page.locator(`[id="${id}"]`).textContent()
}

/** The path behind the link in the newest mail to an address. */
async function mailedPath(email: string): Promise<string> {
  const [mail] = await mailsTo(service, email)
  const path = /^http:\/\/[^/]+(\/dashboard\/\S+)$/m.exec(mail?.text ?? '')?.[1]
  assert(path, `a link was mailed to ${email}`)
  return path
}

test('sign-up shows every field error at once, leads to the overview, and asks for the code where one is needed', {
  skip,
}, async () => {
  const { email: taken } = await onboardTestPartner(service)
  const email = `${unique('founder')}@acme.example`
  const { page, complaints } = await openChromium(service.url)
  await page.goto('/dashboard/sign-up')

  await press(page, 'Register')
  for (const label of ['Business', 'E-mail', 'Password'])
    assert.equal(await problemAt(page, label), 'This is required.')

  await fill(page, { Business: 'Acme' })
  await page.getByText('You will sign in to the ecosystem acme.').waitFor()
  await press(page, 'Change')
  await fill(page, { Ecosystem: 'Acme!' })
  await press(page, 'Register')
  assert.equal(
    await problemAt(page, 'Ecosystem'),
    'Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.',
  )

  await fill(page, { Ecosystem: 'acme', Business: '', 'E-mail': 'nobody', Password: 'short' })
  await press(page, 'Register')
  await page.getByText(/^Must be an e-?mail address/).waitFor()
  assert.equal(await problemAt(page, 'Business'), 'This is required.')
  assert.match((await problemAt(page, 'E-mail')) ?? '', /^Must be an e-?mail address/)
  assert.equal(
    await problemAt(page, 'Password'),
    'Must have 8 to 200 characters, with one uppercase letter, one number and one special character.',
  )
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-invalid")'), 'true')

  await fill(page, { Business: 'Acme', 'E-mail': taken, Password: PASSWORD })
  await press(page, 'Register')
  await page.getByText('is already taken').waitFor()
  assert.equal(
    await problemAt(page, 'E-mail'),
    `The email ${taken} is already taken; sign in, or use another one.`,
  )
  assert.equal(await labelled(page, 'Business').inputValue(), 'Acme')
  assert.equal(await labelled(page, 'Password').inputValue(), PASSWORD)

  await fill(page, { 'E-mail': email })
  // The message goes after a few seconds, in which a busy machine may not get to look twice.
  const message = page.getByText('Acme is registered.').waitFor()
  await press(page, 'Register')
  await heading(page, 'Overview').waitFor()
  assert.equal(new URL(page.url()).pathname.replace(/\/$/, ''), '/dashboard')
  await message
  const signedIn = await login(service, email)
  assert.equal(signedIn.status, 200)
  assert.equal(signedIn.body.data.partner.mobileRedirectUrl, `${service.origin}/not-set-up`)

  const banner = page.getByRole('region', { name: 'Verify your e-mail address' })
  assert.equal(await banner.count(), 0, 'development asks for no code')
  await setEmailVerified(service, email, false)
  await page.goto('/dashboard/settings/team')
  await banner.getByText(`We have sent a code to ${email}.`).waitFor()
  await fill(page, { 'Code from the mail': '12345' })
  await press(page, 'Verify')
  await page.getByText('Must be the 6 digits of the mail.').waitFor()
  await fill(page, { 'Code from the mail': '000000' })
  await press(page, 'Verify')
  await page.getByText('The code is wrong or expired; check it, or ask for a new one.').waitFor()
  await press(page, 'Invite someone')
  await fill(page, { 'E-mail': newEmail() })
  await press(page, 'Send the invitation')
  await page.getByText('The e-mail address is not verified yet').waitFor()
  await page.keyboard.press('Escape')
  await press(page, 'Send a new code')
  await page.getByText('A new code is on its way. The earlier code no longer works.').waitFor()
  await fill(page, { 'Code from the mail': await mailedCode(service, email) })
  await press(page, 'Verify')
  await page.getByText('Your e-mail address is verified.').waitFor()
  await banner.waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

test('the password policy is checked while the password is typed', { skip }, async () => {
  const { page, complaints } = await openChromium(service.url)
  await page.goto('/dashboard/sign-up')
  const met = page.getByRole('list', { name: 'What a password needs' }).getByText('met', { exact: true })
  const typed = async (password: string) => {
    await fill(page, { Password: password })
    return met.count()
  }
  assert.deepEqual(
    [await typed(''), await typed('sunny-day'), await typed('Sunny-d7'), await typed('S7-')],
    [0, 2, 4, 3],
  )
  assert.deepEqual(complaints, [])
})

test('a wrong password shows an error, and the right one leads to the requested page', {
  skip,
}, async () => {
  const { email } = await newOwner(service)
  const { page, complaints } = await openChromium(service.url)
  await page.goto('/dashboard/settings/team?x=1')
  await heading(page, 'Sign in').waitFor()
  await fill(page, { Ecosystem: 'acme', 'E-mail': email, Password: 'Wrong-Day-7' })
  await press(page, 'Sign in')
  await page
    .getByRole('alert')
    .getByText('The email or the password is wrong for this ecosystem; check both, or reset the password.')
    .waitFor()
  await fill(page, { Password: PASSWORD })
  await press(page, 'Sign in')
  await page.waitForURL('**/dashboard/settings/team*')

  await page.goto('/dashboard/sign-in?next=/settings')
  await page.waitForURL('**/dashboard/settings')
  await page.goto('/dashboard/sign-in?next=//elsewhere.example')
  await heading(page, 'Overview').waitFor()
  assert.deepEqual(complaints, [])
})

test('an account with a second factor asks for its code in a second step', { skip }, async () => {
  const owner = await newOwner(service)
  const { code, recoveryCodes } = await activateSecondFactor(service, owner.token)
  const { page, complaints } = await openChromium(service.url)
  await page.goto('/dashboard/sign-in?eco=acme')
  await fill(page, { 'E-mail': owner.email, Password: PASSWORD })
  await press(page, 'Sign in')
  await labelled(page, 'Code').waitFor()
  await press(page, 'Sign in')
  assert.equal(await problemAt(page, 'Code'), 'Enter the code from your app.')
  await fill(page, { Code: code })
  await press(page, 'Sign in')
  await page.getByText('The code is wrong or was used before').waitFor()
  await fill(page, { Code: recoveryCodes[0] ?? '' })
  await press(page, 'Sign in')
  await heading(page, 'Overview').waitFor()
  assert.deepEqual(complaints, [])
})

/** Lets reads of the API pass until they are held; then none is under way any more. */
async function controlReads(page: Page) {
  let isHeld = false
  let running = 0
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    if (request.method() !== 'GET' || request.resourceType() === 'eventsource') return route.continue()
    if (isHeld) return
    running += 1
    await route.fulfill({ response: await route.fetch() })
    running -= 1
  })
  return {
    hold() {
      isHeld = true
      return waitUntil(async () => running === 0, 'all reads have been answered')
    },
  }
}

test('signing out works, also when the session has already ended elsewhere', { skip }, async () => {
  const { email, token } = await newOwner(service)
  for (const endsBefore of [false, true]) {
    const { page, complaints } = await openDashboard(service, email)
    const reads = await controlReads(page)
    await page.goto('/dashboard/')
    await page.getByRole('button', { name: `Account of ${email}` }).click()
    // A read that finds the session ended first would open the sign-in dialog.
    await reads.hold()
    if (endsBefore) await service.request('DELETE', `${ME}/sessions`, { token })
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.unrouteAll()
    await heading(page, 'Sign in').waitFor()
    await page.goto('/dashboard/rules')
    await heading(page, 'Sign in').waitFor()
    assert.deepEqual(complaints, [])
  }
})

test('signing out in one tab signs out the others, and an ended session asks for the password when its stream breaks', {
  skip,
}, async () => {
  const { email, token } = await newOwner(service)
  const { page, context } = await openDashboard(service, email)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/dashboard/')
    await tab.getByText('Live', { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: `Account of ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) await heading(tab, 'Sign in').waitFor()

  const { page: left } = await openDashboard(service, email)
  await left.goto('/dashboard/rules/new')
  await left.getByText('Live', { exact: true }).waitFor()
  await service.request('DELETE', `${ME}/sessions`, { token })
  await left.getByText('Your session has ended.', { exact: false }).waitFor()
})

test('a mailed link resets a forgotten password once', { skip }, async () => {
  const { email } = await newOwner(service)
  const { page, complaints } = await openChromium(service.url)
  await page.goto('/dashboard/sign-in?eco=acme')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await heading(page, 'Forgotten password').waitFor()
  for (const asked of ['nobody@acme.example', email]) {
    await fill(page, { Ecosystem: 'acme', 'E-mail': asked })
    await press(page, 'Send me a link')
    await page.getByText(`If this account exists, we have sent a mail to ${asked}.`).waitFor()
    await press(page, 'Try another address')
  }
  assert.deepEqual(await mailsTo(service, 'nobody@acme.example'), [])

  const path = await mailedPath(email)
  await page.goto(path)
  await fill(page, { 'New password': NEW_PASSWORD, 'New password, again': 'Rainy-Day-9' })
  await press(page, 'Set the password')
  await page.getByText('Must equal password.').waitFor()
  await fill(page, { 'New password, again': NEW_PASSWORD })
  await press(page, 'Set the password')
  await heading(page, 'Your password is set').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  assert.equal(await labelled(page, 'Ecosystem').inputValue(), 'acme')
  await fill(page, { 'E-mail': email, Password: NEW_PASSWORD })
  await press(page, 'Sign in')
  await heading(page, 'Overview').waitFor()

  await page.goto(path)
  await fill(page, { 'New password': PASSWORD, 'New password, again': PASSWORD })
  await press(page, 'Set the password')
  await heading(page, 'This link no longer works').waitFor()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await heading(page, 'Forgotten password').waitFor()
  assert.deepEqual(complaints, [])
})

test('accepting an invitation sets a password and opens the dashboard', { skip }, async () => {
  const owner = await newOwner(service)
  const email = `${unique('invited')}@acme.example`
  await service.post(`${ME}/team/invitations`, { email, role: 'support' }, owner.token)
  const path = await mailedPath(email)
  const { page, complaints } = await openChromium(service.url)
  await page.goto(path)
  await heading(page, 'Join the team of Acme').waitFor()
  await page.getByText('Your role will be support', { exact: false }).waitFor()
  await page.getByText(email, { exact: false }).waitFor()
  await press(page, 'Join')
  await page.getByText('This is required.').first().waitFor()
  await fill(page, { Password: PASSWORD, 'Password, again': PASSWORD })
  await press(page, 'Join')
  await heading(page, 'Overview').waitFor()
  await page.getByText('Your role is support.').waitFor()

  await page.goto(path)
  await heading(page, 'This link no longer works').waitFor()
  assert.deepEqual(complaints, [])
})

test('a change of e-mail needs a confirmation on both mailed pages', { skip }, async () => {
  const { email: old, token } = await newOwner(service)
  const email = `${unique('moved')}@acme.example`
  await service.post(`${ME}/email`, { email, password: PASSWORD }, token)
  const { page, complaints } = await openChromium(service.url)
  const paths = [await mailedPath(old), await mailedPath(email)]
  for (const path of paths) {
    await page.goto(path)
    await heading(page, 'Confirm your e-mail address').waitFor()
  }
  assert.equal((await login(service, old)).status, 200, 'a look alone confirms nothing')

  await page.goto(paths[0] ?? '')
  await press(page, 'Confirm this address')
  await heading(page, 'One of two addresses is confirmed').waitFor()
  await page.getByText('the mail that we sent to the new address').waitFor()
  await page.goto(paths[1] ?? '')
  await press(page, 'Confirm this address')
  await heading(page, 'Your address has changed').waitFor()
  assert.equal((await login(service, email)).status, 200)

  await page.goto(paths[1] ?? '')
  await press(page, 'Confirm this address')
  await heading(page, 'This link no longer works').waitFor()
  assert.deepEqual(complaints, [])
})

test('every visitor page is accessible, wide and on a phone', { skip }, async () => {
  const { email, token } = await newOwner(service)
  await service.post(`${PARTNERS}/forgot-password`, { email })
  const reset = await mailedPath(email)
  const invited = `${unique('invited')}@acme.example`
  await service.post(`${ME}/team/invitations`, { email: invited, role: 'support' }, token)
  const pages = {
    'sign-in': '/dashboard/sign-in',
    'sign-up': '/dashboard/sign-up',
    'forgot-password': '/dashboard/forgot-password',
    'reset-password': reset,
    invitation: await mailedPath(invited),
    'confirm-email': '/dashboard/confirm-email?token=some&eco=acme',
    'link-cut-short': '/dashboard/invitation?eco=acme',
  }
  const { page, complaints } = await openChromium(service.url, PHONE)
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path)
    await checkLooks(page, name)
  }
  await page.goto('/dashboard/sign-up')
  await fill(page, { Business: 'Acme', Password: 'Sunny' })
  await press(page, 'Register')
  await page.getByText('This is required.').first().waitFor()
  await checkLooks(page, 'sign-up-errors')
  assert.deepEqual(complaints, [])
})
