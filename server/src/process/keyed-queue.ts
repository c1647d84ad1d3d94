export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

type Waiting = { start: () => void; timer: NodeJS.Timeout }

/**
 * Runs one piece of work at a time for each key, in order. Throws what `refused` makes when too many wait for
 * a key, or one has waited too long.
 */
export function createKeyedQueue({
  waitingMax,
  waitMsMax,
  refused,
}: {
  waitingMax: number
  waitMsMax: number
  refused: () => Error
}): KeyedQueue {
  const waitingFor = new Map<string, Waiting[]>()

  function wait(waiting: Waiting[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(refused())
      }, waitMsMax)
      const entry = { start: resolve, timer }
      waiting.push(entry)
    })
  }

  return async (key, work) => {
    const waiting = waitingFor.get(key)
    if (!waiting) waitingFor.set(key, [])
    else if (waiting.length >= waitingMax) throw refused()
    else await wait(waiting)
    try {
      return await work()
    } finally {
      const next = waitingFor.get(key)?.shift()
      clearTimeout(next?.timer)
      if (next) next.start()
      else waitingFor.delete(key)
    }
  }
}
