import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../../support/account.ts'
import { assertFailure } from '../../support/api-response.ts'
import { noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { mailedCode, mailedLink } from '../../support/mailbox.ts'
import { newUserBody, onboardTestPartner, PASSWORD } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'

const service = useSharedService()
const userDetailsUrl = await startUserDetails()
const options = { skip: noBrowser }

const NEW_PASSWORD = 'Windy-Night-9'

test('a user signs in with the keyboard alone, after a wrong password', options, async () => {
  const { tag } = await signUp(service)
  const { page, complaints } = await openChromium(service.url)
  const { keyboard } = page
  const focused = () =>
    page.evaluate<string>('document.activeElement.id || document.activeElement.textContent.trim()')
  const reach = async (name: string) => {
    for (let steps = 0; steps < 12 && (await focused()) !== name; steps += 1) await keyboard.press('Tab')
    assert.equal(await focused(), name)
  }

  await page.goto('/account/security')
  await keyboard.press('Tab')
  assert.equal(await focused(), 'Skip to the content')
  await keyboard.press('Enter')
  await reach('login')
  await keyboard.type(tag)
  await reach('password')
  await keyboard.type('Rainy-Day-8')
  await keyboard.press('Enter')

  await page.waitForSelector('[role=alert]')
  assert.match(await focused(), /^There is a problem/)
  assert.equal(await page.getByLabel('Tag or e-mail address').getAttribute('aria-invalid'), 'true')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  assert.equal(await focused(), 'login')
  assert.equal(await page.getByLabel('Tag or e-mail address').inputValue(), tag)
  await reach('password')
  await keyboard.type(PASSWORD)
  await reach('Sign in')
  await keyboard.press('Space')
  await page.waitForURL('**/account/security')
  await reach('Sign out')
  await keyboard.press('Enter')
  await page.waitForURL('**/account/sign-in?done=signed-out')
  assert.deepEqual(complaints, [])
})

test('a user signs in on a phone in the dark, without scripts', options, async () => {
  const { email } = await signUp(service)
  const { page, complaints } = await openChromium(service.url, {
    ...PHONE,
    colorScheme: 'dark',
    javaScriptEnabled: false,
  })
  await page.goto('/account')
  await page.getByLabel('Tag or e-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).tap()
  await page.getByRole('heading', { name: 'Your coins' }).waitFor()
  await page.getByRole('heading', { name: 'No partner is linked yet' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).tap()
  await page.getByText('You are signed out.').waitFor()
  assert.deepEqual(complaints, [])
})

test("the account pages are set in the product's own typefaces", options, async () => {
  const { page, complaints } = await openChromium(service.url)
  await page.goto('/account/sign-in')
  const loaded = await page.evaluate<string[]>(`document.fonts.ready.then((fonts) =>
    [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))`)
  assert.deepEqual(loaded.toSorted(), ['Figtree', 'Fraunces'])
  assert.deepEqual(complaints, [])
})

test('a sign-in for another part of the service leads there', options, async () => {
  const { tag } = await signUp(service)
  const { page } = await openChromium(service.url, { javaScriptEnabled: false })
  await page.goto('/account/sign-in?next=%2Fhealthz%3Fx%3D1')
  await page.getByLabel('Tag or e-mail address').fill(tag)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/healthz?x=1')
})

test('a user who forgot the password sets another through the mail', options, async () => {
  const { tag, email } = await signUp(service)
  const { page, complaints } = await openChromium(service.url)
  await page.goto('/account/sign-in')
  await page.getByRole('link', { name: 'Forgot your password' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  await page.goto(await mailedLink(service, email))
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('New password again').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('Your password is set').waitFor()
  await page.getByLabel('Tag or e-mail address').fill(tag)
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Your coins' }).waitFor()
  assert.deepEqual(complaints, [])
})

test(
  'an account that a partner made opens only after the owner of its mailbox verified it and set a password',
  options,
  async () => {
    const partner = await onboardTestPartner(service)
    const body = newUserBody()
    await service.post('/api/v1/user', body, partner.token)
    const { page, complaints } = await openChromium(service.url)
    const signIn = async (password: string) => {
      await page.goto('/account/sign-in')
      await page.getByLabel('Tag or e-mail address').fill(body.tag)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    const isRefused = () => page.getByRole('alert').getByText('is wrong').waitFor()

    await signIn(PASSWORD)
    await isRefused()
    await page.getByRole('link', { name: 'Verify your e-mail address' }).click()
    await page.getByLabel('E-mail address').fill(body.email)
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await page.getByText('a new one is on its way').waitFor()
    await page.getByLabel('Code').fill(await mailedCode(service, body.email))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('Your e-mail address is verified.').waitFor()
    await signIn(PASSWORD)
    await isRefused()

    await page.getByRole('link', { name: 'set a password' }).click()
    await page.getByLabel('E-mail address').fill(body.email)
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    await page.goto(await mailedLink(service, body.email))
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('New password again').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.waitForURL('**/account/sign-in?done=password-set')
    await signIn(NEW_PASSWORD)
    await page.getByRole('heading', { name: 'Acme' }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test(
  'a user unlinks a partner, whose next award answers not found and who cannot take the user back by tag',
  options,
  async () => {
    const partner = await onboardTestPartner(service, { userDetailsUrl })
    const { userId, tag } = await signUp(service)
    const join = () => service.post('/api/v1/laas/users/onboard', { tag }, partner.token)
    assert.equal((await join()).status, 201)
    const rule = await partner.addRule({ coinValue: '12.5' })
    assert.equal((await partner.award(userId, rule.name)).status, 201)

    const { page, complaints } = await openChromium(service.url)
    await page.goto('/account')
    await page.getByLabel('Tag or e-mail address').fill(tag)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('12.5 coins').waitFor()
    await page.getByRole('link', { name: 'History with Acme' }).click()
    await page.getByText('+12.5 coins').waitFor()
    await page.getByRole('link', { name: 'Unlink Acme' }).click()
    await page.getByRole('link', { name: 'Keep it linked' }).click()
    await page.getByRole('link', { name: 'Unlink Acme' }).click()
    await page.getByRole('button', { name: 'Unlink Acme' }).click()
    await page.getByText('The partner is unlinked.').waitFor()

    assertFailure(await partner.award(userId, rule.name), 'missing', 'User was not found.')
    assertFailure(
      await join(),
      'refused',
      'The user unlinked from this partner and can come back only by consenting again.',
      'consent_required',
    )
    assert.deepEqual(complaints, [])
  },
)
