type Waiting = { by: string; start: () => void; refuse: (error: Error) => void }

export type FairQueue = { run<Result>(by: string, work: () => Promise<Result>): Promise<Result> }

/**
 * Runs a few pieces of work at once, and lets a bounded number wait. `by` is the address, account or partner that
 * asks: none runs twice in a row while others wait, and in a full queue the one with the most waiting loses
 * its last, with what `refused` makes. Work that has waited for `waitMsMax` is refused as well.
 */
export function createFairQueue({
  atOnce,
  waitingMax,
  waitMsMax,
  refused,
}: {
  atOnce: number
  waitingMax: number
  waitMsMax?: number
  refused: () => Error
}): FairQueue {
  const running: string[] = []
  const waiting: Waiting[] = []
  const waitingOf = (by: string) => waiting.filter((each) => each.by === by).length

  /** Refuses the last of the one with the most waiting, or the new one if that would not be fairer. */
  function makeRoom(by: string): void {
    const most = waiting.reduce((left, right) => (waitingOf(right.by) > waitingOf(left.by) ? right : left))
    if (waitingOf(most.by) <= waitingOf(by) + 1) throw refused()
    const last = waiting.findLastIndex((each) => each.by === most.by)
    for (const { refuse } of waiting.splice(last, 1)) refuse(refused())
  }

  async function enter(by: string): Promise<void> {
    if (running.length < atOnce) {
      running.push(by)
      return
    }
    if (waiting.length >= waitingMax) makeRoom(by)
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((start, refuse) => {
      const entry = { by, start, refuse }
      waiting.push(entry)
      if (waitMsMax === undefined) return
      timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        refuse(refused())
      }, waitMsMax)
    }).finally(() => clearTimeout(timer))
  }

  function leave(by: string): void {
    const other = waiting.findIndex((each) => !running.includes(each.by))
    running.splice(running.indexOf(by), 1)
    for (const next of waiting.splice(Math.max(0, other), 1)) {
      running.push(next.by)
      next.start()
    }
  }

  return {
    async run(by, work) {
      await enter(by)
      try {
        return await work()
      } finally {
        leave(by)
      }
    },
  }
}
