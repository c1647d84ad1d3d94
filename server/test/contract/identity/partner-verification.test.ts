import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { signUp } from '../../support/account.ts'
import { allRefusedBut, dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { mailedCode, mailedToken, mailsTo } from '../../support/mailbox.ts'
import { beginFlow, discover, getTokens, OauthBrowser, onboardOauthPartner } from '../../support/oauth.ts'
import {
  actionsOf,
  login,
  ME,
  newEmail,
  newOwner,
  newPartnerBody,
  newRuleBody,
  newUserBody,
  onboardByTag,
  PARTNERS,
  PASSWORD,
  type SignedInMember,
  signIn,
} from '../../support/partner.ts'
import { addWebhook, WEBHOOKS } from '../../support/receiver.ts'
import { useClockService } from '../../support/service.ts'
import {
  accept,
  activateSecondFactor,
  addMember,
  assertAudited,
  assertSignedOut,
  auditEventsOf,
  forgotPassword,
  invite,
  newUnverifiedOwner,
  resetPassword,
  setEmailVerified,
  waitUntilRefused,
} from '../../support/team.ts'

const { service, second } = await useClockService()

const NEW = 'Rainy-Day-8'
const SENT = 'If the address waits for a code, a new one was sent'
const LINK_SENT = 'If there is such an account, a mail was sent to it'
const WRONG = 'The code is wrong or expired; check it, or ask for a new one.'
const WRONG_WITHOUT_TOKEN =
  'The code is wrong or expired; check it, ask for a new one, or send it with the access token of your sign-in.'
const UNVERIFIED =
  'The e-mail address is not verified yet; send the code of the mail to partners/verify-email, or enter it on the dashboard.'
const takenBy = (email: string) =>
  `The email ${email} is already taken; sign in with its other account, or use another one.`

const verify = (email: string, code: string, token?: string, api = service) =>
  api.post(`${PARTNERS}/verify-email`, { email, code }, token)
const resend = (email: string, token?: string) => service.post(`${PARTNERS}/resend-code`, { email }, token)
const createSecret = (token: string) => service.post(`${ME}/secrets`, { name: 'server' }, token)
const isVerified = async (token: string) => (await dataOf(service.get(ME, token))).emailVerified
const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')

async function takeOver(email: string) {
  await dataOf(forgotPassword(service, email))
  return resetPassword(service, await mailedToken(service, email), NEW)
}

test('an unverified partner signs in, makes rules and awards, and nothing that reaches others', async () => {
  const { token, email } = await newUnverifiedOwner(service)
  const { name } = await dataOf(service.post('/api/v1/laas/rules/create-rule', newRuleBody(), token))
  const { id: userId } = await dataOf(service.post('/api/v1/user', newUserBody(), token))
  assert.equal((await actionsOf(service, () => token).award(userId, name)).status, 201)
  assert.equal(await isVerified(token), false)

  const stranger = newEmail()
  const webhook = { url: 'http://127.0.0.1:9/hooks' }
  for (const answer of [
    await invite(service, token, stranger),
    await createSecret(token),
    await service.post(WEBHOOKS, webhook, token),
    await service.post(`${ME}/email`, { email: stranger, password: PASSWORD }, token),
  ])
    assertFailure(answer, 'forbidden', UNVERIFIED, 'email_unverified')
  assert.deepEqual(await mailsTo(service, stranger), [])

  assertSuccess(await verify(email, await mailedCode(service, email), token), 200, 'E-mail verified', {
    email,
    emailVerified: true,
  })
  assert.equal(await isVerified(token), true)
  for (const answer of [
    await invite(service, token, stranger),
    await createSecret(token),
    await service.post(WEBHOOKS, webhook, token),
  ])
    assert.equal(answer.status, 201)
})

test('a code that is entered in the session that registered keeps everything', async () => {
  const owner = await newOwner(service)
  const { recoveryCodes } = await activateSecondFactor(service, owner.token)
  const member = await addMember(service, owner, 'manager')
  await createSecret(owner.token)
  await addWebhook(service, owner.token, { url: 'http://127.0.0.1:9/hooks' })
  const before = await dataOf(service.get(ME, owner.token))
  await setEmailVerified(service, owner.email, false)
  const code = await mailedCode(service, owner.email)
  assert.equal((await verify(owner.email.toUpperCase(), code, owner.token)).status, 200)

  await assertAudited(service, owner, 'email_verified')
  assert.deepEqual(await dataOf(service.get(ME, owner.token)), before)
  assert.equal((await dataOf(service.get(`${ME}/secrets`, owner.token))).secrets.length, 1)
  assert.equal((await dataOf(service.get(WEBHOOKS, owner.token))).webhooks.length, 1)
  assert.equal((await dataOf(service.get(`${ME}/team`, member.token))).members.length, 2)
  assert.equal((await login(service, owner.email)).body.data.appErrorCode, 'second_factor_required')
  assert.equal((await login(service, owner.email, { code: recoveryCodes[0] as string })).status, 200)
})

test('the code is mailed at registration, says for what it is, and works without a token as well', async () => {
  const body = newPartnerBody({ partnerName: 'Win https://evil.example at evil.example' })
  await dataOf(service.post(PARTNERS, body))
  await setEmailVerified(service, body.email, false)
  const [mail, ...others] = await mailsTo(service, body.email)

  assert.deepEqual(others, [])
  assert.equal(mail?.subject, 'Verify your e-mail address')
  assert.equal(
    mail?.text.replace(/\d{6}/, '123456').replace(service.origin, 'ORIGIN'),
    `Your code is 123456. It is valid for 10 minutes.

It is for Win at evil…, a partner that was registered with this address in the ecosystem acme. If it was not you, do not share the code: with it, someone else could act in your name. To take the registration over, set a password of your own: ORIGIN/dashboard/forgot-password?eco=acme

If you did not ask for the code, you can ignore this mail.
`,
  )
  const code = await mailedCode(service, body.email)
  assert.equal((await verify(body.email, code)).status, 200)
  assertFailure(await verify(body.email, code), 'invalid', WRONG_WITHOUT_TOKEN)
})

test('neither operation tells whether an address is registered', async () => {
  const { email, token } = await newUnverifiedOwner(service)
  const wrong = otherCode(await mailedCode(service, email))
  const verified = (await newOwner(service)).email
  await verify(verified, await mailedCode(service, verified))
  const unknown = newEmail()

  for (const [address, eco] of [
    [email, 'acme'],
    [email, 'another-eco'],
    [verified, 'acme'],
    [unknown, 'acme'],
  ] as const) {
    const at = `/api/v1/${eco}/partners`
    assertFailure(
      await service.post(`${at}/verify-email`, { email: address, code: wrong }),
      'invalid',
      WRONG_WITHOUT_TOKEN,
    )
    assertSuccess(await service.post(`${at}/resend-code`, { email: address }), 200, SENT, { email: address })
  }
  assert.deepEqual(
    [await mailsTo(service, email), await mailsTo(service, verified), await mailsTo(service, unknown)].map(
      (mails) => mails.length,
    ),
    [2, 1, 0],
  )
  assert.equal((await verify(email, await mailedCode(service, email), 'not-a-token')).status, 401)
  assert.equal(await isVerified(token), false)
})

test('a code is valid for ten minutes and five tries, and a resent one voids it', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const [late, tried] = [await newUnverifiedOwner(service), await newUnverifiedOwner(service)]
  const first = await mailedCode(service, tried.email)
  for (let count = 0; count < 5; count += 1)
    assertFailure(await verify(tried.email, otherCode(first), tried.token), 'invalid', WRONG)
  assertFailure(await verify(tried.email, first, tried.token), 'invalid', WRONG)
  assertSuccess(await resend(tried.email, tried.token), 200, SENT, { email: tried.email })
  const next = await mailedCode(service, tried.email)
  if (next !== first) assertFailure(await verify(tried.email, first, tried.token), 'invalid', WRONG)
  assert.equal((await verify(tried.email, next, tried.token)).status, 200)

  service.clock.now = new Date('2026-03-01T09:40:00.000Z')
  assertFailure(await verify(late.email, await mailedCode(service, late.email), late.token), 'invalid', WRONG)
})

test('without its session an address has five tries an hour, which leave those of the session alone', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const { email, token } = await newUnverifiedOwner(service)
  const code = await mailedCode(service, email)
  const { token: stranger } = await newOwner(service)
  for (let count = 0; count < 5; count += 1) {
    const on = count % 2 ? service : second
    const tokenSent = count === 3 ? stranger : undefined
    const tried = await verify(email, otherCode(code), tokenSent, on)
    assertFailure(tried, 'invalid', tokenSent ? WRONG : WRONG_WITHOUT_TOKEN)
  }

  for (const address of [email, email.toUpperCase()])
    assertFailure(await verify(address, code), 'tooMany', 'Too many codes were tried; try again in 3600 s.')
  assert.equal((await verify(email, code, token)).status, 200)
})

test('five codes an hour are sent again, and what others ask for leaves room for the session', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const { email, token } = await newUnverifiedOwner(service)
  for (let count = 0; count < 5; count += 1) assert.equal((await resend(email)).status, 200)

  for (const address of [email, email.toUpperCase()])
    assertFailure(await resend(address), 'tooMany', 'Too many codes were asked for; try again in 3600 s.')
  assert.equal((await resend(email, token)).status, 200)
  assert.equal((await mailsTo(service, email)).length, 7)
})

test('several registrations of one address are told apart by their sessions', async () => {
  const email = newEmail()
  const stranger = await newUnverifiedOwner(service, { email })
  const strangersCode = await mailedCode(service, email)
  const owner = await newUnverifiedOwner(service, { email, password: NEW, confirmPassword: NEW })
  const code = await mailedCode(service, email)

  // The owner of the mailbox has both codes.
  for (const each of [code, strangersCode])
    assertFailure(await verify(email, each), 'invalid', WRONG_WITHOUT_TOKEN)
  if (code !== strangersCode) assertFailure(await verify(email, strangersCode, owner.token), 'invalid', WRONG)
  assert.equal((await verify(email, code, owner.token)).status, 200)
  assertFailure(await verify(email, strangersCode, stranger.token), 'taken', takenBy(email))
  assert.deepEqual([await isVerified(owner.token), await isVerified(stranger.token)], [true, false])
})

test('of several registrations that are verified at the same time, one gets the address', async () => {
  const email = newEmail()
  const owners: { token: string; code: string }[] = []
  for (let count = 0; count < 4; count += 1) {
    const { token } = await newUnverifiedOwner(service, { email })
    owners.push({ token, code: await mailedCode(service, email) })
  }
  const answers = await Promise.all(
    owners.map(({ token, code }, index) => verify(email, code, token, index % 2 ? second : service)),
  )

  for (const answer of allRefusedBut(1, answers)) assertFailure(answer, 'taken', takenBy(email))
})

test('an unverified registration does not keep the owner of the address from registering', async () => {
  const email = newEmail()
  const stranger = await newUnverifiedOwner(service, { email })
  const own = { email: email.toUpperCase(), password: NEW, confirmPassword: NEW }
  const owner = await newOwner(service, own)

  assert.notEqual(owner.partnerId, stranger.partnerId)
  assert.equal((await login(service, email)).status, 401)
  assert.equal((await signIn(service, email, { password: NEW })).partnerId, owner.partnerId)
  assertFailure(
    await service.post('/api/v1/another-eco/partners', newPartnerBody({ email })),
    'taken',
    `The email ${email} is already taken; sign in, or use another one.`,
  )
})

test('a stranger who registers an address again displaces neither the password nor the sessions of the first', async () => {
  const email = newEmail()
  const first = await newUnverifiedOwner(service, { email })
  const code = await mailedCode(service, email)
  const session = await signIn(service, email)
  const strangers = { email, password: NEW, confirmPassword: NEW }
  const again = await newUnverifiedOwner(service, strangers)
  assert.equal((await signIn(service, email)).partnerId, first.partnerId)
  assert.equal((await signIn(service, email, { password: NEW })).partnerId, again.partnerId)
  const other = 'Windy-Night-9'
  const newest = await newUnverifiedOwner(service, { email, password: other, confirmPassword: other })
  assert.equal((await signIn(service, email)).partnerId, first.partnerId)
  assert.equal((await signIn(service, email, { password: other })).partnerId, newest.partnerId)
  assert.equal((await login(service, email, { password: 'Wrong-1-Pass' })).status, 401)
  const { refreshToken } = session
  const refreshed = await dataOf(service.post(`${PARTNERS}/refresh`, { refreshToken }))
  assert.equal(refreshed.partner.partnerId, first.partnerId)

  assert.equal((await verify(email, code, first.token)).status, 200)
  assert.equal((await signIn(service, email)).partnerId, first.partnerId)
  assert.equal((await login(service, email, { password: NEW })).status, 401)
})

test('a password reset of an unverified address has a link for its first and for its last registration', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  for (const chosen of [0, 1]) {
    const email = newEmail()
    const register = (partnerName: string, password: string) =>
      newUnverifiedOwner(service, { email, partnerName, password, confirmPassword: password })
    const first = await register('Mallory Shop', PASSWORD)
    await register('Middle Shop', 'Windy-Night-8')
    const last = await register('Grace Shop', 'Windy-Night-9')
    const { length: mailCount } = await mailsTo(service, email)
    assertSuccess(await forgotPassword(service, email), 200, LINK_SENT, { email })
    const mails = await mailsTo(service, email)
    assert.equal(mails.length, mailCount + 1)
    const text = mails[0]?.text ?? ''
    assert.doesNotMatch(text, /Middle Shop/)
    const links = [
      ...text.matchAll(/^(.+), registered on (.+):\n\n(\S+)\n\nOr use the token with the API: (\S+)$/gm),
    ]
    assert.deepEqual(
      links.map(([, name, date]) => [name, date]),
      [
        ['Mallory Shop', '2026-03-01'],
        ['Grace Shop', '2026-03-01'],
      ],
    )
    const tokens = links.map(([, , , , token]) => token as string)
    await dataOf(resetPassword(service, tokens[chosen] as string, NEW))
    const { partnerId } = [first, last][chosen] as SignedInMember
    assert.equal((await signIn(service, email, { password: NEW })).partnerId, partnerId)
    assert.equal(await isVerified((await signIn(service, email, { password: NEW })).token), true)
    assert.equal((await login(service, email)).status, 401)
  }
})

test('signing in to a registration of one’s own gives no more tries at the first one of the address', async () => {
  const email = newEmail()
  await newUnverifiedOwner(service, { email })
  await newUnverifiedOwner(service, { email, password: NEW, confirmPassword: NEW })
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await login(service, email, { password: 'Wrong-1-Pass' })).status, 401)
    assert.equal((await login(service, email, { password: NEW })).status, 200)
  }
  assert.equal((await login(service, email)).status, 401)
})

test('an unverified registration does not keep the owner of the address out of a team', async () => {
  const { email, partnerId } = await newUnverifiedOwner(service)
  const inviting = await newOwner(service)
  assert.equal((await invite(service, inviting.token, email)).status, 201)
  assert.match((await mailsTo(service, email))[0]?.text ?? '', /^Acme invites you to its team as support\./)
  const token = await mailedToken(service, email)
  const joined = await accept(service, token, NEW)

  assert.equal(joined.status, 201, JSON.stringify(joined.body))
  const member = await signIn(service, email, { password: NEW })
  assert.equal(member.partnerId, inviting.partnerId)
  assert.notEqual(member.partnerId, partnerId)
  assert.equal((await login(service, email)).status, 401)
  assert.equal((await accept(service, token)).status, 400)
})

test('who registers a foreign address gains no tries at the password of its owner', async () => {
  const { email } = await newOwner(service)
  const elsewhere = '/api/v1/another-eco/partners'
  const body = newPartnerBody({ email: newEmail(), password: NEW, confirmPassword: NEW })
  await dataOf(service.post(elsewhere, body))
  await service.query('update team_members set email_verified_at = null, email = $2 where email = $1', [
    body.email,
    email,
  ])
  const wrong = () => login(service, email, { password: 'Wrong-1-Pass' })
  for (let count = 0; count < 10; count += 1) assert.equal((await wrong()).status, 401)
  assert.equal((await service.post(`${elsewhere}/login`, { email, password: NEW })).status, 200)

  assert.equal((await wrong()).status, 429)
})

test('a password reset gives an unverified partner to the owner of the mailbox, and all that was set up ends', async () => {
  const email = newEmail()
  const registrant = await onboardOauthPartner(service, { email })
  const { token } = registrant
  const session = await signIn(service, email)
  const member = await addMember(service, { token }, 'owner')
  await invite(service, token, newEmail())
  const hook = await addWebhook(service, token, { url: 'http://127.0.0.1:9/hooks' })
  const user = await getTokens(service, await discover(service, registrant), await signUp(service))
  const client = await openid.clientCredentialsGrant(await discover(service, registrant))
  const rule = await dataOf(service.post('/api/v1/laas/rules/create-rule', newRuleBody(), token))
  await activateSecondFactor(service, token)
  await setEmailVerified(service, email, false)

  await dataOf(forgotPassword(service, email))
  assert.match(
    (await mailsTo(service, email))[0]?.text ?? '',
    /also removes the second factor, the client secrets/,
  )
  assertSuccess(await takeOver(email), 200, 'Password set', { email })

  for (const each of [session, member]) await assertSignedOut([service, second], each)
  for (const each of [token, client.access_token, user.access_token]) await waitUntilRefused(second, each)
  const withSecret = await discover(service, registrant)
  await assert.rejects(openid.clientCredentialsGrant(withSecret))
  await assert.rejects(openid.refreshTokenGrant(withSecret, user.refresh_token as string))
  assert.equal((await login(service, email)).status, 401)
  assert.equal((await login(service, member.email)).status, 401)

  const owner = await signIn(service, email, { password: NEW })
  assert.equal(owner.partnerId, registrant.partnerId)
  const partner = await dataOf(service.get(ME, owner.token))
  const { redirectUrl, webRedirectUrl, mobileRedirectUrl, userDetailsUrl, emailVerified } = partner
  assert.deepEqual([redirectUrl, webRedirectUrl, mobileRedirectUrl, userDetailsUrl], ['', '', '', ''])
  assert.equal(emailVerified, true)
  const { members, invitations } = await dataOf(service.get(`${ME}/team`, owner.token))
  assert.deepEqual(
    [members.length, members[0].id, members[0].secondFactor, invitations],
    [1, owner.id, false, []],
  )
  assert.deepEqual((await dataOf(service.get(`${ME}/secrets`, owner.token))).secrets, [])
  assert.deepEqual((await dataOf(service.get(WEBHOOKS, owner.token))).webhooks, [])
  assert.equal((await service.get(hook.path, owner.token)).status, 404)
  assert.deepEqual((await dataOf(service.get(`/api/v1/laas/rules/${rule.id}`, owner.token))).name, rule.name)
  const actions = (await auditEventsOf(service, owner.partnerId)).map(({ action }) => action)
  assert.ok(actions.includes('partner_taken_over'))
})

test('a partner without addresses refuses what needs them, works otherwise, and can set new ones', async () => {
  const { email } = await newUnverifiedOwner(service)
  await takeOver(email)
  const owner = await signIn(service, email, { password: NEW })
  const { clientId } = await dataOf(service.get(ME, owner.token))
  const redirectUrl = 'http://localhost:8080/callback'
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    state: 'any',
  })
  const authorize = () => fetch(`${service.url}/oauth/auth?${asked}`, { redirect: 'manual' })

  assert.equal((await authorize()).status, 400)
  assertFailure(
    await onboardByTag(service, owner, 'ada'),
    'invalid',
    'userDetailsUrl is not set; set it with PATCH partners/me.',
    'user_details_unreachable',
  )
  const { secret } = await dataOf(createSecret(owner.token))
  const granted = await openid.clientCredentialsGrant(
    await discover(service, { clientId, publicClientId: '', secret }),
  )
  assert.ok(granted.access_token)
  const change = { userDetailsUrl: 'http://localhost:8080/users' }
  const changed = await service.request('PATCH', ME, { token: owner.token, body: change })
  assert.equal(changed.body.data.userDetailsUrl, change.userDetailsUrl)
  await dataOf(service.request('PATCH', ME, { token: owner.token, body: { redirectUrl } }))
  assert.equal((await authorize()).status, 303)
})

test('a user who consents after a take-over is not sent to an address that it removed', async () => {
  const email = newEmail()
  const registrant = await onboardOauthPartner(service, { email })
  const user = await signUp(service)
  const config = await discover(service, registrant, 'public')
  const [browser, early] = [new OauthBrowser(service), new OauthBrowser(service)]
  for (const each of [browser, early]) await each.open((await beginFlow(config)).url)
  await early.signIn(user)
  await setEmailVerified(service, email, false)
  await takeOver(email)
  const { token } = await signIn(service, email, { password: NEW })
  const body = { redirectUrl: 'http://localhost:8080/other' }
  await dataOf(service.request('PATCH', ME, { token, body }))

  for (const returned of [await browser.signIn(user), await early.allow()]) assert.equal(returned, undefined)
  for (const { status, text } of [browser, early]) {
    assert.equal(status, 400)
    assert.match(text, /This request is no longer open/)
  }
})

test('a reset of an address that another account has verified ends all that was set up, and verifies nothing', async () => {
  const email = newEmail()
  const registrant = await onboardOauthPartner(service, { email })
  const session = await signIn(service, email)
  const client = await openid.clientCredentialsGrant(await discover(service, registrant))
  await addWebhook(service, session.token, { url: 'http://127.0.0.1:9/hooks' })
  await activateSecondFactor(service, session.token)
  await setEmailVerified(service, email, false)
  await dataOf(service.post('/api/v1/another-eco/partners', newPartnerBody({ email })))

  assertSuccess(await takeOver(email), 200, 'Password set', { email })

  await assertSignedOut([service, second], session)
  for (const each of [registrant.token, client.access_token]) await waitUntilRefused(second, each)
  const owner = await signIn(service, email, { password: NEW })
  const { emailVerified, redirectUrl } = await dataOf(service.get(ME, owner.token))
  assert.deepEqual([owner.partnerId, emailVerified, redirectUrl], [registrant.partnerId, false, ''])
  assert.deepEqual((await dataOf(service.get(`${ME}/secrets`, owner.token))).secrets, [])
  assert.deepEqual((await dataOf(service.get(WEBHOOKS, owner.token))).webhooks, [])
  const elsewhere = { email, password: PASSWORD }
  assert.equal((await service.post('/api/v1/another-eco/partners/login', elsewhere)).status, 200)
})

test('a reset and the code at the same time leave the partner to one of them', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { email, token } = await newUnverifiedOwner(service)
    const code = await mailedCode(service, email)
    await dataOf(forgotPassword(service, email))
    const mailed = await mailedToken(service, email)
    const [verified, reset] = await Promise.all([
      verify(email, code, token, second),
      resetPassword(service, mailed, NEW),
    ])

    assert.equal(reset.status, 200)
    const { redirectUrl, emailVerified } = await dataOf(
      service.get(ME, (await signIn(service, email, { password: NEW })).token),
    )
    assert.equal(emailVerified, true)
    // The code keeps the addresses only if it came first.
    assert.equal(redirectUrl, verified.status === 200 ? 'http://localhost:8080/callback' : '')
  }
})
