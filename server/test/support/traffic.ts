import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { hasEnded, type Laurel } from './process.ts'

const WORKERS = 8
const REST_MS = 100

/** Requests without a pause, until it is stopped. */
export type Traffic = {
  until(holds: () => boolean): Promise<void>
  /** Waits until so many more requests got through. */
  untilAnswered(more: number): Promise<void>
  stop(): Promise<void>
}

const running = new Set<Traffic>()

/** Starts sending to these processes. `send` returns whether its request got through; if not, it pauses. */
export function startTraffic(laurels: Laurel[], send: () => Promise<boolean>): Traffic {
  let stopped = false
  let answered = 0
  const workers = Array.from({ length: WORKERS }, async () => {
    while (!stopped) {
      if (await send()) answered += 1
      else await pause(REST_MS)
    }
  })
  const traffic: Traffic = {
    async until(holds) {
      while (!holds()) {
        assert(!laurels.every(({ process }) => hasEnded(process)), laurels[0]?.said())
        await pause(5)
      }
    },
    untilAnswered(more) {
      const enough = answered + more
      return traffic.until(() => answered >= enough)
    },
    async stop() {
      stopped = true
      running.delete(traffic)
      await Promise.all(workers)
    },
  }
  running.add(traffic)
  return traffic
}

/** Stops what a test that failed has left running. */
export async function stopTraffic(): Promise<void> {
  for (const traffic of running) await traffic.stop()
}
