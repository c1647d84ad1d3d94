import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from '../../src/runtime/process/logging.ts'
import { dataOf } from '../support/api.ts'
import { openCookieSession } from '../support/browser-session.ts'
import { mailedToken } from '../support/mailbox.ts'
import { login, newPartnerBody, PARTNERS } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { codeOf } from '../support/team.ts'

let logged = ''
const sink = new Writable({
  write(chunk, _, done) {
    logged += chunk
    done()
  },
})
/** It logs all it can. */
const service = await startTestService({}, { log: createLog('trace', sink) })
const secrets = new Set<string>()
const secret = (value: string) => {
  secrets.add(value)
  return value
}

const call = (method: string, path: string, body?: unknown, token?: string) =>
  dataOf(service.request(method, `${PARTNERS}${path}`, { body, ...(token && { token }) }))

const mailed = async (email: string) => secret(await mailedToken(service, email))

async function signIn(email: string, password: string, code?: string): Promise<string> {
  const data = await call('POST', '/login', { email, password, ...(code && { code }) })
  secret(data.refreshToken)
  secret((await call('POST', '/refresh', { refreshToken: data.refreshToken })).accessToken)
  return secret(data.accessToken)
}

/** Signs in with a browser, changes something, and tries a token of another session. */
async function useBrowser(email: string, password: string): Promise<void> {
  const { cookie, csrfToken, request } = await openCookieSession(service, { email, password })
  const parts = cookie.replace('laurel-team=', '').split('.')
  assert.equal(parts.length, 2)
  for (const part of [...parts, csrfToken]) secret(part)
  const create = (headers = {}) => request('POST', '/api/v1/laas/rules/create-rule', { body: {}, headers })
  assert.equal((await create()).status, 400)
  assert.equal((await create({ 'x-csrf-token': secret('wrong'.repeat(8)) })).status, 403)
}

test('no password, token, code or secret stands in clear in any table or in the log', async () => {
  const [first, later, others] = ['Hidden-One-1', 'Hidden-Two-2', 'Hidden-Three-3'].map(secret) as [
    string,
    string,
    string,
  ]
  const { email } = newPartnerBody()
  await call('POST', '', newPartnerBody({ email, password: first, confirmPassword: first }))
  let token = await signIn(email, first)

  const { secret: totpSecret } = await call('POST', '/me/second-factor', { password: first }, token)
  secret(totpSecret)
  const code = { code: codeOf(totpSecret) }
  const { recoveryCodes } = await call('POST', '/me/second-factor/confirm', code, token)
  for (const code of recoveryCodes) {
    secret(code)
    secret(code.replaceAll('-', ''))
  }

  await call('POST', '/forgot-password', { email })
  const reset = { token: await mailed(email), password: later, confirmPassword: later }
  await call('POST', '/reset-password', reset)
  await call('POST', '/forgot-password', { email })
  await mailed(email)
  token = await signIn(email, later, recoveryCodes[0])

  await call('POST', '/me/email', { email: 'new@acme.example', password: later }, token)
  await mailed(email)
  await mailed('new@acme.example')
  for (const member of ['joins@acme.example', 'waits@acme.example'])
    await call('POST', '/me/team/invitations', { email: member, role: 'manager' }, token)
  await call('POST', '/invitations/accept', {
    token: await mailed('joins@acme.example'),
    password: others,
    confirmPassword: others,
  })
  await mailed('waits@acme.example')
  await signIn('joins@acme.example', others)
  await useBrowser('joins@acme.example', others)
  assert.equal((await login(service, email, { password: secret('Hidden-Wrong-4') })).status, 401)

  assert.ok(secrets.size > 30)
  let everything = await allTables()
  // The log of requests is written once a second.
  while (!everything.includes('/api/v1/acme/partners/me/team/invitations')) everything = await allTables()
  assert.ok(everything.includes(email) && everything.includes('member_invited'))
  assert.match(logged, /"route":"[^"]*\/partners\/login"/)
  for (const value of secrets) {
    assert.ok(!logged.includes(value), `${value} is in the log`)
    for (const form of [value, Buffer.from(value).toString('hex'), Buffer.from(value).toString('base64')])
      assert.ok(!everything.includes(form), `${value} is in a table`)
  }
})

/** All rows of all tables, as text; bytes are in hex. */
async function allTables(): Promise<string> {
  const tables = await service.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  assert.ok(tables.length > 25)
  const contents: string[] = []
  for (const { name } of tables) {
    const rows = await service.query<{ row: string }>(`select t::text as row from ${name} t`)
    contents.push(...rows.map(({ row }) => row))
  }
  return contents.join('\n')
}
