import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertFailure, assertSuccess, TIMESTAMP, TOKEN_BAD } from '../../support/api-response.ts'
import { countWaitingConnections, withClient } from '../../support/database.ts'
import { login, ME, newOwner, PARTNERS, type SignedInMember, signIn } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import {
  addMember,
  assertAudited,
  assertSignedOut,
  auditEventsOf,
  lastAuditEvent,
  NO_SUCH_PARTNER,
  waitUntilRefused,
  worksWith,
} from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service, second } = await useClockService()
const SPENT = 'The refresh token is unknown, spent or expired; sign in again.'
const list = (token: string, query = '') => service.get(`${ME}/sessions${query}`, token)
const end = (token: string, id: string) => service.request('DELETE', `${ME}/sessions/${id}`, { token })
const logout = (token: string, eco = 'acme') =>
  service.request('POST', `/api/v1/${eco}/partners/logout`, { token })

/** A session as a response has it, which was used last when it began. */
const sessionOf = (
  { sessionId: id }: SignedInMember,
  { at, agent = 'node', current = false }: { at: string; agent?: string; current?: boolean },
) => ({ id, current, address: '127.0.0.1', agent, createdAt: at, lastUsedAt: at })

test('the list of sessions says where each is used, and which one asks', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const { email } = await newOwner(service)
  const owner = await signIn(service, email, { agent: 'First/1.0' })
  service.clock.now = new Date('2026-03-01T09:40:00.000Z')
  const other = await signIn(service, email, { agent: 'Second/2.0' })
  service.clock.now = new Date('2026-03-01T09:50:00.000Z')
  const answer = await list(owner.token, '?limit=2')

  assertSuccess(answer, 200, 'Sessions returned', {
    data: [
      sessionOf(other, { agent: 'Second/2.0', at: '2026-03-01T09:40:00.000Z' }),
      sessionOf(owner, { agent: 'First/1.0', at: '2026-03-01T09:30:00.000Z', current: true }),
    ],
    count: 3,
    currentpage: 1,
    nextpage: 2,
    prevpage: null,
    lastpage: 2,
    next: answer.body.data.next,
  })
  assert.equal((await list(owner.token, `?cursor=${answer.body.data.next}`)).body.data.data.length, 1)
})

test('a refresh is a use of the session, and one that was not used for 30 days is gone', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const { email } = await newOwner(service)
  const owner = await signIn(service, email)
  service.clock.now = new Date('2026-03-20T09:30:00.000Z')
  const refreshed = await service.request('POST', `${PARTNERS}/refresh`, {
    body: { refreshToken: owner.refreshToken },
    headers: { 'user-agent': 'Later/3.0' },
  })
  service.clock.now = new Date('2026-03-31T09:30:00.000Z')
  const { token, sessionId } = await signIn(service, email)
  const { data } = (await list(token)).body.data

  assert.equal(refreshed.status, 200)
  assert.deepEqual(
    data.map((session: { id: string; agent: string; lastUsedAt: string }) => [
      session.id,
      session.lastUsedAt,
    ]),
    [
      [sessionId, '2026-03-31T09:30:00.000Z'],
      [owner.sessionId, '2026-03-20T09:30:00.000Z'],
    ],
  )
  assert.equal(data[1].agent, 'Later/3.0')
})

test('a logout ends this session with its tokens in every process, and no other', async () => {
  const owner = await newOwner(service)
  const other = await signIn(service, owner.email)
  const answer = await logout(owner.token)

  const { createdAt } = answer.body.data
  assert.match(createdAt, TIMESTAMP)
  assertSuccess(answer, 200, 'Signed out', sessionOf(owner, { at: createdAt, current: true }))
  await assertAudited(service, owner, 'signed_out', { session: owner.sessionId })
  await assertSignedOut([service, second], owner)
  assertFailure(await logout(owner.token), 'unauthorized', TOKEN_BAD)
  assert.ok(await worksWith(service, other.token))
})

test('of several logouts at once one ends the session, and the others find it ended', async () => {
  const owner = await newOwner(service)
  const answers = await Promise.all([1, 2, 3, 4].map(() => logout(owner.token)))

  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 401, 401, 401])
})

test('a refresh that races a logout leaves no token that works', async () => {
  for (let round = 0; round < 5; round += 1) {
    const owner = await newOwner(service)
    const [refreshed] = await Promise.all([
      service.post(`${PARTNERS}/refresh`, { refreshToken: owner.refreshToken }),
      logout(owner.token),
    ])
    await assertSignedOut([service], owner)
    if (refreshed.status !== 200) continue
    const { accessToken, refreshToken } = refreshed.body.data
    await assertSignedOut([service], { ...owner, token: accessToken, refreshToken })
  }
})

test('one of several sessions is ended by its id', async () => {
  const owner = await newOwner(service)
  const other = await signIn(second, owner.email)
  const answer = await end(owner.token, other.sessionId)

  assertSuccess(answer, 200, 'Session ended', sessionOf(other, { at: answer.body.data.createdAt }))
  assert.equal((await lastAuditEvent(service, owner.partnerId))?.action, 'session_ended')
  await assertSignedOut([service, second], other)
  assert.ok(await worksWith(service, owner.token))
  assertFailure(await end(owner.token, other.sessionId), 'notFound', 'Session was not found.')
})

test("no member ends or sees another's session, not even the owner of the team", async () => {
  const owner = await newOwner(service)
  const manager = await addMember(service, owner, 'manager')
  const stranger = await newOwner(service)

  for (const { token } of [owner, stranger])
    assertFailure(await end(token, manager.sessionId), 'notFound', 'Session was not found.')
  assertFailure(await end(owner.token, randomUUID()), 'notFound', 'Session was not found.')
  assertFailure(
    await end(owner.token, 'nonsense'),
    'invalid',
    'id must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55.',
  )
  const { data } = (await list(owner.token)).body.data
  assert.deepEqual(
    data.map((session: { id: string }) => session.id),
    [owner.sessionId],
  )
  const ended = await signIn(service, owner.email)
  assert.equal((await end(owner.token, ended.sessionId)).status, 200)
  await waitUntilRefused(service, ended.token)
  assert.ok(await worksWith(service, manager.token))
})

test('signing out everywhere ends all sessions, the own one included', async () => {
  const owner = await newOwner(service)
  const other = await signIn(second, owner.email)
  const manager = await addMember(service, owner, 'manager')

  assertSuccess(
    await service.request('DELETE', `${ME}/sessions`, { token: owner.token }),
    200,
    'Signed out everywhere',
    { sessionsEnded: 2 },
  )
  assert.equal((await lastAuditEvent(service, owner.partnerId))?.action, 'sessions_ended')
  for (const session of [owner, other]) await assertSignedOut([service, second], session)
  assert.ok(await worksWith(service, manager.token))
  assert.equal((await login(service, owner.email)).status, 200)
})

test('a refresh token that is used twice ends its session, and the log says so once', async () => {
  const owner = await newOwner(service)
  const refresh = () => service.post(`${PARTNERS}/refresh`, { refreshToken: owner.refreshToken })
  const { refreshToken } = (await refresh()).body.data
  for (let count = 0; count < 2; count += 1) assertFailure(await refresh(), 'unauthorized', SPENT)

  const events = (await auditEventsOf(service, owner.partnerId)).map(({ action }) => action)
  assert.deepEqual(events.slice(-2), ['signed_in', 'refresh_token_reused'])
  await assertSignedOut([service, second], { ...owner, refreshToken })
})

test('under another ecosystem there is no such session', async () => {
  const { token, sessionId } = await newOwner(service)
  for (const [method, path] of [
    ['POST', 'logout'],
    ['GET', 'me/sessions'],
    ['DELETE', `me/sessions/${sessionId}`],
    ['DELETE', 'me/sessions'],
  ] as const)
    assertFailure(
      await service.request(method, `/api/v1/another-eco/partners/${path}`, { token }),
      'notFound',
      NO_SUCH_PARTNER,
    )
  assert.ok(await worksWith(service, token))
})

test('a session that has ended ends no other session, also with a request that was accepted before', async () => {
  const { email } = await newOwner(service)
  const [ended, kept] = [await signIn(service, email), await signIn(service, email)]
  const responses = await withClient(service.connectionString, async (client) => {
    await client.query('begin')
    await client.query('update sessions set ended_at = now() where id = $1', [ended.sessionId])
    await client.query('select 1 from sessions where id = $1 for update', [kept.sessionId])
    const sent = [
      end(ended.token, kept.sessionId),
      service.request('DELETE', `${ME}/sessions`, { token: ended.token }),
    ]
    await waitUntil(
      async () => (await countWaitingConnections(client)) === sent.length,
      'both wait for the sessions',
    )
    await client.query('commit')
    return Promise.all(sent)
  })
  for (const response of responses) assertFailure(response, 'unauthorized', TOKEN_BAD)
  assert(await worksWith(service, kept.token))
})

test('a cursor with a time that no session can have is refused', async () => {
  const { token } = await newOwner(service)
  const cursorAt = (time: string) => Buffer.from(`0 ${time} ${randomUUID()}`).toString('base64url')
  for (const time of ['253402300800000', '999999999999999', '-1', 'x'])
    assertFailure(
      await list(token, `?cursor=${cursorAt(time)}`),
      'invalid',
      'cursor must be the `next` of an earlier response.',
    )
  for (const time of ['0', '99999999999999'])
    assert.equal((await list(token, `?cursor=${cursorAt(time)}`)).status, 200)
})
