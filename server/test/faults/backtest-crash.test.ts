import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { dataOf } from '../support/api.ts'
import type { ApiResponse } from '../support/api-response.ts'
import { compareBacktests } from '../support/backtest-property.ts'
import { openTestDatabase } from '../support/database.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { ended, hasEnded, type Laurel, makeTestFolder, startLaurel } from '../support/process.ts'
import { waitUntil } from '../support/wait-until.ts'

const STEPS = Number(process.env.BACKTEST_STEPS ?? 60)
const SEED = Number(process.env.BACKTEST_SEED ?? Date.now() % 1_000_000)
/** Each kills the process during the live run, at a point of its own. */
const FAILPOINTS = ['before-commit:25', 'after-commit:18', 'before-commit:9', 'during-commit:40']

await makeTestFolder()
const { settings: databaseSettings, client } = await openTestDatabase()
const settings = { ...databaseSettings, SECRET_KEY: randomBytes(32).toString('base64') }

test(`what was recorded by processes that were killed is what a backtest decides, BACKTEST_SEED=${SEED}`, async (t) => {
  let kills = 0
  let laurel: Laurel = await startLaurel({ ...settings, FAILPOINT: FAILPOINTS[0] as string })
  const { token } = await onboardTestPartner(laurel)

  /** Sends again, with the same key, until there is a response. */
  async function send(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const headers: Record<string, string> =
      method === 'POST' && body !== undefined ? { 'idempotency-key': randomUUID() } : {}
    for (;;) {
      try {
        const response = await laurel.request(method, path, {
          token,
          headers,
          ...(body !== undefined && { body }),
        })
        if (response.status !== 503) return response
      } catch {
        await ended(laurel.process)
      }
      if (!hasEnded(laurel.process)) continue
      kills += 1
      const next = FAILPOINTS[kills]
      laurel = await startLaurel({ ...settings, ...(next !== undefined && { FAILPOINT: next }) })
    }
  }

  const { activities, outcomes } = await compareBacktests(
    {
      get: (path) => send('GET', path),
      send,
      now: () => new Date(),
      advance: async () => {},
    },
    { seed: SEED, steps: STEPS },
  )
  t.diagnostic(`seed ${SEED}: ${kills} kills, ${activities} activities, ${[...outcomes].sort().join(', ')}`)
  assert(kills > 0, 'the process was killed')
  if (!hasEnded(laurel.process)) {
    laurel.process.kill('SIGKILL')
    await once(laurel.process, 'exit')
  }
})

test('a backtest whose process is killed starts again', async () => {
  const killed = await startLaurel(settings)
  const { token, addRule, addUser } = await onboardTestPartner(killed)
  const userId = await addUser()
  const rule = await addRule({ activityType: 'visit' })
  const items = Array.from({ length: 1_000 }, () => ({ type: 'visit', userId }))
  await dataOf(killed.post('/api/v1/laas/activities/bulk', { activities: items }, token))
  const body = { ruleId: rule.id, from: '2020-01-01T00:00:00.000Z', asWritten: true }
  // The lock keeps the backtest running until the process is dead.
  await client.query('begin; lock table activity_data in access exclusive mode')
  const { id } = await dataOf(killed.post('/api/v1/laas/rules/backtest', body, token))
  const statusOf = async () => {
    const { rows } = await client.query('select status, tries from backtests where id = $1', [id])
    return rows[0]
  }
  await waitUntil(async () => (await statusOf()).status === 'running', 'the backtest runs')
  killed.process.kill('SIGKILL')
  await once(killed.process, 'exit')
  await client.query('commit')
  const laurel = await startLaurel(settings)
  await waitUntil(async () => (await statusOf()).status === 'finished', 'the backtest finishes')
  assert.equal((await statusOf()).tries, 2)
  const { result } = await dataOf(laurel.get(`/api/v1/laas/rules/backtests/${id}`, token))
  assert.deepEqual([result.activities, result.paid, result.coins], [1_000, 1_000, '10000'])
  laurel.process.kill('SIGKILL')
  await once(laurel.process, 'exit')
})
