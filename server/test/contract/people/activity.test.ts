import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVisitor, setPasswordByMail } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { mailedCode } from '../../support/mailbox.ts'
import { newEmail, newUserBody, onboardTestPartner, PASSWORD, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()

const auditEventsOf = async (userId: string) =>
  (
    await service.query<{ action: string }>(
      'select action from audit_log where subject = $1 and partner_id is null and actor = $1 order by id',
      [userId],
    )
  ).map(({ action }) => action)

test('every audit event of an account says where it came from, and its owner sees it', async () => {
  const { tag, email, ...body } = newUserBody()
  const { id: userId } = await dataOf(service.post('/api/v1/user', { tag, email, ...body }))
  const code = await mailedCode(service, email)
  await dataOf(service.post('/api/v1/user/verify-email', { email, code }))
  await setPasswordByMail(service, email, { fullname: body.fullname })
  const visitor = createVisitor(service)
  await visitor.signIn(tag, 'Rainy-Day-8')
  await visitor.signIn(tag)
  await visitor.visit('/account/security')
  const password = 'Windy-Night-9'
  const change = { currentPassword: PASSWORD, password, confirmPassword: password }
  await visitor.send('/account/security/password', change)
  await visitor.visit('/account/security')
  await visitor.send('/account/sign-out')
  await setPasswordByMail(service, email, { password })
  await visitor.signIn(email, password)
  const { text } = await visitor.visit('/account/security')
  await visitor.send('/account/security/sign-out-everywhere')

  assert.deepEqual(await auditEventsOf(userId), [
    'email_verified',
    'password_reset_asked',
    'password_reset',
    'sign_in_failed',
    'signed_in',
    'password_changed',
    'signed_out',
    'password_reset_asked',
    'password_reset',
    'signed_in',
    'sessions_ended',
  ])
  const shown = [
    'Signed in',
    'Password set with a mailed link',
    'A link to set the password was mailed',
    'Signed out',
    'Password changed',
    'Signed in',
    'Somebody tried to sign in and could not',
    'Password set with a mailed link',
    'A link to set the password was mailed',
    'E-mail address verified',
  ]
  const found = [...text.slice(text.indexOf('What happened lately')).matchAll(/<strong>([^<]+)<\/strong>/g)]
  assert.deepEqual(
    found.map(([, words]) => words),
    shown,
  )
  assert.match(text, /127\.0\.0\.1/)
})

test('unlinking is written down for the user, and not where the team of the partner reads', async () => {
  const acme = await onboardTestPartner(service)
  const email = newEmail()
  const userId = await acme.addUser({ email })
  await setPasswordByMail(service, email)
  const visitor = createVisitor(service)
  await visitor.signIn(email)
  await visitor.visit(`/account/partners/${acme.partnerId}/unlink`)
  await visitor.send(`/account/partners/${acme.partnerId}/unlink`)

  assert.equal((await auditEventsOf(userId)).at(-1), 'partner_unlinked')
  const { text } = await visitor.visit('/account/security')
  assert.match(text, /Unlinked: /)
  const { body } = await service.get('/api/v1/acme/partners/me/audit-events', acme.token)
  assert.deepEqual(
    body.data.data.filter(({ action }: { action: string }) => action === 'partner_unlinked'),
    [],
  )
})

test('a failed sign-in with an unknown name leaves nothing', async () => {
  const agent = unique('Browser/')
  const visitor = createVisitor(service)
  await visitor.visit('/account/sign-in')
  const refused = await visitor.visit('/account/sign-in', {
    method: 'POST',
    headers: { 'user-agent': agent },
    body: new URLSearchParams({ formToken: visitor.formToken(), login: 'nobody.at.all', password: PASSWORD }),
  })
  assert.equal(refused.status, 401)
  assert.deepEqual(await service.query('select from audit_log where agent = $1', [agent]), [])
})
