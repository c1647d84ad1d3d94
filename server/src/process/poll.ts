export type Poll = { stop(): Promise<void> }

/** Does something again and again, once at a time: while it takes longer than the interval, nothing piles up. A stop waits for the one under way. */
export function poll(intervalMs: number, work: () => Promise<void>): Poll {
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
