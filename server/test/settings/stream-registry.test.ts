import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { streamEvents } from '../../src/feed/events/event-stream.ts'
import { openPartnerFeed } from '../../src/feed/events/partner-feed.ts'
import { createStreamRegistry } from '../../src/feed/events/stream-registry.ts'
import type { Database } from '../../src/storage/database/database.ts'
import { notOnCitus } from '../support/citus.ts'
import { endWaitingConnections } from '../support/database.ts'
import { createLedgers, newLedger, type WatchingProcess, writeEvent } from '../support/ledgers.ts'
import { waitUntil } from '../support/wait-until.ts'

const { client, startProcess } = await createLedgers()

const feedOf = ({ database, watch }: WatchingProcess, partnerId: string) =>
  openPartnerFeed({ database, eventWatch: watch, limited: (work) => work() }, partnerId)

/** Counts the reads of a database. */
function countReads(database: Database): { counting: Database; reads: () => number } {
  let reads = 0
  const counting: Database = {
    ...database,
    forPartner: () => counting,
    many: (query) => {
      reads += 1
      return database.many(query)
    },
  }
  return { counting, reads: () => reads }
}

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()))

/** Opens a stream until the test ends, and keeps what it sends. */
function openStream(
  t: TestContext,
  streams: ReturnType<typeof createStreamRegistry>,
  {
    partnerId,
    isTokenValid = async () => true,
  }: { partnerId: string; isTokenValid?: () => Promise<boolean> },
): { text: string } {
  const response = newResponse()
  t.after(() => response.emit('close'))
  const opened = { text: '' }
  streams.open({ partnerId, types: null, after: 0n, isTokenValid, response }).on('data', (text) => {
    opened.text += text
  })
  return opened
}

const heartbeats = ({ text }: { text: string }) => text.split(':\n\n').length - 1

test('a quiet stream sends a comment now and then, and takes its reader past what a filter left out', async () => {
  const watching = startProcess()
  const { database } = watching
  const partnerId = await newLedger(database)
  await writeEvent(database, partnerId)
  const ending = new AbortController()
  const { text, beat } = streamEvents({
    feed: feedOf(watching, partnerId),
    after: 0n,
    types: ['award.paid'],
    pauseMs: () => 1,
    ending: ending.signal,
    heartbeatMs: 20,
  })
  const beating = setInterval(beat, 10)
  const next = async () => (await text.next()).value

  assert.equal(await next(), 'retry: 1000\n\n')
  assert.equal(await next(), ':\nid: 1\n\n')
  assert.equal(await next(), ':\n\n')
  await writeEvent(database, partnerId)
  await waitUntil(async () => (await next()) === ':\nid: 2\n\n', 'the id moves on')
  clearInterval(beating)
  ending.abort('stopping')
  assert.match(
    await next(),
    /^retry: \d{1,3}\nevent: end\ndata: {"reason":"stopping","message":"This process is stopping; connect again."}\n\n$/,
  )
  assert.equal((await text.next()).done, true)
})

test('a stream whose database becomes unavailable ends with an event that says so', async () => {
  const watching = startProcess()
  const { database } = watching
  const partnerId = await newLedger(database)
  const { text } = streamEvents({
    feed: feedOf(watching, partnerId),
    after: 0n,
    types: null,
    pauseMs: () => 1,
    ending: new AbortController().signal,
  })
  assert.equal((await text.next()).value, 'retry: 1000\n\n')
  const looking = text.next()
  // Ends the connection that waits for the lock.
  await client.query(`begin; lock table ledgers in access exclusive mode`)
  await database.transaction(async (tx) => tx.announce(partnerId))
  await waitUntil(async () => (await endWaitingConnections(client)) === 1, 'the stream reads')
  await client.query('rollback')

  assert.equal(
    (await looking).value,
    'event: end\ndata: {"reason":"unavailable","message":"The database is unavailable; connect again in a moment."}\n\n',
  )
})

test('what is not taken from a stream is not loaded', {
  skip: notOnCitus('counts reads, of which the nodes of a cluster take more'),
}, async (t) => {
  const { database, watch } = startProcess()
  const partnerId = await newLedger(database)
  await client.query(
    `insert into lifecycle_events (partner_id, seq, type, data, created_at)
     select $1, n, 'rule.created', '{}', now() from generate_series(1, 10000) n`,
    [partnerId],
  )
  await client.query('update ledgers set last_seq = 10000 where partner_id = $1', [partnerId])
  const { counting, reads } = countReads(database)
  const response = newResponse()
  t.after(() => response.emit('close'))
  const streams = createStreamRegistry({ database: counting, eventWatch: watch, streamsMax: 1 })
  const isTokenValid = async () => true
  const stream = streams.open({ partnerId, types: null, after: 0n, isTokenValid, response })
  let text = ''
  let goOn = () => {}
  let isStuck = true
  stream.pipe(
    new Writable({
      decodeStrings: false,
      write(chunk: string, _, done) {
        text += chunk
        if (isStuck) goOn = done
        else done()
      },
    }),
  )
  await waitUntil(() => stream.readableLength >= stream.readableHighWaterMark, 'as much is loaded as may be')
  assert.ok(reads() > 0 && reads() <= 16, `it read ${reads()} times`)

  isStuck = false
  goOn()
  await waitUntil(() => text.includes('id: 10000\n'), 'the rest comes')
  assert.equal(text.match(/^id: /gm)?.length, 10_000)
  assert.ok(reads() > 50)
})

test('idle streams read nothing, and the streams of a partner share what they read', async (t) => {
  const { database, watch } = startProcess()
  const { counting, reads } = countReads(database)
  const streams = createStreamRegistry({
    database: counting,
    eventWatch: watch,
    streamsMax: 60,
    heartbeatMs: 20,
    tickMs: 10,
  })
  const [busy, idle] = [await newLedger(database), await newLedger(database)]
  const open = (partnerId: string) => openStream(t, streams, { partnerId })
  const [live, others] = [
    Array.from({ length: 30 }, () => open(busy)),
    Array.from({ length: 30 }, () => open(idle)),
  ]
  const allHave = (count: number) => [...live, ...others].every((stream) => heartbeats(stream) >= count)
  const round = () => Math.min(...[...live, ...others].map(heartbeats))
  const nextRound = async () => {
    const sent = round()
    await waitUntil(() => allHave(sent + 1), 'all have sent a comment')
  }
  // On a busy machine, comments come before the first reads are done.
  let before = -1
  for (let tries = 1; before !== reads() && tries <= 20; tries += 1) {
    before = reads()
    for (let rounds = 1; rounds <= 3; rounds += 1) await nextRound()
  }
  await nextRound()
  assert.equal(reads(), before)

  await writeEvent(database, busy)
  await waitUntil(() => live.every(({ text }) => text.includes('id: 1\n')), 'the event comes')
  await nextRound()
  assert.ok(reads() - before < 10, `they read ${reads() - before} times`)
  assert.ok(others.every(({ text }) => !text.includes('id:')))

  assert.throws(() => open(idle), {
    kind: 'unavailable',
    message: 'This process has as many streams as it can; try again in a moment.',
    retryAfterSeconds: 5,
  })
})

test('heartbeats wait for no check, and a stream whose token cannot be checked for long ends', async (t) => {
  const { database, watch } = startProcess()
  const streams = createStreamRegistry({
    database,
    eventWatch: watch,
    streamsMax: 4,
    heartbeatMs: 20,
    tickMs: 10,
  })
  const partnerId = await newLedger(database)
  const open = (isTokenValid: () => Promise<boolean>) => openStream(t, streams, { partnerId, isTokenValid })
  let checks = 0
  const failing = () => Promise.reject(new Error('unavailable'))
  let heartbeatsBefore = 0
  const [stuck, failed, flaky, valid]: ReturnType<typeof open>[] = [
    // Gets stuck once the stream is idle.
    open(async () => {
      heartbeatsBefore ||= heartbeats(stuck as { text: string })
      return heartbeatsBefore === 0 || new Promise(() => {})
    }),
    open(failing),
    open(() => {
      checks += 1
      return checks % 3 ? failing() : Promise.resolve(true)
    }),
    open(async () => true),
  ]
  const ended = 'event: end\ndata: {"reason":"unavailable"'
  await waitUntil(() => [stuck, failed].every((stream) => stream?.text.includes(ended)), 'both end')

  assert(stuck && flaky && valid)
  assert.match(stuck.text, /^retry: 1000\n\n(:\n\n)+event: end\n/)
  assert(heartbeats(stuck) > heartbeatsBefore, 'heartbeats came while the check was stuck')
  await waitUntil(() => checks > 30, 'the others are checked again and again')
  for (const { text } of [flaky, valid]) assert.match(text, /^retry: 1000\n\n(:\n\n)+$/)
})
