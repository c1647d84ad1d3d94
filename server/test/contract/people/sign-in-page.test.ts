import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPasswordHashing } from '../../../src/identity/accounts/passwords.ts'
import { createVisitor, signUp, type Visit } from '../../support/account.ts'
import { newUserBody, onboardTestPartner, PASSWORD } from '../../support/partner.ts'
import { startTestService, useClockService } from '../../support/service.ts'

const { service, second: another } = await useClockService()
const DAY_MS = 24 * 3600 * 1000
const WRONG = 'The tag or e-mail address, or the password, is wrong.'

/** What is the same in every answer to the same form: all but the token and what was typed in. */
const plain = ({ text }: Visit, login: string) =>
  text.replaceAll(/name="formToken" value="[^"]+"/g, '').replaceAll(login, 'LOGIN')

test('a user signs in by tag or by e-mail address, in any case, and out again', async () => {
  const { tag, email } = await signUp(service)
  for (const login of [tag, email, tag.toUpperCase(), email.toUpperCase(), ` ${email} `]) {
    const visitor = createVisitor(service)
    const answer = await visitor.signIn(login)
    assert.equal(answer.status, 303, login)
    assert.equal(answer.location, '/account')
    const account = await visitor.visit('/account')
    assert.equal(account.status, 200)
    assert.ok(account.text.includes(`@${tag}`))

    const session = visitor.session()
    const out = await visitor.send('/account/sign-out')
    assert.equal(out.location, '/account/sign-in?done=signed-out')
    assert.equal(visitor.session(), undefined)
    visitor.cookies.set('laurel', session as string)
    assert.equal((await visitor.visit('/account')).location, '/account/sign-in')
  }
})

test('an unknown name, a wrong password, an unverified address and an account without a password get the same response', async () => {
  const known = await signUp(service)
  const unverified = newUserBody()
  await service.post('/api/v1/user', unverified)
  const madeByPartner = newUserBody()
  const partner = await onboardTestPartner(service)
  await service.post('/api/v1/user', madeByPartner, partner.token)
  await service.query('update users set email_verified_at = now() where tag = $1', [madeByPartner.tag])

  const answers: string[] = []
  for (const [login, password] of [
    ['nobody', PASSWORD],
    ['nobody@mail.example', PASSWORD],
    [known.tag, 'Rainy-Day-8'],
    [unverified.email, PASSWORD],
    [unverified.tag, 'Rainy-Day-8'],
    [madeByPartner.email, PASSWORD],
    [madeByPartner.tag, ''.padEnd(8, 'x')],
    ['not a name \u0000 at all', PASSWORD],
    ["' or 1=1 --", PASSWORD],
  ] as const) {
    const visitor = createVisitor(service)
    const answer = await visitor.signIn(login, password)
    assert.equal(answer.status, 401, login)
    assert.ok(answer.text.includes(WRONG))
    assert.equal(visitor.session(), undefined)
    answers.push(plain(answer, login.replace("'", '&#39;')))
  }
  assert.equal(new Set(answers).size, 1)
})

test('a form without name and password names both, and keeps what was typed', async () => {
  const visitor = createVisitor(service)
  const empty = await visitor.signIn('', '')
  assert.equal(empty.status, 400)
  for (const text of ['Enter your tag or e-mail address.', 'Enter your password.'])
    assert.ok(empty.text.includes(`">${text}</a>`), text)
  assert.match(empty.text, /<title>Error: Sign in/)
  const half = await visitor.signIn('<ada>"', '')
  assert.ok(half.text.includes('value="&lt;ada&gt;&quot;"'))
  assert.ok(!half.text.includes('<ada>'))
})

test('a visitor who is not signed in is led to the sign-in page, and back to where they wanted to go', async () => {
  const { tag } = await signUp(service)
  const visitor = createVisitor(service)
  const away = await visitor.visit('/account/security?x=1')
  assert.equal(away.status, 303)
  assert.equal(away.location, '/account/sign-in?next=%2Faccount%2Fsecurity%3Fx%3D1')
  const shown = await visitor.visit(away.location as string)
  const next = /name="next" value="([^"]+)"/.exec(shown.text)?.[1]
  assert.equal(next, '/account/security?x=1')
  const answer = await visitor.send('/account/sign-in', {
    login: tag,
    password: PASSWORD,
    next: next as string,
  })
  assert.equal(answer.location, '/account/security?x=1')
  assert.equal((await visitor.visit('/account/sign-in?next=/account/security')).location, '/account/security')
})

test('a sign-in never leads to another site', async () => {
  const { tag } = await signUp(service)
  const visitor = createVisitor(service)
  const next = '//evil.example'
  const shown = await visitor.visit(`/account/sign-in?next=${encodeURIComponent(next)}`)
  assert.ok(!shown.text.includes('evil'))
  assert.equal((await visitor.signIn(tag, PASSWORD, { next })).location, '/account')
  const again = await visitor.visit(`/account/sign-in?next=${encodeURIComponent(next)}`)
  assert.equal(again.location, '/account')
})

test('after signing in for a partner, a step of its own leads on, so that the way may end at the partner', async () => {
  const { tag } = await signUp(service)
  const visitor = createVisitor(service)
  const answer = await visitor.signIn(tag, PASSWORD, { next: '/oauth/interaction/abc?x="><script>' })
  assert.equal(answer.status, 200)
  assert.ok(
    answer.text.includes(
      '<meta http-equiv="refresh" content="0; url=/oauth/interaction/abc?x=%22%3E%3Cscript%3E">',
    ),
  )
  assert.ok(visitor.session())
})

test('after ten failed sign-ins from one address a name gets a 429 there for a while, in every process', async () => {
  const { tag } = await signUp(service)
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  for (let tries = 0; tries < 10; tries += 1) {
    const visitor = createVisitor(tries % 2 ? service : another)
    assert.equal((await visitor.signIn(tries % 3 ? tag : tag.toUpperCase(), 'Rainy-Day-8')).status, 401)
  }
  for (const instance of [service, another]) {
    const refused = await createVisitor(instance).signIn(tag)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '900')
    assert.match(refused.headers.get('content-type') ?? '', /^text\/html/)
    assert.ok(refused.text.includes('Try again in 15 minutes.'))
  }
  service.clock.now = new Date('2026-03-01T09:45:00Z')
  assert.equal((await createVisitor(another).signIn(tag)).status, 303)
})

test('tries by tag and e-mail count together, and no response tells that they belong together', async () => {
  const { tag, email } = await signUp(service)
  const stranger = `${tag}@stranger.example`
  service.clock.now = new Date('2026-03-01T10:30:00Z')
  const wrong = async (name: string, instance = service) =>
    assert.equal((await createVisitor(instance).signIn(name, 'Rainy-Day-8')).status, 401)
  for (let tries = 0; tries < 5; tries += 1) {
    await wrong(tag)
    await wrong(email, another)
    await wrong(stranger)
  }
  // From here on even the right password looks wrong, as for an unknown address.
  for (let tries = 5; tries < 10; tries += 1) {
    for (const name of [tag, email, stranger]) {
      const refused = await createVisitor(tries % 2 ? service : another).signIn(name)
      assert.equal(refused.status, 401)
      assert.equal(refused.headers.get('retry-after'), null)
    }
  }
  for (const name of [tag, email, stranger])
    assert.equal((await createVisitor(service).signIn(name)).status, 429)
  service.clock.now = new Date('2026-03-01T10:45:00Z')
  assert.equal((await createVisitor(service).signIn(email)).status, 303)
})

test('a session ends after 30 days without use, and lives on with it', async () => {
  const { tag } = await signUp(service)
  const start = Date.now()
  const [idle, busy] = [createVisitor(service), createVisitor(service)]
  await idle.signIn(tag)
  await busy.signIn(tag)
  for (const days of [20, 29]) {
    service.clock.now = new Date(start + days * DAY_MS)
    assert.equal((await busy.visit('/account')).status, 200)
  }
  service.clock.now = new Date(start + 31 * DAY_MS)
  assert.equal((await idle.visit('/account')).status, 303)
  assert.equal((await busy.visit('/account')).status, 200)
})

test('a session ends after 180 days however much it is used', async () => {
  const { tag } = await signUp(service)
  const start = Date.now()
  const visitor = createVisitor(service)
  await visitor.signIn(tag)
  for (let days = 20; days < 180; days += 20) {
    service.clock.now = new Date(start + days * DAY_MS)
    assert.equal((await visitor.visit('/account')).status, 200, `after ${days} days`)
  }
  service.clock.now = new Date(start + 180 * DAY_MS - 3_600_000)
  assert.equal((await visitor.visit('/account')).status, 200)
  service.clock.now = new Date(start + 180 * DAY_MS + 3_600_000)
  assert.equal((await visitor.visit('/account')).location, '/account/sign-in')
})

test('a session is kept as a hash, with where it began', async () => {
  const { userId, tag } = await signUp(service)
  const visitor = createVisitor(service)
  await visitor.signIn(tag)
  const rows = await service.query('select *, sessions::text as all from sessions where user_id = $1', [
    userId,
  ])
  assert.equal(rows.length, 1)
  assert.equal(rows[0]?.address, '127.0.0.1')
  assert.ok(!rows[0]?.all.includes(visitor.session()?.split('.')[0]))
})

test('an unknown name costs as much to refuse as a wrong password', async (t) => {
  t.after(() => setPasswordHashing('cheap'))
  const service = await startTestService({ passwordHashing: 'full' })
  const { tag } = await signUp(service)
  /** Processor time of this process, the service included, because others on the machine do not change it. */
  const costOf = async (login: string) => {
    const visitor = createVisitor(service)
    await visitor.visit('/account/sign-in')
    const before = process.cpuUsage()
    await visitor.send('/account/sign-in', { login, password: 'Rainy-Day-8' })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const costs = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 5; round += 1) {
    costs.known.push(await costOf(tag))
    costs.unknown.push(await costOf(`nobody${round}`))
  }
  const [known, unknown] = [Math.min(...costs.known), Math.min(...costs.unknown)]
  assert.ok(unknown > known / 3, `${unknown} µs against ${known} µs`)
})
