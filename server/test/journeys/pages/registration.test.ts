import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { noBrowser, openChromium } from '../../support/browser.ts'
import { heading } from '../../support/dashboard.ts'
import { asService } from '../../support/database.ts'
import { mailedToken, mailsTo } from '../../support/mailbox.ts'
import {
  ME,
  newEmail,
  newPartnerBody,
  newUserBody,
  PARTNERS,
  PASSWORD,
  signIn,
} from '../../support/partner.ts'
import { spawnLaurel } from '../../support/process.ts'
import { freePort } from '../../support/server.ts'
import { startProductionService, startTestService, type TestService } from '../../support/service.ts'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const closed = await startTestService({ registration: 'closed', port, origin })

/** Runs `laurel partner` with the settings of a service. */
async function laurelPartner(service: TestService, args: string[], settings: Record<string, string> = {}) {
  const given = {
    DATABASE_URL: asService(service.connectionString),
    SECRET_KEY: service.secretKey.toString('base64'),
    ORIGIN: service.origin,
    REGISTRATION: 'closed',
    ...settings,
  }
  const { child, said } = spawnLaurel(given, 'laurel.ts', ['partner', ...args])
  const [code] = await once(child, 'close')
  return { code, said: said() }
}

const create = (email: string, ...more: string[]) => [
  ...['create', '--ecosystem', 'acme', '--name', 'Acme Books', '--email', email],
  ...more,
]

test('closed registration refuses a partner, whatever is sent, and lets users sign up', async () => {
  for (const body of [newPartnerBody(), {}])
    assertFailure(
      await closed.post(PARTNERS, body),
      'forbidden',
      'Registration is closed here; ask the operator of this service to register you.',
      'registration_closed',
    )
  assert.deepEqual(await closed.query('select from partners'), [])
  assert.equal((await closed.post('/api/v1/user', newUserBody())).status, 201)
})

test('the dashboard says that registration is closed and shows no link to it', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openChromium(closed.url)
  await page.goto('/dashboard/sign-up')
  await heading(page, 'Registration is closed').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Register' }).count(), 0)
  await page.getByRole('link', { name: 'Registered already? Sign in' }).click()
  await heading(page, 'Sign in').waitFor()
  assert.equal(await page.getByText('Register your business').count(), 0)
  assert.deepEqual(complaints, [])
})

test('laurel partner create mails the owner a link that sets the password', async () => {
  const email = newEmail('owner')
  const { code, said } = await laurelPartner(closed, create(email))
  assert.match(
    said,
    new RegExp(
      `^Created the partner Acme Books \\([0-9a-f-]{36}\\) in the ecosystem acme\\.\nA link that sets the password once, within 7 days, is mailed to ${email}\\.\n$`,
    ),
  )
  assert.equal(code, 0)
  const [mail] = await mailsTo(closed, email)
  assert.equal(mail?.subject, 'Your account for Acme Books')
  const token = await mailedToken(closed, email)
  await dataOf(
    closed.post(`${PARTNERS}/reset-password`, { token, password: PASSWORD, confirmPassword: PASSWORD }),
  )
  const owner = await signIn(closed, email)
  const { partnerName, applicationName, redirectUrl } = await dataOf(closed.get(ME, owner.token))
  assert.deepEqual([partnerName, applicationName, redirectUrl], ['Acme Books', 'Acme Books', ''])

  const again = await laurelPartner(closed, create(email))
  assert.deepEqual(again, {
    code: 2,
    said: `The email ${email} is already registered in the ecosystem acme; its owner sets a password with "Forgotten your password?".\n`,
  })
})

test('in production, laurel partner create prints a link that also verifies the address', async () => {
  const production = await startProductionService()
  const email = newEmail('owner')
  const settings = { MODE: 'production', SMTP_URL: 'smtp://127.0.0.1', PASSWORD_HASHING: 'full' }
  const { code, said } = await laurelPartner(
    production,
    create(email, '--print-link', '--application', 'Acme Shop'),
    settings,
  )
  assert.equal(code, 0, said)
  const [, token] =
    /\nGive this link to \S+\. It sets the password once, within 7 days:\nhttps:\/\/rewards\.example\.com\/dashboard\/reset-password\?token=([\w-]{43})&eco=acme\n$/.exec(
      said,
    ) ?? []
  assert(token, said)
  assert.deepEqual(await production.query('select from mails'), [])
  const set = { token, password: PASSWORD, confirmPassword: PASSWORD }
  await dataOf(production.post(`${PARTNERS}/reset-password`, set))
  assert.equal((await production.post(`${PARTNERS}/reset-password`, set)).status, 400, 'it works once')
  const owner = await signIn(production, email)
  const { emailVerified, applicationName } = await dataOf(production.get(ME, owner.token))
  assert.deepEqual([emailVerified, applicationName], [true, 'Acme Shop'])
})

test('laurel partner create names everything that is wrong, and creates nothing', async () => {
  const before = await closed.query('select from partners')
  for (const [args, sentence] of [
    [['create'], 'ecosystem is required; name is required; email is required.\n'],
    [
      ['create', '--ecosystem', 'Acme', '--name', 'Acme', '--email', 'nobody'],
      'ecosystem must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens; email must be an e-mail address of at most 254 characters.\n',
    ],
  ] as const)
    assert.deepEqual(await laurelPartner(closed, [...args]), { code: 2, said: sentence })
  assert.deepEqual(await laurelPartner(closed, create(newEmail()), { ECOSYSTEMS: 'beta' }), {
    code: 2,
    said: 'ecosystem is not open for partners here; ask for its right name.\n',
  })
  const unknown = await laurelPartner(closed, create(newEmail(), '--password', 'x'))
  assert.match(unknown.said, /^Unknown option '--password'\. /)
  assert.equal(unknown.code, 2)
  assert.equal((await closed.query('select from partners')).length, before.length)
})
