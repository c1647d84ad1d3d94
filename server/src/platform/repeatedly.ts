export type Repetition = { stop(): Promise<void> }

/** Does something again and again, once at a time: while it takes longer than the interval, nothing piles up. A stop waits for the one under way. */
export function repeatedly(intervalMs: number, work: () => Promise<void>): Repetition {
  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
  }, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
