import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { listEvents } from '../../src/events/event-queries.ts'
import { streamEvents } from '../../src/events/event-stream.ts'
import { createStreamRegistry } from '../../src/events/stream-registry.ts'
import { endWaitingConnections } from '../support/database.ts'
import { createLedgers, newLedger, writeEvent } from '../support/ledgers.ts'
import { waitUntil } from '../support/wait-until.ts'

const { client, startProcess } = await createLedgers()

test('a quiet stream sends a comment now and then, and takes its reader past what a filter left out', async () => {
  const { database, watch } = startProcess()
  const partnerId = await newLedger(database)
  await writeEvent(database, partnerId)
  const ending = new AbortController()
  const stream = streamEvents({
    watch,
    partnerId,
    after: 0n,
    readPage: (after, limit) => listEvents(database, partnerId, { after, types: ['award.paid'], limit }),
    pauseMs: () => 1,
    ending: ending.signal,
    heartbeatMs: 100,
  })
  const next = async () => (await stream.next()).value

  assert.equal(await next(), 'retry: 1000\n\n')
  assert.equal(await next(), ':\nid: 1\n\n')
  assert.equal(await next(), ':\n\n')
  await writeEvent(database, partnerId)
  assert.equal(await next(), ':\nid: 2\n\n')
  ending.abort('stopping')
  assert.equal(
    await next(),
    'event: end\ndata: {"reason":"stopping","message":"This process is stopping; connect again."}\n\n',
  )
  assert.equal((await stream.next()).done, true)
})

test('a stream whose database becomes unavailable ends with an event that says so', async () => {
  const { database, watch } = startProcess()
  const partnerId = await newLedger(database)
  const stream = streamEvents({
    watch,
    partnerId,
    after: 0n,
    readPage: (after, limit) => listEvents(database, partnerId, { after, types: null, limit }),
    pauseMs: () => 1,
    ending: new AbortController().signal,
  })
  assert.equal((await stream.next()).value, 'retry: 1000\n\n')
  const looking = stream.next()
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

test('what is not taken from a stream is not loaded', async () => {
  const { database, watch } = startProcess()
  const partnerId = await newLedger(database)
  await client.query(
    `insert into lifecycle_events (partner_id, seq, type, data, created_at)
     select $1, n, 'rule.created', '{}', now() from generate_series(1, 10000) n`,
    [partnerId],
  )
  await client.query('update ledgers set last_seq = 10000 where partner_id = $1', [partnerId])
  let reads = 0
  const counting: Database = {
    ...database,
    many: (query) => {
      reads += 1
      return database.many(query)
    },
  }
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const streams = createStreamRegistry({ database: counting, eventWatch: watch })
  const stream = streams.open({
    partnerId,
    types: null,
    after: 0n,
    isTokenValid: async () => true,
    response,
  })
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
  assert.ok(reads > 0 && reads <= 8, `it read ${reads} times`)

  isStuck = false
  goOn()
  await waitUntil(() => text.includes('id: 10000\n'), 'the rest comes')
  assert.equal(text.match(/^id: /gm)?.length, 10_000)
  assert.ok(reads > 50)
  response.emit('close')
})
