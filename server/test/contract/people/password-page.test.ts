import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVisitor, signUp } from '../../support/account.ts'
import { countWaitingConnections, withClient } from '../../support/database.ts'
import { mailedCode, mailedLink, mailsTo } from '../../support/mailbox.ts'
import { newUserBody, onboardTestPartner, PASSWORD, unique } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service } = await useClockService()
const userDetailsUrl = await startUserDetails()
const NEW_PASSWORD = 'Windy-Night-9'
const EQUAL_TIME_MS = 300
const EMAIL_NEEDED = 'Enter an e-mail address, such as name@example.com.'

/** Has a link mailed; resolves to it. */
async function mailLink(email: string): Promise<string> {
  await askForLink(email)
  return mailedLink(service, email)
}

async function askForLink(email: string) {
  const visitor = createVisitor(service)
  await visitor.visit('/account/forgot-password')
  const from = performance.now()
  const answer = await visitor.send('/account/forgot-password', { email })
  return { ...answer, ms: performance.now() - from }
}

async function setPassword(
  path: string,
  password = NEW_PASSWORD,
  confirmPassword = password,
  more: Record<string, string> = {},
) {
  const visitor = createVisitor(service)
  await visitor.visit('/account/forgot-password')
  const shown = await visitor.visit(path)
  const token = new URL(path, service.url).searchParams.get('token') as string
  return {
    shown,
    answer: await visitor.send('/account/reset-password', { token, password, confirmPassword, ...more }),
  }
}

const mailsOf = (email: string) => mailsTo(service, email)

test('a mailed link sets a new password, once, and signs every browser out', async () => {
  const { tag, email } = await signUp(service)
  const elsewhere = createVisitor(service)
  await elsewhere.signIn(tag)
  assert.equal((await askForLink(email.toUpperCase())).status, 200)
  const path = await mailedLink(service, email)
  assert.equal((await mailsOf(email))[0]?.subject, 'Set your password')

  const { shown, answer } = await setPassword(path)
  assert.equal(shown.status, 200)
  assert.equal(answer.location, '/account/sign-in?done=password-set')
  assert.equal((await elsewhere.visit('/account')).status, 303)
  assert.equal((await createVisitor(service).signIn(tag)).status, 401)
  assert.equal((await createVisitor(service).signIn(tag, NEW_PASSWORD)).status, 303)
  assert.equal((await mailsOf(email))[0]?.subject, 'Your password was set')

  const again = await setPassword(path, 'Other-Pass-1')
  for (const each of [again.shown, again.answer]) {
    assert.equal(each.status, 400)
    assert.ok(each.text.includes('This link is no longer valid'))
  }
  assert.equal((await createVisitor(service).signIn(tag, 'Other-Pass-1')).status, 401)
})

test('of several uses of a link at the same time one succeeds', async () => {
  const { email } = await signUp(service)
  const path = await mailLink(email)
  const answers = await Promise.all([1, 2, 3, 4].map((each) => setPassword(path, `Windy-Night-${each}`)))
  assert.equal(answers.filter(({ answer }) => answer.status === 303).length, 1)
})

test('a link is valid for one hour, and all of them until a password is set', async () => {
  const { email } = await signUp(service)
  const start = Date.now()
  const first = await mailLink(email)
  const second = await mailLink(email)
  assert.notEqual(first, second)
  service.clock.now = new Date(start + 3_590_000)
  assert.equal((await setPassword(first)).answer.status, 303)
  assert.equal((await setPassword(second)).answer.status, 400)

  service.clock.now = undefined
  const late = await signUp(service)
  const path = await mailLink(late.email)
  service.clock.now = new Date(Date.now() + 3_601_000)
  assert.equal((await setPassword(path)).answer.status, 400)
})

test('a link is kept as a hash alone', async () => {
  const { email } = await signUp(service)
  const token = (await mailLink(email)).split('=')[1] as string
  const [row] = await service.query<{ all: string }>(
    'select string_agg(l::text, $1) as all from password_links l',
    [' '],
  )
  assert.ok(row?.all && !row.all.includes(token) && !row.all.includes(Buffer.from(token).toString('hex')))
})

test('an unknown address gets the same response as a known one, no sooner, and no mail', async () => {
  const { email } = await signUp(service)
  const unknown = 'nobody@mail.example'
  const [known, other] = [await askForLink(email), await askForLink(unknown)]
  assert.equal(known.status, 200)
  assert.equal(known.text.replaceAll(email, ''), other.text.replaceAll(unknown, ''))
  for (const { ms } of [known, other]) assert.ok(ms >= EQUAL_TIME_MS - 1, `${ms} ms`)
  assert.deepEqual(await mailsOf(unknown), [])
})

test('an address gets five links an hour, known or not', async () => {
  const { email, ...body } = newUserBody()
  await service.post('/api/v1/user', { email, ...body })
  for (const address of [email, 'stranger@mail.example']) {
    for (let count = 0; count < 5; count += 1) assert.equal((await askForLink(address)).status, 200)
    assert.equal((await askForLink(address)).status, 429)
  }
})

test('a weak password or two that differ are refused, and the link stays valid', async () => {
  const { email } = await signUp(service)
  const path = await mailLink(email)
  for (const [password, confirm, ...texts] of [
    ['short', 'short', 'Choose another password.'],
    [NEW_PASSWORD, 'Other-Pass-1', 'Enter the same password twice.'],
    ['', '', 'Enter a new password.'],
    ['weak', 'other', 'Choose another password.', 'Enter the same password twice.'],
    [`Aa1!${'x'.repeat(200)}`, `Aa1!${'x'.repeat(200)}`, 'Choose another password.'],
  ] as [string, string, ...string[]][]) {
    const { answer } = await setPassword(path, password, confirm)
    assert.equal(answer.status, 400)
    for (const text of texts) assert.ok(answer.text.includes(text), text)
    if (password) assert.ok(!answer.text.includes(`"${password}"`), 'a password is never sent back')
  }
  assert.equal((await setPassword(path)).answer.status, 303)
})

test('an account that a partner made, by itself or by tag, opens only for the owner of its mailbox', async () => {
  const partner = await onboardTestPartner(service, { userDetailsUrl })
  const created = newUserBody()
  await service.post('/api/v1/user', created, partner.token)
  const tag = unique('shopper')
  await service.post('/api/v1/laas/users/onboard', { tag }, partner.token)

  for (const account of [created, { tag, email: `${tag}@shop.example` }]) {
    assert.equal((await createVisitor(service).signIn(account.tag)).status, 401)
    const link = await mailLink(account.email)
    const set = await setPassword(link, NEW_PASSWORD, NEW_PASSWORD, { fullname: 'Ada' })
    assert.equal(set.answer.status, 303)
    assert.equal((await createVisitor(service).signIn(account.tag)).status, 401, "the partner's password")
    const owner = createVisitor(service)
    assert.equal((await owner.signIn(account.tag, NEW_PASSWORD)).status, 303)
    assert.ok((await owner.visit('/account')).text.includes('Acme'))
  }
})

test('a name that is needed only once the link is used is asked for, and the link stays valid', async () => {
  const { userId, tag, email } = await signUp(service)
  const link = await mailLink(email)
  const { shown, answer } = await withClient(service.connectionString, async (client) => {
    await client.query('begin')
    await client.query(`update users set fullname = '' where id = $1`, [userId])
    const waiting = setPassword(link)
    await waitUntil(async () => (await countWaitingConnections(client)) > 0, 'the new password waits')
    await client.query('commit')
    return waiting
  })
  assert.doesNotMatch(shown.text, /name="fullname"/)
  assert.equal(answer.status, 400)
  assert.match(answer.text, /Enter your name, in at most 200 characters\./)
  assert.equal((await createVisitor(service).signIn(tag, NEW_PASSWORD)).status, 401)
  const named = await setPassword(link, NEW_PASSWORD, NEW_PASSWORD, { fullname: 'Ada' })
  assert.equal(named.answer.status, 303)
  const [row] = await service.query<{ fullname: string }>('select fullname from users where id = $1', [
    userId,
  ])
  assert.equal(row?.fullname, 'Ada')
})

test('verifying the address alone does not open an account that a partner made', async () => {
  const partner = await onboardTestPartner(service)
  const body = newUserBody()
  await service.post('/api/v1/user', body, partner.token)
  const visitor = createVisitor(service)
  await visitor.visit('/account/verify')
  const answer = await visitor.send('/account/verify', {
    email: body.email,
    code: await mailedCode(service, body.email),
  })
  assert.equal(answer.location, '/account/sign-in?done=verified')
  assert.equal((await visitor.signIn(body.tag)).status, 401)
})

test('a user verifies the address with the code, on a page', async () => {
  const body = newUserBody()
  await service.post('/api/v1/user', body)
  const visitor = createVisitor(service)
  assert.equal((await visitor.signIn(body.tag)).status, 401)
  await visitor.visit('/account/verify')
  const code = await mailedCode(service, body.email)
  const otherCode = code === '000000' ? '000001' : '000000'
  const wrong = await visitor.send('/account/verify', { email: body.email, code: otherCode })
  const unknown = await visitor.send('/account/verify', { email: 'nobody@mail.example', code })
  for (const answer of [wrong, unknown]) {
    assert.equal(answer.status, 400)
    assert.ok(answer.text.includes('The code is wrong or expired. Check it, or ask for a new one.'))
  }
  const spaced = `${code.slice(0, 3)} ${code.slice(3)} `
  const right = await visitor.send('/account/verify', { email: body.email, code: spaced })
  assert.equal(right.location, '/account/sign-in?done=verified')
  const { text } = await visitor.visit(right.location as string)
  assert.ok(text.includes('Your e-mail address is verified. Now set a password:'))
  assert.equal((await visitor.signIn(body.tag)).status, 401)
})

test('a new code is sent to an address that waits for one, and the response does not tell whether it does', async () => {
  const body = newUserBody()
  await service.post('/api/v1/user', body)
  const before = (await mailsOf(body.email)).length
  const visitor = createVisitor(service)
  await visitor.visit('/account/verify')
  const texts = new Set<string>()
  for (const email of [body.email, 'nobody@mail.example', (await signUp(service)).email]) {
    const from = performance.now()
    const answer = await visitor.send('/account/verify/resend', { email })
    assert.ok(performance.now() - from >= EQUAL_TIME_MS - 1)
    assert.equal(answer.status, 200)
    texts.add(answer.text.replaceAll(email, '').replaceAll(/value="[^"]*"/g, ''))
  }
  assert.equal(texts.size, 1)
  assert.equal((await mailsOf(body.email)).length, before + 1)
})

test('an invalid address or code shows an error beside its field', async () => {
  const visitor = createVisitor(service)
  await visitor.visit('/account/verify')
  const both = await visitor.send('/account/verify', { email: 'ada', code: '12' })
  for (const text of [EMAIL_NEEDED, 'Enter the 6 digits of the mail.']) assert.ok(both.text.includes(text))
  for (const path of ['/account/verify/resend', '/account/forgot-password']) {
    const answer = await visitor.send(path, { email: 'a\u0000@b.example' })
    assert.equal(answer.status, 400)
    assert.ok(answer.text.includes(EMAIL_NEEDED))
  }
})

test('a signed-in user changes the password with the current one; other browsers are signed out, this one is not', async () => {
  const { tag, email } = await signUp(service)
  const [here, elsewhere] = [createVisitor(service), createVisitor(service)]
  await here.signIn(tag)
  await elsewhere.signIn(tag)
  await here.visit('/account/security')
  const change = (currentPassword: string, password: string) =>
    here.send('/account/security/password', { currentPassword, password, confirmPassword: password })

  const wrong = await change('Rainy-Day-8', NEW_PASSWORD)
  assert.equal(wrong.status, 400)
  assert.ok(wrong.text.includes('This is not your current password.'))
  assert.equal((await change(PASSWORD, 'weak')).status, 400)
  assert.equal((await elsewhere.visit('/account')).status, 200)

  const before = here.session()
  const right = await change(PASSWORD, NEW_PASSWORD)
  assert.equal(right.location, '/account/security?done=password')
  assert.ok((await here.visit(right.location as string)).text.includes('Your password is changed.'))
  assert.equal((await elsewhere.visit('/account')).status, 303)
  assert.notEqual(here.session(), before)
  const copy = createVisitor(service)
  copy.cookies.set('laurel', before as string)
  assert.equal((await copy.visit('/account')).status, 303, 'an old copy of the cookie no longer works')
  assert.equal((await mailsOf(email))[0]?.subject, 'Your password was set')
  assert.equal((await createVisitor(service).signIn(tag)).status, 401)
  assert.equal((await createVisitor(service).signIn(tag, NEW_PASSWORD)).status, 303)
})

test('a browser that was left open cannot be used to guess the password', async () => {
  const { tag } = await signUp(service)
  const visitor = createVisitor(service)
  await visitor.signIn(tag)
  await visitor.visit('/account/security')
  const guess = () => visitor.send('/account/security/password', { currentPassword: 'Rainy-Day-8' })
  for (let tries = 0; tries < 10; tries += 1) assert.equal((await guess()).status, 400)
  assert.equal((await guess()).status, 429)
})

test('signing out everywhere ends every session, and shows them before', async () => {
  const { tag } = await signUp(service)
  const [here, elsewhere] = [createVisitor(service), createVisitor(service)]
  await here.signIn(tag)
  await elsewhere.visit('/account/sign-in', { headers: { 'user-agent': 'x' } })
  await elsewhere.signIn(tag)
  const shown = await here.visit('/account/security')
  assert.equal(shown.text.match(/This browser/g)?.length, 1)
  assert.equal(shown.text.match(/Signed in on/g)?.length, 2)
  const out = await here.send('/account/security/sign-out-everywhere')
  assert.equal(out.location, '/account/sign-in?done=signed-out-everywhere')
  for (const visitor of [here, elsewhere]) assert.equal((await visitor.visit('/account')).status, 303)
})

test('sign-ins with the old password that race a reset leave no session', async () => {
  const { tag, email } = await signUp(service)
  const path = await mailLink(email)
  const visitors = Array.from({ length: 8 }, () => createVisitor(service))
  await Promise.all([setPassword(path), ...visitors.map((visitor) => visitor.signIn(tag))])
  for (const visitor of visitors) assert.equal((await visitor.visit('/account')).status, 303)
})

test('of two changes at once with the same current password one is made', async () => {
  const { tag } = await signUp(service)
  const passwords = ['Windy-Night-9', 'Cloudy-Noon-10']
  const changes = passwords.map(async (password) => {
    const visitor = createVisitor(service)
    await visitor.signIn(tag)
    await visitor.visit('/account/security')
    const fields = { currentPassword: PASSWORD, password, confirmPassword: password }
    return () => visitor.send('/account/security/password', fields)
  })
  const answers = await Promise.all((await Promise.all(changes)).map((change) => change()))
  assert.deepEqual(answers.map(({ location }) => location === '/account/security?done=password').toSorted(), [
    false,
    true,
  ])
})

test('an address in upper case has the same count of tries, and one with a letter that only looks alike its own', async () => {
  const { email } = await signUp(service, { email: `i${Date.now()}i@mail.example` })
  const resend = async (to: string) => (await service.post('/api/v1/user/resend-otp', { email: to })).status
  for (let time = 0; time < 5; time += 1) assert.equal(await resend(email), 200)
  assert.equal(await resend(email.toUpperCase()), 429)
  assert.equal(await resend(email.replace('i', '\u0130')), 200)
})
