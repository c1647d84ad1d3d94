import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/process/logging.ts'
import { createService } from '../../src/service.ts'
import { createTestDatabase } from '../support/database.ts'
import { newPartnerBody } from '../support/partner.ts'

/** A service that logs all it can, into a string. */
async function startLoudService() {
  let logged = ''
  const sink = new Writable({
    write(chunk, _, done) {
      logged += chunk
      done()
    },
  })
  const { connectionString, drop } = await createTestDatabase()
  const service = await createService({
    config: readConfig({ PORT: '0' }),
    connectionString,
    secretKey: randomBytes(32),
    log: createLog('trace', sink),
  })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  after(async () => {
    await service.drain()
    await drop()
  })
  return { connectionString, url: `http://127.0.0.1:${port}`, logged: () => logged }
}

const { connectionString, url, logged } = await startLoudService()
const secrets = new Set<string>()
const secret = (value: string) => {
  secrets.add(value)
  return value
}

async function call(method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${url}/api/v1/acme/partners${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire.
  const answer = (await response.json()) as any
  assert.ok(response.ok, `${method} ${path} answered ${JSON.stringify(answer)}`)
  return answer.data
}

async function mailed(email: string): Promise<string> {
  const mails = (await (await fetch(`${url}/dev/mailbox.json?to=${email}`)).json()) as { text: string }[]
  return secret(
    /with the API: (\S+)$/m.exec(mails[0]?.text ?? '')?.[1] ?? assert.fail(`no token for ${email}`),
  )
}

async function signIn(email: string, password: string, code?: string): Promise<string> {
  const data = await call('POST', '/login', { email, password, ...(code && { code }) })
  secret(data.refreshToken)
  secret((await call('POST', '/refresh', { refreshToken: data.refreshToken })).accessToken)
  return secret(data.accessToken)
}

/** Signs in with a browser, changes something, and tries a token of another session. */
async function useBrowser(email: string, password: string): Promise<void> {
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const answer = await send('POST', '/session', { ecosystem: 'acme', email, password })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const parts = cookie.replace('laurel-team=', '').split('.')
  assert.equal(parts.length, 2)
  for (const part of parts) secret(part)
  const csrfToken = secret(((await answer.json()) as { data: { csrfToken: string } }).data.csrfToken)
  const create = (token: string) =>
    send('POST', '/laas/rules/create-rule', {}, { cookie, 'x-csrf-token': token })
  assert.equal((await create(csrfToken)).status, 400)
  assert.equal((await create(secret('wrong'.repeat(8)))).status, 403)
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

  const { secret: totpSecret } = await call('POST', '/me/second-factor', undefined, token)
  secret(totpSecret)
  const totp = new TOTP({ secret: Secret.fromBase32(totpSecret) })
  const { recoveryCodes } = await call('POST', '/me/second-factor/confirm', { code: totp.generate() }, token)
  for (const code of recoveryCodes) {
    secret(code)
    secret(code.replaceAll('-', ''))
  }

  await call('POST', '/forgot-password', { email })
  await call('POST', '/reset-password', {
    token: await mailed(email),
    password: later,
    confirmPassword: later,
  })
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
  const wrong = { email, password: secret('Hidden-Wrong-4') }
  assert.equal(
    (
      await fetch(`${url}/api/v1/acme/partners/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wrong),
      })
    ).status,
    401,
  )

  assert.ok(secrets.size > 30)
  let everything = await allTables()
  // The log of requests is written once a second.
  while (!everything.includes('/api/v1/acme/partners/me/team/invitations')) everything = await allTables()
  assert.ok(everything.includes(email) && everything.includes('member_invited'))
  assert.ok(logged().includes('/api/v1/acme/partners/login'))
  for (const value of secrets) {
    assert.ok(!logged().includes(value), `${value} is in the log`)
    for (const form of [value, Buffer.from(value).toString('hex'), Buffer.from(value).toString('base64')])
      assert.ok(!everything.includes(form), `${value} is in a table`)
  }
})

/** All rows of all tables, as text; bytes are in hex. */
async function allTables(): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    assert.ok(tables.rows.length > 25)
    const contents: string[] = []
    for (const { name } of tables.rows) {
      const rows = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      contents.push(...rows.rows.map(({ row }) => row))
    }
    return contents.join('\n')
  } finally {
    await client.end()
  }
}
