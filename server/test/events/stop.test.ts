import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { asService } from '../support/database.ts'
import { range, StreamReader } from '../support/events.ts'
import { onboardPartnerWithRule } from '../support/partner.ts'
import { type Laurel, makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService()
const folder = await makeTestFolder()
const partner = await onboardPartnerWithRule(service)

/** A server in a process of its own, on the same database. */
const startBeside = (): Promise<Laurel> =>
  startLaurel({
    DATABASE_URL: asService(service.connectionString),
    DATA_DIR: folder,
    SECRET_KEY: service.secretKey.toString('base64'),
  })

test('a process that stops ends its streams, also those that are not read', async () => {
  const laurel = await startBeside()
  const [idle, stuck] = [
    await StreamReader.open(laurel, partner.token),
    await StreamReader.open(laurel, partner.token),
  ]
  await Promise.all([idle.has(2), stuck.has(2)])
  stuck.response.pause()
  await partner.awardMany(25_000)
  await idle.has(25_002)

  await terminate(laurel)
  await waitUntil(() => idle.isOver, 'the stream ends')

  assert.doesNotMatch(laurel.said(), /closing their connections/)
  assert.deepEqual(idle.end, { reason: 'stopping', message: 'This process is stopping; connect again.' })
  assert.deepEqual(idle.seqs, range(1, 25_002))
  stuck.drop()
})

test('after kill -9 the stream goes on with another process, with nothing lost or repeated', async () => {
  const laurel = await startBeside()
  const from = Number((await service.get('/api/v1/laas/events?after=25000', partner.token)).body.data.next)
  const first = await StreamReader.open(laurel, partner.token, { lastEventId: from })
  const writing = (async () => {
    for (let call = 0; call < 30; call += 1) await partner.awardMany(20)
  })()
  await first.has(40)
  laurel.process.kill('SIGKILL')
  await once(laurel.process, 'exit')
  await waitUntil(() => first.isOver, 'the stream breaks off')
  assert.equal(first.end, undefined)

  const second = await StreamReader.open(service, partner.token, { lastEventId: first.lastEventId ?? '' })
  await writing
  await waitUntil(() => second.seqs.at(-1) === from + 600, 'all came')
  second.drop()

  assert.deepEqual([...first.seqs, ...second.seqs], range(from + 1, from + 600))
})
