import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { createVisitor, signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { DESKTOP, noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { mailedCode, mailedLink } from '../../support/mailbox.ts'
import { beginFlow, discover, OauthBrowser, onboardOauthPartner } from '../../support/oauth.ts'
import { actionsOf, newRuleBody, newUserBody, PASSWORD, unique } from '../../support/partner.ts'
import { listen } from '../../support/server.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const SCOPE = 'openid profile wallet offline_access'
const MARK = 'laurel-sign-up'

const applicationAt = async (title: string) =>
  listen(
    createServer((_, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>${title}</title><h1>${title}</h1>`)
    }),
  )
const home = await applicationAt('Welcome to Acme')
const stranger = await applicationAt('A stranger')

const partner = await onboardOauthPartner(service, {
  applicationName: 'Acme Shop',
  partnerName: 'Acme',
  redirectUrl: `${home}/callback`,
  webRedirectUrl: '',
  mobileRedirectUrl: '',
})
const config = await discover(service, partner)
const rule = newRuleBody({ coinValue: '5' })
await dataOf(service.post('/api/v1/laas/rules/create-rule', rule, partner.token))
const { award } = actionsOf(service, () => partner.token)

/** What a person types into the form. */
function newPerson() {
  const { tag, fullname, email } = newUserBody()
  return { tag, fullname, email, password: PASSWORD }
}

const exchange = (redirect: string, { verifier, state }: { verifier: string; state: string }) =>
  openid.authorizationCodeGrant(config, new URL(redirect), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })

for (const [device, options] of [
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const) {
  test(`a newcomer with ${device} signs up on the way to an application, and sees the coins there`, {
    skip: noBrowser,
  }, async () => {
    const person = newPerson()
    const { page } = await openChromium(service.url, options)
    const flow = await beginFlow(config, { scope: SCOPE, prompt: 'create' })
    await page.goto(flow.url)
    await page.getByRole('heading', { name: 'Create an account to continue to Acme Shop' }).waitFor()
    const shownFields = page.locator('input:visible')
    assert.equal(await shownFields.count(), 4)
    await page.getByLabel('Name').fill(person.fullname)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Tag').fill('no')
    const make = page.getByRole('button', { name: 'Create an account' })
    await make.click()
    await page.getByRole('link', { name: 'The tag must have 3 to 30 letters' }).waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), person.fullname)
    await page.getByLabel('Tag').fill(`@${person.tag}`)
    await page.getByLabel('Password').fill(PASSWORD)
    await make.click()
    await page.getByText(`We mailed a code to ${person.email}.`).waitFor()
    await page.getByLabel('Code').fill(await mailedCode(service, person.email))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('heading', { name: 'Connect with Acme Shop?' }).waitFor()
    await page.getByText('See the coins and points that you have with it').waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor()

    const tokens = await exchange(page.url(), flow)
    assert.ok(tokens.refresh_token)
    await dataOf(award(tokens.claims()?.sub ?? '', rule.name))
    const wallet = () =>
      page.evaluate(
        async ([url, token]) => {
          const response = await fetch(`${url}/api/v1/laas/me/wallet`, {
            headers: { authorization: `Bearer ${token}` },
          })
          const { data } = (await response.json()) as { data: { coins: string } }
          return data.coins
        },
        [service.url, tokens.access_token],
      )
    assert.equal(await wallet(), '5')
    await page.goto(stranger)
    await assert.rejects(wallet(), /Failed to fetch/)
  })
}

test('sign-up in the flow claims the rewards that wait for the address', async () => {
  const person = newPerson()
  const customer = { externalId: unique('customer-'), email: person.email.toUpperCase() }
  const { userId } = await dataOf(service.post('/api/v1/laas/users', customer, partner.token))
  await dataOf(award(userId, rule.name))

  const browser = new OauthBrowser(service)
  const flow = await beginFlow(config, { scope: 'openid wallet' })
  await browser.open(flow.url)
  await browser.follow('New here')
  await browser.submit(person)
  await browser.submit({ email: person.email, code: await mailedCode(service, person.email) })
  assert.match(browser.text, new RegExp(`Acme already keeps rewards for ${person.email}\\.`))
  const redirect = await browser.allow()
  const tokens = await exchange(redirect ?? '', flow)
  assert.equal(tokens.claims()?.sub, userId)
  assert.equal((await dataOf(service.get('/api/v1/laas/me/wallet', tokens.access_token))).coins, '5')
})

test('the discovery document names the scope and the prompt, and a signed-in user is asked for consent alone', async () => {
  const { body } = await service.get('/oauth/.well-known/openid-configuration')
  assert.deepEqual(body.prompt_values_supported, ['none', 'consent', 'create'])
  assert.ok(body.scopes_supported.includes('wallet'))
  const user = await signUp(service)
  const browser = new OauthBrowser(service)
  await browser.open((await beginFlow(config)).url)
  await browser.signIn(user)
  assert.match((await browser.allow()) ?? '', /[?&]code=/)
  await browser.open((await beginFlow(config, { scope: 'openid', prompt: 'create' })).url)
  assert.match(browser.text, /Connect with Acme Shop\?/)
  assert.match((await browser.allow()) ?? '', /[?&]code=/)
})

test('sign-up works alone, and ends signed in', async () => {
  const friend = await signUp(service)
  const person = newPerson()
  const visitor = createVisitor(service)
  assert.match((await visitor.visit('/account/sign-in')).text, /href="\/account\/sign-up"/)
  await visitor.visit('/account/sign-up')
  const made = await visitor.send('/account/sign-up', { ...person, referralCode: `@${friend.tag}` })
  assert.deepEqual([made.status, made.location], [303, '/account/verify'])
  assert.match((await visitor.visit('/account/verify')).text, new RegExp(`value="${person.email}"`))
  const code = await mailedCode(service, person.email)
  const verified = await visitor.send('/account/verify', { email: person.email, code })
  assert.deepEqual([verified.status, verified.location], [303, '/account'])
  assert.match((await visitor.visit('/account')).text, new RegExp(`@${person.tag}`))
  assert.equal(visitor.cookies.get(MARK), undefined)
  assert.equal((await visitor.visit('/account/sign-up')).location, '/account')
})

test('three fields make an account: the tag is made of the first name, and there is no phone number', async () => {
  const { tag: _, ...person } = newPerson()
  const visitor = createVisitor(service)
  await visitor.visit('/account/sign-up')
  const made = await visitor.send('/account/sign-up', { ...person, fullname: 'Élodie Müller' })
  assert.deepEqual([made.status, made.location], [303, '/account/verify'])
  const [user] = await service.query<{ tag: string; phone: string | null; country_code: string | null }>(
    'select tag, phone, country_code from users where email = $1',
    [person.email],
  )
  assert.match(user?.tag ?? '', /^elodie\.\d{4}$/)
  assert.deepEqual([user?.phone, user?.country_code], [null, null])
  assert.ok((await visitor.visit('/account/verify')).text.includes(`Your tag is @${user?.tag}.`))
  const code = await mailedCode(service, person.email)
  assert.equal((await visitor.send('/account/verify', { email: person.email, code })).location, '/account')
  assert.equal((await createVisitor(service).signIn(user?.tag ?? '')).location, '/account')
})

test('every wrong field is named, what was typed stays, and no password is shown again', async () => {
  const known = await signUp(service)
  const visitor = createVisitor(service)
  await visitor.visit('/account/sign-up')
  const empty = await visitor.send('/account/sign-up')
  assert.equal(empty.status, 400)
  for (const text of ['Enter your name.', 'Enter your e-mail address.', 'Enter a new password.'])
    assert.ok(empty.text.includes(text), text)
  const wrong = { tag: '<b>', fullname: 'A "quoted" name', email: 'ada' }
  const weak = { password: 'weak-secret', referralCode: 'nobody.has.this.tag' }
  const refused = await visitor.send('/account/sign-up', { ...wrong, ...weak })
  assert.equal(refused.status, 400)
  for (const value of ['&lt;b&gt;', 'A &quot;quoted&quot; name', 'ada', 'nobody.has.this.tag'])
    assert.ok(refused.text.includes(`value="${value}"`), value)
  assert.ok(!refused.text.includes('weak-secret'))

  const person = newPerson()
  const unknown = await visitor.send('/account/sign-up', { ...person, referralCode: unique('no') })
  assert.match(unknown.text, /The referral code must be the tag of a user\./)
  const taken = { ...person, tag: known.tag.toUpperCase(), email: known.email.toUpperCase() }
  const again = await visitor.send('/account/sign-up', taken)
  assert.equal(again.status, 400)
  assert.match(again.text, /This tag is already taken\./)
  assert.match(again.text, /There is an account with this address already\./)
  const forged = await createVisitor(service).send('/account/sign-up', person)
  assert.equal(forged.status, 403)
})

test('only the browser that made the account is signed in by its code, and only with the same password', async () => {
  const people = [newPerson(), newPerson(), newPerson()] as const
  const makers = await Promise.all(
    people.map(async (person) => {
      const visitor = createVisitor(service)
      await visitor.visit('/account/sign-up')
      await visitor.send('/account/sign-up', person)
      return visitor
    }),
  )
  const verify = async (visitor: ReturnType<typeof createVisitor>, email: string) => {
    await visitor.visit('/account/verify')
    return visitor.send('/account/verify', { email, code: await mailedCode(service, email) })
  }
  const toSignIn = '/account/sign-in?done=verified'
  const [first, second, third] = people
  assert.equal((await verify(createVisitor(service), first.email)).location, toSignIn)
  // The mark of another account signs nobody in.
  const other = makers[2] as ReturnType<typeof createVisitor>
  assert.equal((await verify(other, second.email)).location, toSignIn)

  const owner = createVisitor(service)
  await owner.visit('/account/forgot-password')
  await owner.send('/account/forgot-password', { email: third.email })
  const link = await mailedLink(service, third.email)
  await owner.visit(link)
  const token = new URL(link, service.url).searchParams.get('token') ?? ''
  const changed = { token, fullname: 'Ada', password: 'Rainy-Day-8', confirmPassword: 'Rainy-Day-8' }
  assert.equal((await owner.send('/account/reset-password', changed)).status, 303)
  assert.doesNotMatch((await other.visit('/account/verify')).text, new RegExp(third.email))
  assert.equal(other.session(), undefined)
})
