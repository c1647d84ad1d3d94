import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { STREAMS_PER_PARTNER_MAX } from '../../../src/feed/events/stream-registry.ts'
import { assertFailure } from '../../support/api-response.ts'
import { openCookieSession } from '../../support/browser-session.ts'
import { allEvents, EVENTS, range, StreamReader } from '../../support/events.ts'
import { LONG_NARRATION, onboardPartnerWithRule, onboardTestPartner } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service, second: other } = await useClockService()

test('a stream replays what was, then follows what happens, exactly as the feed has it', async () => {
  const partner = await onboardPartnerWithRule(service)
  const reader = await StreamReader.open(service, partner.token)
  assert.equal(reader.response.statusCode, 200)
  assert.equal(reader.response.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(reader.response.headers['cache-control'], 'no-store')
  assert.ok(reader.response.headers['x-request-id'])
  await reader.has(2)

  await partner.awardMany(1)
  await reader.has(3)
  await partner.awardMany(450)
  await reader.has(453)
  reader.drop()

  assert.deepEqual(reader.events, await allEvents(service, partner.token))
  for (const { id, event, data } of reader.blocks.filter(({ data }) => data !== undefined)) {
    const { seq, type } = JSON.parse(data ?? '')
    assert.deepEqual([id, event], [String(seq), type])
  }
})

test('a stream hears of what any process writes, and of every kind of event', async () => {
  const partner = await onboardPartnerWithRule(service)
  const [here, there] = [
    await StreamReader.open(service, partner.token, { query: '?after=2' }),
    await StreamReader.open(other, partner.token, { query: '?after=2' }),
  ]
  const bothHave = (count: number) => Promise.all([here.has(count), there.has(count)])
  const userId = await partner.addUser()
  await bothHave(1)
  const rule = await partner.addRule()
  await bothHave(2)
  const body = { coinValue: '3' }
  await other.request('PATCH', `/api/v1/laas/rules/${rule.id}`, { token: partner.token, body })
  await bothHave(3)
  const awarded = await other.post('/api/v1/laas/rules/award', { userId, ruleName: rule.name }, partner.token)
  await bothHave(4)
  await other.post(`/api/v1/laas/rules/award/${awarded.body.data.id}/reverse`, {}, partner.token)
  await bothHave(5)
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
  await bothHave(6)

  const expected = (await allEvents(service, partner.token)).slice(2)
  assert.deepEqual(
    expected.map(({ type }) => type),
    ['user.onboarded', 'rule.created', 'rule.updated', 'award.paid', 'award.reversed', 'user.left'],
  )
  assert.deepEqual(here.events, expected)
  assert.deepEqual(there.events, expected)
  here.drop()
  there.drop()
})

test('only events of the types that were asked for come, and only the own ones', async () => {
  const [partner, stranger] = [await onboardPartnerWithRule(service), await onboardPartnerWithRule(service)]
  const reader = await StreamReader.open(service, partner.token, {
    query: '?types=rule.created,coins.transferred',
  })
  await partner.awardMany(3)
  await stranger.addRule()
  const rule = await partner.addRule()
  await reader.has(2)
  await stranger.awardMany(3)
  const last = await partner.addRule()
  await reader.has(3)
  reader.drop()

  assert.deepEqual(reader.seqs, [2, 6, 7])
  assert.deepEqual(
    reader.events.slice(1).map(({ data }) => data.id),
    [rule.id, last.id],
  )
})

test('across drops, and from one process to another, nothing is lost and nothing repeated', async () => {
  const partner = await onboardPartnerWithRule(service)
  let isWriting = true
  const writing = (async () => {
    for (let call = 0; call < 40; call += 1) await partner.awardMany(25)
    isWriting = false
  })()
  const seqs: number[] = []
  let lastEventId: string | undefined
  for (let connection = 0; isWriting || seqs.length < 1_002; connection += 1) {
    const reader = await StreamReader.open(connection % 2 ? other : service, partner.token, {
      // The header goes before the parameter, which an EventSource repeats as it was.
      query: '?after=0',
      ...(lastEventId !== undefined && { lastEventId }),
    })
    await waitUntil(
      () => reader.events.length > 20 || seqs.length + reader.events.length >= 1_002,
      'the stream goes on',
    )
    reader.drop()
    seqs.push(...reader.seqs)
    lastEventId = reader.lastEventId ?? lastEventId
  }
  await writing

  assert.deepEqual(seqs, range(1, 1_002))
})

test('an empty Last-Event-ID is none', async () => {
  const partner = await onboardPartnerWithRule(service)
  const reader = await StreamReader.open(service, partner.token, { query: '?after=1', lastEventId: '' })
  await reader.has(1)
  reader.drop()

  assert.deepEqual(reader.seqs, [2])
})

test('a reader that stops reading is fed no further, and gets all when it goes on', async () => {
  const partner = await onboardPartnerWithRule(service)
  const slow = await StreamReader.open(service, partner.token)
  await slow.has(2)
  slow.response.pause()
  await partner.awardMany(8_000, LONG_NARRATION)
  const other = await StreamReader.open(service, partner.token)
  await other.has(8_002)
  await waitUntil(() => heldBack() > 0, 'something waits to be sent')
  const unsent = heldBack()

  slow.response.resume()
  await slow.has(8_002)
  slow.drop()
  other.drop()

  assert.ok(other.bytes > 8_000_000, `${other.bytes} bytes are more than sockets take up`)
  assert.ok(unsent < 2_000_000, `${unsent} bytes wait in the process`)
  assert.deepEqual(slow.seqs, range(1, 8_002))
})

test('a stream ends with an event that says so when its token expires', async () => {
  const partner = await onboardPartnerWithRule(service)
  const [idle, slow] = [
    await StreamReader.open(service, partner.token),
    await StreamReader.open(service, partner.token),
  ]
  await Promise.all([idle.has(2), slow.has(2)])
  slow.response.pause()
  service.clock.now = new Date(Date.now() + 3_600_000)
  await waitUntil(() => idle.isOver, 'the stream ends')
  service.clock.now = undefined

  assert.deepEqual(idle.end, {
    reason: 'token_ended',
    message: 'The access token has expired or was revoked; connect again with a new one.',
  })
  assert.equal(idle.blocks.at(-1)?.event, 'end')
  assert.equal(idle.blocks.at(-1)?.id, undefined)
  slow.drop()
})

test('a stream ends when its session is ended', async () => {
  const partner = await onboardPartnerWithRule(service)
  const reader = await StreamReader.open(other, partner.token)
  await reader.has(2)
  const answer = await service.request('POST', '/api/v1/acme/partners/logout', { token: partner.token })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await waitUntil(() => reader.isOver, 'the stream ends')

  assert.equal(reader.end?.reason, 'token_ended')
})

test('a partner may have 100 streams with a process; one that closes makes room', async () => {
  const partner = await onboardTestPartner(service)
  const readers = await Promise.all(range(1, 100).map(() => StreamReader.open(service, partner.token)))
  assert.ok(readers.every(({ response }) => response.statusCode === 200))

  const refused = await service.get(`${EVENTS}/stream`, partner.token)
  assertFailure(
    refused,
    'tooMany',
    '100 streams are open already; close some, or let several readers share one.',
  )
  assert.equal(refused.headers.get('retry-after'), '5')
  const elsewhere = await StreamReader.open(other, partner.token)
  assert.equal(elsewhere.response.statusCode, 200)
  const stranger = await onboardTestPartner(service)
  const strangers = await StreamReader.open(service, stranger.token)
  assert.equal(strangers.response.statusCode, 200)

  readers[0]?.drop()
  await waitUntil(async () => {
    const reader = await StreamReader.open(service, partner.token)
    reader.drop()
    return reader.response.statusCode === 200
  }, 'there is room again')
  for (const reader of [...readers, elsewhere, strangers]) reader.drop()
})

test('readers who leave before they are let in take up no streams', async () => {
  const partner = await onboardTestPartner(service)
  const { cookie } = await openCookieSession(service, { email: partner.email })
  const { hostname, port } = new URL(service.url)
  for (let left = 0; left < STREAMS_PER_PARTNER_MAX + 20; left += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    await new Promise((written) =>
      socket.write(
        `GET ${EVENTS}/stream HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`,
        written,
      ),
    )
    socket.resetAndDestroy()
  }
  const leaving = new AbortController()
  const opened = await Promise.all(
    Array.from({ length: STREAMS_PER_PARTNER_MAX }, () =>
      fetch(`${service.url}${EVENTS}/stream`, { headers: { cookie }, signal: leaving.signal }),
    ),
  )
  assert.deepEqual(new Set(opened.map(({ status }) => status)), new Set([200]))
  leaving.abort()
})

test('HEAD is not supported on the stream', async () => {
  const partner = await onboardTestPartner(service)

  assert.equal((await service.request('HEAD', `${EVENTS}/stream`, { token: partner.token })).status, 405)
})

/** What this process, which is the service's too, holds in the buffers of its sockets. */
function heldBack(): number {
  const handles = (
    process as unknown as { _getActiveHandles(): { writableLength?: number }[] }
  )._getActiveHandles()
  return handles.reduce((sum, { writableLength = 0 }) => sum + writableLength, 0)
}
