import assert from 'node:assert/strict'
import { test } from 'node:test'
import { range } from '../support/events.ts'
import { onboardPartnerWithRule } from '../support/partner.ts'
import { childrenOf } from '../support/process.ts'
import { addWebhook, readWebhook, seqsIn, startReceiver } from '../support/receiver.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService({ deliversWebhooks: true, webhookTimeoutSeconds: 15 })
const another = await service.startAnother()

test('two servers share a webhook: one delivery at a time, in order, each event once', async () => {
  const receiver = await startReceiver()
  let underWay = 0
  let mostAtOnce = 0
  receiver.handleWith((_, response) => {
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    setTimeout(() => {
      underWay -= 1
      response.writeHead(200).end()
    }, 30)
    return true
  })
  const partner = await onboardPartnerWithRule(service)
  const hook = await addWebhook(another, partner.token, { url: receiver.url, after: 0 })
  for (let count = 0; count < 60; count += 1) {
    const taken = receiver.taken.length
    await partner.awardMany(1)
    if (count % 10 === 9) await waitUntil(() => receiver.taken.length > taken, 'some are delivered')
  }
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).at(-1) === 62, 'all is delivered')
  assert.deepEqual(seqsIn(receiver.taken, hook.secret), range(1, 62))
  assert.equal(mostAtOnce, 1)
  assert.ok(receiver.taken.length > 3)
})

test('a webhook whose server froze is taken over within seconds, and the frozen one cannot set it back', async () => {
  const [first, second] = childrenOf(process.pid, 'deliver-main')
  assert(first && second)
  const receiver = await startReceiver()
  const partner = await onboardPartnerWithRule(service)
  const hook = await addWebhook(service, partner.token, { url: receiver.url })
  try {
    process.kill(second, 'SIGSTOP')
    receiver.handleWith(() => false)
    await partner.awardMany(1)
    await waitUntil(() => receiver.received.length === 1, 'the first one is busy with it')
    process.kill(first, 'SIGSTOP')
    process.kill(second, 'SIGCONT')
    receiver.handleWith(undefined)
    await waitUntil(() => receiver.taken.length === 1, 'the second one takes it over')
  } finally {
    process.kill(first, 'SIGCONT')
    process.kill(second, 'SIGCONT')
  }
  await partner.awardMany(1)
  await waitUntil(() => seqsIn(receiver.taken, hook.secret).at(-1) === 4, 'the next is delivered')
  assert.deepEqual(
    receiver.received.slice(0, 2).map(({ headers }) => headers['webhook-id']),
    [`msg_${hook.id}_3_3`, `msg_${hook.id}_3_3`],
  )
  assert.deepEqual(seqsIn(receiver.taken, hook.secret), [3, 4])
  await waitUntil(
    async () => (await readWebhook(service, partner.token, hook)).waiting === 0,
    'the cursor moved',
  )
  assert.equal((await readWebhook(service, partner.token, hook)).failures, 0)
})
