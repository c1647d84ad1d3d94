import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { createCommandLine, type RunningCommand } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { range } from '../support/events.ts'
import { startNetwork } from '../support/network.ts'
import { onboardPartnerWithRule } from '../support/partner.ts'
import { killTree, startLaurel } from '../support/process.ts'
import { addWebhook, answering, type Received, seqsIn, startReceiver, verified } from '../support/receiver.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const port = await freePort()
const { settings: database, drop } = await createTestDatabase()
after(drop)
const settings = { ...database, PORT: String(port), WEBHOOK_DELIVERY: 'on' }
let server = await startLaurel(settings)
const laurel = await createCommandLine()
const partner = await onboardPartnerWithRule(server)
const network = await startNetwork(server.url)
await laurel.signIn({ ...server, url: network.url }, partner.email)

const startListening = (url: string, ...args: string[]) =>
  laurel.start(['listen', '--forward-to', url, ...args])

const isListening = (command: RunningCommand) =>
  waitUntil(() => command.stdout().includes('Signing secret: '), command.stderr)

async function stop(command: RunningCommand): Promise<void> {
  command.child.kill('SIGINT')
  assert.equal((await command.ended()).code, 0)
}

async function secretOf(url: string): Promise<string> {
  const { stdout } = await laurel.run(['listen', '--forward-to', url, '--print-secret'])
  assert.match(stdout, /^whsec_\S+\n$/)
  return stdout.trim()
}

test('listen posts the bytes and headers of a webhook', async () => {
  await partner.awardMany(4)
  const [real, own] = [await startReceiver(), await startReceiver()]
  const hook = await addWebhook(server, partner.token, { url: real.url })
  await dataOf(server.post(`${hook.path}/replay`, { after: 0 }, partner.token))
  await waitUntil(() => real.taken.length > 0, 'the webhook was delivered')
  await dataOf(server.request('DELETE', hook.path, { token: partner.token }))

  const listening = startListening(own.url, '--after', '0')
  await waitUntil(() => own.taken.length > 0, listening.stderr)
  await stop(listening)
  assert.match(listening.stdout(), /\n6 events 1–6 user\.onboarded, rule\.created, award\.paid × 4 → 204\n$/)
  const [webhook, forwarded] = [real.taken[0], own.taken[0]] as [Received, Received]
  assert.equal(forwarded.raw, webhook.raw)
  assert.deepEqual(seqsIn([forwarded], await secretOf(own.url)), range(1, 6))
  const without = ({ headers }: Received) => {
    const {
      host,
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signature,
      ...rest
    } = headers
    assert.match(`${id} ${at} ${signature}`, /^msg_[0-9a-f-]{36}_1_6 \d{10} v1,\S+$/)
    return rest
  }
  assert.deepEqual(without(forwarded), without(webhook))
})

test('the first run begins with the next event, and the secret stays', async () => {
  const receiver = await startReceiver()
  const first = startListening(receiver.url)
  await isListening(first)
  const secret = await secretOf(receiver.url)
  assert.ok(first.stdout().endsWith(`Signing secret: ${secret}\n`), first.stdout())
  await partner.awardMany(1)
  await waitUntil(() => receiver.taken.length === 1, first.stderr)
  await stop(first)
  assert.deepEqual(seqsIn(receiver.taken, secret), [7])
  assert.match(first.stdout(), /\nevent 7 award\.paid → 204\n$/)
})

test('nothing is lost or out of order when connections break, servers restart and receivers fail', async () => {
  const receiver = await startReceiver()
  const secret = await secretOf(receiver.url)
  const taken = () => seqsIn(receiver.taken, secret)
  const untilTaken = (last: number, command: RunningCommand) =>
    waitUntil(
      () => taken().at(-1) === last,
      () => `${taken()} ${command.stdout()} ${command.stderr()}`,
    )
  let listening = startListening(receiver.url)
  await isListening(listening)
  await partner.awardMany(3)
  await untilTaken(10, listening)

  network.breakAll()
  await partner.awardMany(3)
  await untilTaken(13, listening)

  await killTree(server.process)
  server = await startLaurel(settings)
  await partner.awardMany(3)
  await untilTaken(16, listening)

  receiver.handleWith(answering(500, {}, 'Not now'))
  await partner.awardMany(3)
  await waitUntil(() => receiver.received.length >= receiver.taken.length + 2, 'it tries again')
  assert.match(listening.stdout(), /→ 500 Not now; trying again in/)
  const failed = receiver.received.slice(receiver.taken.length)
  // What happens meanwhile is not part of the delivery that is tried again.
  await partner.awardMany(3)
  listening.child.kill('SIGKILL')
  await once(listening.child, 'close')
  receiver.handleWith(undefined)
  listening = startListening(receiver.url)
  await untilTaken(22, listening)
  await stop(listening)

  assert.deepEqual(taken(), range(8, 22))
  const retried = receiver.taken.find(
    ({ headers }) => headers['webhook-id'] === failed[0]?.headers['webhook-id'],
  )
  assert.deepEqual(new Set(failed.map(({ raw }) => raw)), new Set([retried?.raw]))
  for (const each of failed) verified(each, secret)
})
