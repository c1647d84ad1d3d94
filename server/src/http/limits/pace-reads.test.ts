import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { paceReads } from './pace-reads.ts'

/** A service whose reads end when the test says so. */
function startApp(countedMsMax = 600_000) {
  const app = Fastify()
  app.decorateRequest('credential', null)
  app.decorateRequest('reader')
  app.addHook('onRequest', async (request) => {
    const partnerId = String(request.headers.partner)
    Object.assign(request, { credential: { partnerId }, reader: { id: partnerId } })
  })
  paceReads(app, { countedMsMax, activeMs: 600_000 })
  const inProgress: { partner: string; end: () => void }[] = []
  app.get('/read', (request) => {
    const partner = String(request.headers.partner)
    return new Promise<string>((resolve) => inProgress.push({ partner, end: () => resolve('done') }))
  })
  const began: (() => void)[] = []
  app.get('/stream', (_, reply) => {
    began.shift()?.()
    return reply.send(new PassThrough())
  })
  app.post('/write', async () => 'done')
  const read = (partner: string) => app.inject({ path: '/read', headers: { partner } })
  /** Resolves when the stream has begun. */
  const stream = (partner: string) =>
    new Promise<void>((resolve) => {
      began.push(resolve)
      void app.inject({ path: '/stream', headers: { partner }, payloadAsStream: true })
    })
  const write = (partner: string) => app.inject({ method: 'POST', path: '/write', headers: { partner } })
  const countOf = (partner: string) => inProgress.filter((each) => each.partner === partner).length
  return { inProgress, read, stream, write, countOf }
}

test('while several partners call, the reads of one wait for each other, and those of another do not', async () => {
  const { inProgress, read, write, countOf } = startApp()
  await write('small')
  const reads = Array.from({ length: 10 }, () => read('huge'))
  await waitUntil(() => countOf('huge') === 2, 'two reads are in progress')
  const other = read('small')
  await waitUntil(() => countOf('small') === 1, 'a read of another partner begins')
  assert.equal(countOf('huge'), 2)
  for (let ended = 0; ended < 11; ended += 1) {
    await waitUntil(() => inProgress.length > ended, 'a read follows one that ended')
    inProgress[ended]?.end()
  }
  for (const response of [...(await Promise.all(reads)), await other]) assert.equal(response.statusCode, 200)
})

test('a read that takes long counts no more', async () => {
  const { inProgress, read, write, countOf } = startApp(1)
  await write('small')
  const reads = Array.from({ length: 6 }, () => read('huge'))
  await waitUntil(() => countOf('huge') === 6, 'the others follow the first two')
  for (const { end } of inProgress) end()
  await Promise.all(reads)
})

test('the reads of a partner that calls alone do not wait', async () => {
  const { inProgress, read, countOf } = startApp()
  const reads = Array.from({ length: 10 }, () => read('huge'))
  await waitUntil(() => countOf('huge') === 10, 'all reads are in progress')
  for (const { end } of inProgress) end()
  await Promise.all(reads)
})

test('a stream counts until it begins', async () => {
  const { write, stream, read, inProgress } = startApp()
  await write('small')
  await Promise.all(Array.from({ length: 6 }, () => stream('huge')))
  const reading = read('huge')
  await waitUntil(() => inProgress.length === 1, 'a read begins beside the streams')
  inProgress[0]?.end()
  await reading
})
