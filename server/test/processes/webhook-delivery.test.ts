import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { getPriority } from 'node:os'
import { afterEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { assertFailure, assertSuccess, TIMESTAMP, UUID } from '../support/api-response.ts'
import { range } from '../support/events.ts'
import { mailsTo } from '../support/mailbox.ts'
import { onboardPartnerWithRule } from '../support/partner.ts'
import { childrenOf } from '../support/process.ts'
import {
  addWebhook,
  answering,
  attemptsOf,
  eventsIn,
  readWebhook,
  seqsIn,
  startReceiver,
  verified,
} from '../support/receiver.ts'
import { startTestService } from '../support/service.ts'
import { addMember, setEmailVerified } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService({ deliversWebhooks: true, webhookTimeoutSeconds: 2 })
afterEach(() => {
  service.clock.now = undefined
})

const lastSeq = async (partnerId: string) => {
  const [row] = await service.query<{ last: bigint }>(
    'select last_seq as last from ledgers where partner_id = $1',
    [partnerId],
  )
  return Number(row?.last)
}

/** A receiver that holds every response until it is released. */
async function startLateReceiver() {
  const receiver = await startReceiver()
  const held = new Map<ServerResponse, string>()
  let isHolding = true
  let ended = 0
  receiver.handleWith(({ path }, response) => {
    if (!isHolding) return accept(response)
    held.set(response, path)
    response.once('close', () => {
      held.delete(response)
      if (isHolding) ended += 1
    })
    return false
  })
  return {
    url: receiver.url,
    /** How many deliveries ended without a response. */
    ended: () => ended,
    pathsHeld: () => [...held.values()],
    pathsTaken: () => [...new Set(receiver.received.map(({ path }) => path))],
    release() {
      isHolding = false
      for (const response of held.keys()) accept(response)
    },
  }
}

function accept(response: ServerResponse): boolean {
  response.writeHead(204).end()
  return true
}

test('every event is delivered in order, signed, as the feed has it', async () => {
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, partner.token, { url: `${receiver.url}?shop=1`, after: 0 })
  const [userId] = partner.users
  const award = await partner.award(userId as string, partner.rule.name)
  assert.equal((await partner.transfer(userId as string, 4)).status, 201)
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).at(-1) === 4, 'the transfer is delivered')

  const events = eventsIn(receiver.taken, hook.secret)
  assert.deepEqual(
    events.map(({ seq, type }) => [seq, type]),
    [
      [1, 'user.onboarded'],
      [2, 'rule.created'],
      [3, 'award.paid'],
      [4, 'coins.transferred'],
    ],
  )
  assert.equal((events[2]?.data as { id: string } | undefined)?.id, award.body.data.id)
  const [first] = receiver.taken
  assert.equal(first?.path, '/hooks?shop=1')
  assert.equal(first?.headers['content-type'], 'application/json')
  assert.match(String(first?.headers['webhook-id']), new RegExp(`^msg_${hook.id}_1_\\d+$`))
  assert.throws(() => new Webhook(hook.secret).verify(`${first?.raw} `, first?.headers as never))

  await waitUntil(
    async () => (await readWebhook(service, partner.token, hook)).waiting === 0,
    'the cursor moved',
  )
  const [attempt] = (await attemptsOf(service, partner.token, hook)).reverse()
  assert.match(attempt.id, UUID)
  assert.match(attempt.createdAt, TIMESTAMP)
  assert.deepEqual(attempt, {
    id: attempt.id,
    kind: 'delivery',
    messageId: first?.headers['webhook-id'],
    firstSeq: 1,
    lastSeq: attempt.lastSeq,
    events: attempt.lastSeq,
    delivered: true,
    status: 204,
    error: null,
    tookMs: attempt.tookMs,
    answer: '',
    createdAt: attempt.createdAt,
  })
})

test('a filter is kept to, and the webhook does not fall behind on what it did not ask for', async () => {
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const types = ['award.paid', 'rule.created']
  const hook = await addWebhook(service, partner.token, { url: receiver.url, types, after: 0 })
  await partner.awardMany(3)
  await partner.addUsers(3)
  await waitUntil(async () => {
    const { deliveredUpTo } = await readWebhook(service, partner.token, hook)
    return deliveredUpTo === 8 && (await lastSeq(partner.partnerId)) === 8
  }, 'all is passed')
  assert.deepEqual(seqsIn(receiver.taken, hook.secret), [2, 3, 4, 5])
})

test('a burst is delivered up to 500 events at a time, the same bytes to all webhooks', async () => {
  const receivers = [await startReceiver(), await startReceiver()]
  const partner = await onboardPartnerWithRule(service, 20)
  await partner.awardMany(1200)
  const hooks = await Promise.all(
    receivers.map(({ url }) => addWebhook(service, partner.token, { url, after: 0 })),
  )
  const last = await lastSeq(partner.partnerId)
  assert.equal(last, 1221)
  for (const [index, hook] of hooks.entries()) {
    const { taken } = receivers[index] as (typeof receivers)[number]
    await waitUntil(() => seqsIn(taken, hook.secret).at(-1) === last, 'all is delivered')
    assert.deepEqual(seqsIn(taken, hook.secret), range(1, last))
    assert.deepEqual(
      taken.map((delivery) => verified(delivery, hook.secret).data.events.length),
      [500, 500, 221],
    )
  }
  assert.equal(receivers[0]?.taken[0]?.raw, receivers[1]?.taken[0]?.raw)
})

test('after a rotation two signatures are sent for a day, then one', async () => {
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, partner.token, { url: receiver.url })
  const rotated = await service.request('POST', `${hook.path}/rotate-secret`, { token: partner.token })
  const { secret, previousSecretUntil, updatedAt } = rotated.body.data
  assertSuccess(rotated, 200, 'Secret replaced', rotated.body.data)
  assert.notEqual(secret, hook.secret)
  assert.equal(Date.parse(previousSecretUntil) - Date.parse(updatedAt), 24 * 3_600_000)
  await partner.awardMany(1)
  await waitUntil(() => receiver.taken.length === 1, 'it is delivered')
  const [overlap] = receiver.taken
  assert.match(String(overlap?.headers['webhook-signature']), /^v1,\S{44} v1,\S{44}$/)
  for (const each of [secret, hook.secret]) assert.equal(eventsIn([overlap as never], each).length, 1)

  await service.query(`update webhook_endpoints set previous_secret_until = now() where id = $1`, [hook.id])
  await partner.awardMany(1)
  await waitUntil(() => receiver.taken.length === 2, 'it is delivered')
  const [, later] = receiver.taken
  assert.match(String(later?.headers['webhook-signature']), /^v1,\S{44}$/)
  assert.equal(eventsIn([later as never], secret).length, 1)
  assert.throws(() => eventsIn([later as never], hook.secret), /No matching signature/)
  assert.equal((await readWebhook(service, partner.token, hook)).previousSecretUntil, null)
})

test('a failure is repeated with the same message, and what comes after waits', async () => {
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, partner.token, { url: receiver.url })
  receiver.handleWith(answering(500, {}, `<h1>Oh no</h1>\0${'é'.repeat(2000)}`))
  await partner.awardMany(1)
  await waitUntil(async () => (await readWebhook(service, partner.token, hook)).failures >= 1, 'it failed')
  await partner.awardMany(2)
  await waitUntil(
    async () => (await readWebhook(service, partner.token, hook)).failures >= 2,
    'it failed again',
  )
  const failing = await readWebhook(service, partner.token, hook)
  assert.ok(Date.parse(failing.nextTryAt) > Date.parse(failing.failingSince))
  assert.equal(failing.deliveredUpTo, 2)
  assert.equal(failing.waiting, 3)
  receiver.handleWith(undefined)
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).length === 3, 'all is delivered')

  assert.deepEqual(seqsIn(receiver.taken, hook.secret), [3, 4, 5])
  const repeats = receiver.received.slice(0, -1)
  assert.ok(repeats.length >= 3)
  for (const { raw, headers } of repeats) {
    assert.equal(headers['webhook-id'], `msg_${hook.id}_3_3`)
    assert.equal(raw, repeats[0]?.raw)
  }
  await waitUntil(
    async () => (await readWebhook(service, partner.token, hook)).failures === 0,
    'it is well again',
  )
  const failed = (await attemptsOf(service, partner.token, hook)).at(-1)
  assert.equal(failed.status, 500)
  assert.equal(failed.error, 'It answered 500; a delivery counts once a status from 200 to 299 comes back.')
  assert.ok(failed.answer.startsWith('<h1>Oh no</h1>\ufffdéé') && failed.answer.length < 1000)
})

test('Retry-After is honoured, up to an hour', async () => {
  for (const [header, atLeast, atMost] of [
    ['120', 115, 125],
    [new Date(Date.now() + 300_000).toUTCString(), 290, 305],
    ['999999', 3590, 3605],
    ['soon', 0, 2],
  ] as const) {
    const receiver = await startReceiver()
    const partner = await onboardPartnerWithRule(service)
    receiver.handleWith(answering(503, { 'retry-after': header }))
    const hook = await addWebhook(service, partner.token, { url: receiver.url })
    await partner.awardMany(1)
    await waitUntil(async () => (await readWebhook(service, partner.token, hook)).failures === 1, 'it failed')
    const { failingSince, nextTryAt } = await readWebhook(service, partner.token, hook)
    const seconds = (Date.parse(nextTryAt) - Date.parse(failingSince)) / 1000
    assert.ok(seconds >= atLeast && seconds <= atMost, `${header}: ${seconds} s`)
  }
})

test('after three days of failures it is switched off and the verified owners get a mail; enabled again, it goes on', async () => {
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const unverified = await addMember(service, partner, 'owner')
  await setEmailVerified(service, unverified.email, false)
  const hook = await addWebhook(service, partner.token, { url: receiver.url })
  receiver.handleWith(answering(410))
  await partner.awardMany(1)
  await waitUntil(async () => (await readWebhook(service, partner.token, hook)).failures >= 1, 'it failed')
  assert.equal((await readWebhook(service, partner.token, hook)).enabled, true)
  await service.query(
    `update webhook_endpoints set failing_since = now() - interval '71 hours 59 minutes', next_try_at = now() where id = $1`,
    [hook.id],
  )
  await waitUntil(
    async () => (await readWebhook(service, partner.token, hook)).failures >= 2,
    'it failed again',
  )
  assert.equal((await readWebhook(service, partner.token, hook)).enabled, true)
  await service.query(
    `update webhook_endpoints set failing_since = now() - interval '72 hours', next_try_at = now() where id = $1`,
    [hook.id],
  )
  await waitUntil(
    async () => !(await readWebhook(service, partner.token, hook)).enabled,
    'it is switched off',
  )

  const off = await readWebhook(service, partner.token, hook)
  const reason =
    'It failed for 3 days. The last time: It answered 410; a delivery counts once a status from 200 to 299 comes back.'
  assert.match(off.switchedOffAt, TIMESTAMP)
  assert.deepEqual([off.switchedOffReason, off.nextTryAt, off.deliveredUpTo], [reason, null, 2])
  const mails = (await mailsTo(service, partner.email)).filter(({ subject }) => subject.includes('webhook'))
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['A webhook endpoint was switched off'],
  )
  assert.ok(mails[0]?.text.includes(receiver.url) && mails[0].text.includes(reason))
  assert.ok(!mails[0]?.text.includes(hook.secret))
  const others = await mailsTo(service, unverified.email)
  assert.deepEqual(
    others.filter(({ subject }) => subject.includes('webhook')),
    [],
  )

  receiver.handleWith(undefined)
  const before = receiver.received.length
  const other = await startReceiver()
  await addWebhook(service, partner.token, { url: other.url })
  await partner.awardMany(1)
  await waitUntil(() => other.taken.length === 1, 'another endpoint has it')
  assert.equal(receiver.received.length, before)
  const on = await service.request('PATCH', hook.path, { token: partner.token, body: { enabled: true } })
  assert.deepEqual(
    [on.body.data.switchedOffAt, on.body.data.switchedOffReason, on.body.data.failures],
    [null, null, 0],
  )
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).length === 2, 'it goes on')
  assert.deepEqual(seqsIn(receiver.taken, hook.secret), [3, 4])
})

test('a replay delivers again from a number on', async () => {
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, partner.token, { url: receiver.url, after: 0 })
  await partner.awardMany(5)
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).at(-1) === 7, 'all is delivered')
  await waitUntil(
    async () => (await readWebhook(service, partner.token, hook)).waiting === 0,
    'the cursor moved',
  )
  receiver.taken.length = 0
  await service.post(`${hook.path}/replay`, { after: 4 }, partner.token)
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).at(-1) === 7, 'all is delivered again')
  assert.deepEqual(seqsIn(receiver.taken, hook.secret), [5, 6, 7])
})

test('one attempt can be sent again, as it was, beside the sequence', async () => {
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, partner.token, { url: receiver.url, types: ['award.paid'] })
  await partner.awardMany(1)
  await waitUntil(
    async () => (await attemptsOf(service, partner.token, hook)).length === 1,
    'it is delivered',
  )
  await service.request('PATCH', hook.path, { token: partner.token, body: { types: ['user.left'] } })
  const [attempt] = await attemptsOf(service, partner.token, hook)
  receiver.handleWith(answering(202, {}, 'thanks'))
  const answer = await service.request('POST', `${hook.path}/attempts/${attempt.id}/redeliver`, {
    token: partner.token,
  })
  assertSuccess(answer, 200, 'Attempt sent again', {
    ...attempt,
    id: answer.body.data.id,
    kind: 'redelivery',
    status: 202,
    tookMs: answer.body.data.tookMs,
    answer: 'thanks',
    createdAt: answer.body.data.createdAt,
  })
  const [first, second] = receiver.taken
  assert.deepEqual([second?.raw, second?.headers['webhook-id']], [first?.raw, first?.headers['webhook-id']])
  assert.equal(eventsIn(receiver.taken, hook.secret).length, 2)
  const unknown = await service.request('POST', `${hook.path}/attempts/${hook.id}/redeliver`, {
    token: partner.token,
  })
  assertFailure(unknown, 'notFound', 'Attempt was not found.')
})

test('a test is sent outside the sequence, and says what came back', async () => {
  const receiver = await startReceiver()
  const { token } = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, token, { url: receiver.url, enabled: false })
  const send = () => service.request('POST', `${hook.path}/test`, { token })
  const good = await send()
  const { id, tookMs, createdAt } = good.body.data
  const expected = {
    id,
    kind: 'test',
    messageId: `msg_${hook.id}_test_${id}`,
    firstSeq: null,
    lastSeq: null,
    events: 0,
    delivered: true,
    status: 204,
    error: null,
    tookMs,
    answer: '',
    createdAt,
  }
  assertSuccess(good, 200, 'Test sent', expected)
  assert.deepEqual(verified(receiver.taken[0] as never, hook.secret), {
    type: 'test',
    timestamp: createdAt,
    data: { events: [] },
  })
  receiver.handleWith(answering(302, { location: 'http://127.0.0.1:9/' }))
  const redirected = (await send()).body.data
  assert.deepEqual(
    [redirected.delivered, redirected.status, redirected.error],
    [false, 302, 'It answered 302, a redirect, and none is followed; give the address it leads to.'],
  )
  receiver.handleWith(() => false)
  const silent = (await send()).body.data
  assert.deepEqual(
    [silent.delivered, silent.status, silent.error],
    [false, null, 'The address could not be reached: it did not answer within 2 seconds.'],
  )
  assert.deepEqual((await attemptsOf(service, token, hook)).at(-1), expected)
  const again = await service.request('POST', `${hook.path}/attempts/${id}/redeliver`, { token })
  assertFailure(
    again,
    'refused',
    'A test has no events to deliver again; send another test.',
    'not_redeliverable',
  )
})

test('tests and redeliveries are limited', async () => {
  const receiver = await startReceiver()
  const { token } = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, token, { url: receiver.url })
  service.clock.now = new Date()
  for (let count = 0; count < 30; count += 1)
    assert.equal((await service.request('POST', `${hook.path}/test`, { token })).status, 200)
  const answer = await service.request('POST', `${hook.path}/test`, { token })
  assertFailure(answer, 'tooMany', 'Tests and redeliveries can be sent 30 times a minute; try again in 60 s.')
  const first = (await service.get(`${hook.path}/attempts?limit=20`, token)).body.data
  const rest = await service.get(`${hook.path}/attempts?limit=20&before=${first.next}`, token)
  assertSuccess(rest, 200, 'Attempts returned', { attempts: rest.body.data.attempts, next: null })
  const ids = [...first.attempts, ...rest.body.data.attempts].map(({ id }) => id)
  assert.equal(new Set(ids).size, 30)
  assert.deepEqual(ids, [...ids].sort().reverse())
  assert.equal((await service.get(`${hook.path}/attempts`, token)).body.data.attempts.length, 10)
  assertFailure(
    await service.get(`${hook.path}/attempts?before=x&limit=0`, token),
    'invalid',
    'before must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55; limit must be a whole number from 1 to 100.',
  )
})

test('one of ten webhooks hangs, and the other nine get every event meanwhile', async () => {
  const partner = await onboardPartnerWithRule(service)
  const [hanging, ...others] = await Promise.all(Array.from({ length: 10 }, startReceiver))
  hanging?.handleWith(() => false)
  await addWebhook(service, partner.token, { url: hanging?.url, after: 0 })
  const hooks = await Promise.all(
    others.map(({ url }) => addWebhook(service, partner.token, { url, after: 0 })),
  )
  await waitUntil(() => (hanging?.received.length ?? 0) > 0, 'one hangs')
  await partner.awardMany(40)
  const last = await lastSeq(partner.partnerId)
  for (const [index, hook] of hooks.entries()) {
    const { taken } = others[index] as (typeof others)[number]
    await waitUntil(() => seqsIn(taken, hook.secret).at(-1) === last, 'all is delivered')
    assert.deepEqual(seqsIn(taken, hook.secret), range(1, last))
  }
  assert.equal(hanging?.taken.length, 0)
})

test('webhooks that respond late hold ten slots of their partner, and leave room for other partners', async () => {
  const patient = await startTestService({ deliversWebhooks: true, webhookTimeoutSeconds: 3_600 })
  const late = await startLateReceiver()
  const receiver = await startReceiver()
  const other = await onboardPartnerWithRule(patient)
  const hook = await addWebhook(patient, other.token, { url: receiver.url })
  for (let index = 0; index < 6; index += 1) {
    const partner = await onboardPartnerWithRule(patient)
    for (let count = 0; count < 12; count += 1)
      await addWebhook(patient, partner.token, { url: `${late.url}/${index}/${count}`, after: 0 })
    const held = () => late.pathsHeld().filter((path) => path.includes(`/${index}/`)).length
    await waitUntil(() => held() >= (index === 0 ? 10 : 2), 'its webhooks are called')
    if (index === 0) assert.equal(held(), 10)
  }
  await other.awardMany(3)
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).length === 3, 'the other partner is delivered to')
  assert.equal(late.ended(), 0)
  late.release()
  await waitUntil(() => late.pathsTaken().length === 72, 'all are delivered')
})

test('a delivery process that dies is started again, with a low priority', async () => {
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, partner.token, { url: receiver.url })
  const children = () => childrenOf(process.pid, 'deliver-main')
  const [child = 0, ...more] = children()
  assert.deepEqual(more, [])
  assert.equal(getPriority(child), Math.min(getPriority() + 10, 19))
  process.kill(child, 'SIGKILL')
  await partner.awardMany(1)
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).length === 1, 'it is delivered')
  assert.notEqual(children()[0], child)
})
