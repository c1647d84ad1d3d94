import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, apiOf } from './api.ts'
import { asReplayed, isReplay } from './api-response.ts'
import { ended, hasEnded, type Laurel, startLaurel } from './process.ts'

const FAILPOINTS = ['before-writes', 'before-commit', 'during-commit', 'after-commit', 'before-response']
const HITS_MAX = 40
/** Each start has transactions of its own, whose commits count too. */
const COMMITS_OF_START = 5
const CALLS_PER_KILL_MAX = 200
/** Longer than most calls take, so that a kill comes before, during or after the decision. */
const CALL_MS = 10
const RETRY_MS = 50

type Slot = { laurel: Laurel; restart: Promise<void> | undefined }

/**
 * Two servers on one database. They are killed at failpoints or while a call is under way, and started again. A call
 * without a response is sent again, with its key, until there is one.
 */
export async function startKilledServers(settings: Record<string, string>, below: (count: number) => number) {
  const counts = { kills: 0, doneUnanswered: 0, notDone: 0 }
  let calls = 0
  let isKilling = false
  let callsToKill = 0
  const isNextKilled = () => {
    if (!isKilling) return false
    callsToKill -= 1
    if (callsToKill >= 0) return false
    callsToKill = below(CALLS_PER_KILL_MAX)
    return true
  }
  const startSlot = async (): Promise<Slot> => ({ laurel: await startLaurel(settings), restart: undefined })
  const slots = await Promise.all([startSlot(), startSlot()])

  async function startAgain(): Promise<Laurel> {
    const point = FAILPOINTS[below(2 * FAILPOINTS.length)]
    if (point === undefined) return startLaurel(settings)
    const count = 1 + below(HITS_MAX) + (point === 'during-commit' ? COMMITS_OF_START : 0)
    // One that dies before it is ready is started without.
    return startLaurel({ ...settings, FAILPOINT: `${point}:${count}` }).catch(() => startLaurel(settings))
  }

  function replace(slot: Slot, killed: Laurel): void {
    if (slot.restart || slot.laurel !== killed) return
    counts.kills += 1
    slot.restart = startAgain().then((laurel) => {
      Object.assign(slot, { laurel, restart: undefined })
    })
    slot.restart.catch(() => {})
  }

  const nextSlot = (): Slot => {
    calls += 1
    const [slot, other] = calls % 2 === 0 ? slots : [slots[1], slots[0]]
    return slot.restart && !other.restart ? other : slot
  }

  const request: Api['request'] = async (method, path, options = {}) => {
    for (let [slot, isRetry] = [nextSlot(), false]; ; [slot, isRetry] = [slots[below(2)] as Slot, true]) {
      await slot.restart
      const { laurel } = slot
      const sending = laurel.request(method, path, options).catch(() => undefined)
      if (!isRetry && isNextKilled()) setTimeout(() => laurel.process.kill('SIGKILL'), below(CALL_MS))
      const response = await sending
      if (!response) await ended(laurel.process)
      if (hasEnded(laurel.process)) replace(slot, laurel)
      if (!response) continue
      if (response.status === 503) {
        await pause(RETRY_MS)
        continue
      }
      if (!isRetry || !options.headers?.['idempotency-key']) return response
      counts[isReplay(response) ? 'doneUnanswered' : 'notDone'] += 1
      const again = await request(method, path, options)
      assert(isReplay(again), `${method} ${path} is a replay`)
      assert.deepEqual(asReplayed(again.body), asReplayed(response.body))
      return response
    }
  }

  return {
    counts,
    api: apiOf('', request),
    beginToKill() {
      isKilling = true
      callsToKill = below(CALLS_PER_KILL_MAX)
    },
    async killOne() {
      const slot = slots[below(2)] as Slot
      await slot.restart
      const { laurel } = slot
      laurel.process.kill('SIGKILL')
      await ended(laurel.process)
      replace(slot, laurel)
    },
    async stop() {
      for (const slot of slots) {
        await slot.restart
        slot.laurel.process.kill('SIGKILL')
        await ended(slot.laurel.process)
      }
    },
  }
}
