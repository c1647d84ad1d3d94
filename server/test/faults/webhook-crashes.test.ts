import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../support/api.ts'
import { openTestDatabase } from '../support/database.ts'
import { onboardTestPartner } from '../support/partner.ts'
import {
  childrenOf,
  isAlive,
  type Laurel,
  makeTestFolder,
  startLaurel,
  terminate,
} from '../support/process.ts'
import { addWebhook, type Received, startReceiver, verified } from '../support/receiver.ts'
import { waitUntil } from '../support/wait-until.ts'

const folder = await makeTestFolder()
const { settings, client } = await openTestDatabase()

const SETTINGS = {
  ...settings,
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: randomBytes(32).toString('base64'),
  WEBHOOK_TIMEOUT_SECONDS: '1',
  WEBHOOK_DELIVERY: 'on',
}
const AWARDS = 900
const USERS = 6
const COINS = 3
/** Of ten deliveries, which go wrong; every kind of mistake has its turn. */
const GOES_WRONG = [1, 4, 8]
const MISTAKES = 5
const DELAY_MS = 300

let laurel: Laurel
/** The API of the process that runs now. */
const current: Api = {
  url: '',
  request: (...given) => laurel.request(...given),
  get: (...given) => laurel.get(...given),
  post: (...given) => laurel.post(...given),
}

const childOf = ({ pid }: Laurel) => childrenOf(pid, 'deliver-main')[0] as number

/** Subscribes a receiver that records each event once, as a partner would, and sometimes makes mistakes. */
async function subscribe(token: string, types?: string[]) {
  const receiver = await startReceiver()
  const { secret, path } = await addWebhook(current, token, {
    url: receiver.url,
    after: 0,
    enabled: false,
    ...(types && { types }),
  })
  const record = {
    seqs: [] as number[],
    types: [] as string[],
    coins: new Map<string, number>(),
    mistakes: 0,
  }
  const take = (delivery: Received) => {
    for (const { seq, type, data } of verified(delivery, secret).data.events) {
      const last = record.seqs.at(-1) ?? 0
      if (seq <= last) continue
      if (!types) assert.equal(seq, last + 1, 'nothing is left out')
      else assert.ok(types.includes(type))
      record.seqs.push(seq)
      record.types.push(type)
      if (type !== 'award.paid') continue
      const { userId } = data as { userId: string }
      record.coins.set(userId, (record.coins.get(userId) ?? 0) + COINS)
    }
  }
  receiver.handleWith((delivery, response, request) => {
    if (!GOES_WRONG.includes((receiver.received.length - 1) % 10)) {
      take(delivery)
      response.writeHead(204).end()
      return true
    }
    const mistakes = [
      () => {},
      () => void setTimeout(() => response.writeHead(204).end(take(delivery)), DELAY_MS),
      () => response.writeHead(500).end(),
      () => request.socket.destroy(),
      // The events are taken, but the sender cannot know.
      () => {
        take(delivery)
        request.socket.destroy()
      },
    ]
    mistakes[record.mistakes % MISTAKES]?.()
    record.mistakes += 1
    return false
  })
  assert.equal((await current.request('PATCH', path, { body: { enabled: true }, token })).status, 200)
  return record
}

test('receivers that fail at every third delivery have exactly the log in the end, though the server is killed twice', async () => {
  laurel = await startLaurel(SETTINGS)
  const partner = await onboardTestPartner(current)
  const users = await partner.addUsers(USERS)
  const rule = await partner.addRule({ coinValue: String(COINS) })
  const TYPES = ['award.paid', 'rule.created']
  const all = [await subscribe(partner.token), await subscribe(partner.token)]
  const some = await subscribe(partner.token, TYPES)

  let sent = 0
  let isUp = true
  const traffic = Array.from({ length: 4 }, async () => {
    while (sent < AWARDS || [...all, some].some(({ mistakes }) => mistakes < MISTAKES)) {
      sent += 1
      const ask = partner.award(users[sent % USERS] as string, rule.name)
      const answer = await ask.catch(() => undefined)
      if (answer) assert.ok([201, 503].includes(answer.status), JSON.stringify(answer.body))
      await pause(10)
      while (!isUp) await pause(20)
    }
  })
  for (const share of [1 / 3, 2 / 3]) {
    await waitUntil(() => sent >= AWARDS * share, 'awards are given')
    const child = childOf(laurel)
    assert.ok(isAlive(child))
    isUp = false
    laurel.process.kill('SIGKILL')
    await once(laurel.process, 'exit')
    await waitUntil(() => !isAlive(child), 'the delivery process is gone as well')
    laurel = await startLaurel(SETTINGS)
    isUp = true
  }
  await Promise.all(traffic)

  const log: { seq: number; type: string }[] = []
  for (let next = 0, seen = -1; seen < next; ) {
    seen = next
    const feed = await current.get(`/api/v1/laas/events?after=${next}&limit=1000`, partner.token)
    for (const { seq, type } of feed.body.data.events) log.push({ seq, type })
    next = feed.body.data.next
  }
  assert.ok(log.length > AWARDS / 2)
  const chosen = log.filter(({ type }) => TYPES.includes(type))
  for (const [record, expected] of [
    ...all.map((record) => [record, log] as const),
    [some, chosen],
  ] as const) {
    await waitUntil(() => record.seqs.at(-1) === expected.at(-1)?.seq, 'the last event has arrived')
    assert.deepEqual(
      record.seqs.map((seq, index) => ({ seq, type: record.types[index] })),
      expected,
    )
    for (const userId of users) {
      const member = await current.get(`/api/v1/laas/users/${userId}`, partner.token)
      assert.equal(member.body.data.wallet.coins, String(record.coins.get(userId)))
    }
  }
  const { rows: broken } = await client.query('select * from broken_invariants limit 20')
  assert.deepEqual(broken, [])
  const child = childOf(laurel)
  await terminate(laurel)
  assert.ok(!isAlive(child), 'a server that stops takes its delivery process along')
})
