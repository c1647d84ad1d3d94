import { withoutReader } from './reader.ts'

export type Poll = { stop(): Promise<void> }

/** Runs work at an interval, one run at a time. A stop waits for the current run. */
export function poll(intervalMs: number, work: () => Promise<void>): Poll {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work().finally(() => {
      running = undefined
    })
  }
  const timer = withoutReader(() => setInterval(run, intervalMs))
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
