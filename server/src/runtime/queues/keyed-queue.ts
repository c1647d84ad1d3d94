/** `hasWaiting` tells the work whether other work of its key waits. */
export type KeyedQueue = <T>(
  key: string,
  work: (hasWaiting: () => boolean) => Promise<T>,
  size?: number,
) => Promise<T>

type Waiting = { size: number; start: () => void; timer: NodeJS.Timeout }

type Queue = { running: number; waiting: Waiting[] }

/**
 * Runs the work of each key in order, as much at a time as `capacity` allows; larger work runs alone. Throws
 * what `refused` makes when too many wait for a key, or one has waited too long.
 */
export function createKeyedQueue({
  capacity,
  waitingMax,
  waitMsMax,
  refused,
}: {
  capacity: number
  waitingMax: number
  waitMsMax: number
  refused: () => Error
}): KeyedQueue {
  const queues = new Map<string, Queue>()
  const fits = ({ running }: Queue, size: number) => running === 0 || running + size <= capacity

  function open(key: string): Queue {
    const queue: Queue = { running: 0, waiting: [] }
    queues.set(key, queue)
    return queue
  }

  function wait(queue: Queue, size: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(entry), 1)
        startWaiting(queue)
        reject(refused())
      }, waitMsMax)
      const entry = { size, start: resolve, timer }
      queue.waiting.push(entry)
    })
  }

  function startWaiting(queue: Queue): void {
    for (;;) {
      const next = queue.waiting[0]
      if (!next || !fits(queue, next.size)) return
      queue.waiting.shift()
      clearTimeout(next.timer)
      queue.running += next.size
      next.start()
    }
  }

  return async (key, work, size = 1) => {
    const queue = queues.get(key) ?? open(key)
    if (queue.waiting.length === 0 && fits(queue, size)) queue.running += size
    else if (queue.waiting.length >= waitingMax) throw refused()
    else await wait(queue, size)
    try {
      return await work(() => queue.waiting.length > 0)
    } finally {
      queue.running -= size
      startWaiting(queue)
      if (queue.running === 0) queues.delete(key)
    }
  }
}
