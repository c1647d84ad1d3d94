export type Poll = { stop(): Promise<void> }

/** Runs work at an interval, one run at a time. A stop waits for the current run. */
export function poll(intervalMs: number, work: () => Promise<void>): Poll {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = undefined
    })
  }, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
