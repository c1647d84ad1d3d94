import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { assertSuccess } from '../support/api-response.ts'
import { onboardTestPartner, type TestPartner } from '../support/partner.ts'
import {
  addWebhook,
  attemptsOf,
  eventsIn,
  type Received,
  startReceiver,
  type TestWebhook,
  WEBHOOKS,
} from '../support/receiver.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService({ deliversWebhooks: true })
const receiver = await startReceiver()
let partner: TestPartner
let hook: TestWebhook
let other: TestWebhook
let delivery: Received
before(async () => {
  partner = await onboardTestPartner(service)
  const userId = await partner.addUser({ fullname: 'Zoë Müller' })
  const rule = await partner.addRule()
  await partner.award(userId, rule.name, 'for <b>“you”</b> / 100 %')
  hook = await addWebhook(service, partner.token, { url: receiver.url, after: 0 })
  other = await addWebhook(service, partner.token, { url: 'http://localhost:9/other' })
  await waitUntil(async () => (await attemptsOf(service, partner.token, hook)).length > 0, 'it is delivered')
  delivery = receiver.taken[0] as Received
  assert.equal(eventsIn([delivery], hook.secret).length, 3)
})

type Asked = { body?: string; headers?: Record<string, string | undefined>; secret?: string }

const signed = ({ headers } = delivery): Record<string, string> =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  )

async function causesOf({ body = delivery.raw, headers = {}, secret }: Asked, at = hook) {
  const answer = await service.post(
    `${at.path}/diagnose`,
    { body, headers: { ...signed(), ...headers }, ...(secret !== undefined && { secret }) },
    partner.token,
  )
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { verifies, findings } = answer.body.data
  for (const { detail } of findings) assert.match(detail, /^[A-Za-z].*[;:] .*\.$/)
  return { verifies, causes: findings.map(({ cause }: { cause: string }) => cause), findings }
}

async function assertCauses(asked: Asked, ...causes: string[]): Promise<void> {
  const found = await causesOf(asked)
  assert.deepEqual(found.causes, causes)
  assert.equal(found.verifies, false)
}

test('a valid delivery verifies, with or without the secret', async () => {
  const answer = await service.post(
    `${hook.path}/diagnose`,
    { body: delivery.raw, headers: { 'User-Agent': 'x', ...signed() } },
    partner.token,
  )
  assertSuccess(answer, 200, 'Signature diagnosed', {
    verifies: true,
    findings: [
      {
        cause: 'verifies',
        detail:
          'It verifies: body, headers and time are as they must be, and so is the secret if you gave one.',
      },
    ],
  })
  const upper = Object.fromEntries(
    Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]),
  )
  for (const asked of [{ secret: hook.secret }, { headers: upper, secret: hook.secret }])
    assert.deepEqual((await causesOf(asked)).causes, ['verifies'])
})

test('a header that is missing or has another name is named', async () => {
  await assertCauses({ headers: { 'webhook-signature': undefined } }, 'header_missing')
  await assertCauses(
    { headers: { 'webhook-id': '', 'webhook-timestamp': ' ' } },
    'header_missing',
    'header_missing',
  )
  for (const name of [
    'svix-signature',
    'X-Webhook-Signature',
    'HTTP_WEBHOOK_SIGNATURE',
    'webhooksignature',
  ]) {
    const found = await causesOf({
      headers: { 'webhook-signature': undefined, [name]: signed()['webhook-signature'] },
    })
    assert.deepEqual(found.findings, [
      {
        cause: 'header_misspelled',
        detail: `The header webhook-signature is missing, but there is ${name.toLowerCase()}; read it under the name webhook-signature.`,
      },
    ])
  }
})

test('a header that was changed in form is named', async () => {
  const ms = `${signed()['webhook-timestamp']}000`
  await assertCauses({ headers: { 'webhook-timestamp': ms } }, 'timestamp_invalid')
  await assertCauses({ headers: { 'webhook-timestamp': new Date().toISOString() } }, 'timestamp_invalid')
  const [, bare] = (signed()['webhook-signature'] as string).split(',')
  for (const signature of [bare, 'v1', `v1,${bare?.slice(0, 20)}`, `v2,${bare}`])
    await assertCauses({ headers: { 'webhook-signature': signature } }, 'signature_malformed')
})

test('a wrong secret is named with its cause', async () => {
  const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64')
  await assertCauses({ secret: `${hook.secret}\n` }, 'secret_padded')
  await assertCauses({ secret: `"${hook.secret}"` }, 'secret_padded')
  await assertCauses({ secret: hook.secret.slice('whsec_'.length) }, 'secret_without_prefix')
  for (const form of ['hex', 'base64url', 'latin1'] as const)
    await assertCauses({ secret: key.toString(form) }, 'secret_decoded')
  const ofAnother = await causesOf({ secret: other.secret })
  assert.deepEqual(ofAnother.findings, [
    {
      cause: 'secret_of_another_webhook',
      detail:
        "The secret is that of your webhook to http://localhost:9/other; each webhook has a secret of its own, so use this one's.",
    },
  ])
  await assertCauses({ secret: 'whsec_nonsense' }, 'secret_wrong')
})

test('a body that was parsed and written again is recognised, with how it was changed', async () => {
  const parsed = JSON.parse(delivery.raw)
  const escaped = delivery.raw.replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  assert.notEqual(escaped, delivery.raw)
  const { type, ...rest } = parsed
  for (const [body, cause] of [
    [`${delivery.raw}\n`, 'body_padded'],
    [JSON.stringify(parsed, null, 2), 'body_respaced'],
    [delivery.raw.replace('"type":', '"type": '), 'body_respaced'],
    [escaped, 'body_escaped'],
    [delivery.raw.replaceAll('/', '\\/'), 'body_escaped'],
    [JSON.stringify({ ...rest, type }), 'body_reordered'],
    [delivery.raw.slice(0, -1), 'body_not_json'],
    ['[object Object]', 'body_not_json'],
    ['', 'body_empty'],
    [delivery.raw.replace('award.paid', 'award.free'), 'body_changed'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'body_changed'],
  ] as const)
    await assertCauses({ body }, cause)
})

test('a wrong timestamp is reported, also when everything else verifies', async () => {
  const webhook = new Webhook(hook.secret)
  const at = (seconds: number) => {
    const time = new Date(Date.now() + seconds * 1000)
    const id = signed()['webhook-id'] as string
    return {
      headers: {
        'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
        'webhook-signature': webhook.sign(id, time, delivery.raw),
      },
    }
  }
  await assertCauses(at(-400), 'timestamp_old')
  await assertCauses(at(400), 'timestamp_in_the_future')
  assert.deepEqual((await causesOf(at(-200))).causes, ['verifies'])
  const found = await causesOf({ ...at(-400), body: `${delivery.raw} `, secret: 'whsec_nonsense' })
  assert.deepEqual(found.causes, ['secret_wrong', 'body_padded', 'timestamp_old'])
})

test('parts of different messages are recognised', async () => {
  const test = await service.request('POST', `${hook.path}/test`, { token: partner.token })
  assert.equal(test.status, 200)
  const sent = receiver.taken.at(-1) as Received
  const headers = signed(sent)
  assert.deepEqual((await causesOf({ body: sent.raw, headers })).causes, ['verifies'])
  await assertCauses({ body: `${sent.raw}\n`, headers }, 'body_padded')
  await assertCauses(
    { headers: { 'webhook-signature': headers['webhook-signature'] } },
    'signature_of_another_message',
  )
  for (const id of ['msg_1', `msg_${hook.id}_test_${hook.id}`, `msg_${other.id}_1_3`])
    await assertCauses({ headers: { 'webhook-id': id } }, 'message_unknown')
  const atOther = await causesOf({}, other)
  assert.deepEqual(atOther.findings, [
    {
      cause: 'message_of_another_webhook',
      detail: `The message was signed for your webhook to ${receiver.url}; verify it with that webhook's secret.`,
    },
  ])
})

test('after a rotation the old secret is named, and is valid for a day', async () => {
  const rotated = await service.request('POST', `${hook.path}/rotate-secret`, { token: partner.token })
  const during = await causesOf({ secret: hook.secret })
  assert.deepEqual([during.verifies, during.causes], [true, ['secret_old']])
  await service.query('update webhook_endpoints set previous_secret_until = now() where id = $1', [hook.id])
  await assertCauses({ secret: hook.secret }, 'secret_old')
  assert.equal(
    (await service.get(`${WEBHOOKS}/${hook.id}`, partner.token)).body.data.previousSecretUntil,
    null,
  )
  assert.ok(rotated.body.data.secret !== hook.secret)
})
