import { EventEmitter, once } from 'node:events'

export type WaitingPartners = {
  /** Has the partner's endpoints read after a time, or sooner if that was asked for before. */
  add(partnerId: string, inMs?: number): void
  /** Removes the partners that have been ready for longest. */
  take(countMax: number): string[]
  /** Resolves when a partner is ready, or at the abort signal. */
  untilReady(signal: AbortSignal): Promise<void>
  clear(): void
}

/** Partners that may have events to deliver, now or when an endpoint may be tried again. */
export function createWaitingPartners(): WaitingPartners {
  const ready = new Set<string>()
  const later = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  const emitter = new EventEmitter()

  function makeReady(partnerId: string): void {
    clearTimeout(later.get(partnerId)?.timer)
    later.delete(partnerId)
    ready.add(partnerId)
    emitter.emit('ready')
  }

  return {
    add(partnerId, inMs = 0) {
      if (inMs <= 0) return makeReady(partnerId)
      const at = performance.now() + inMs
      const planned = later.get(partnerId)
      if (ready.has(partnerId) || (planned && planned.at <= at)) return
      clearTimeout(planned?.timer)
      const timer = setTimeout(() => makeReady(partnerId), inMs)
      later.set(partnerId, { at, timer })
    },
    take(countMax) {
      const taken = [...ready].slice(0, countMax)
      for (const partnerId of taken) ready.delete(partnerId)
      return taken
    },
    async untilReady(signal) {
      if (ready.size === 0) await once(emitter, 'ready', { signal }).catch(() => {})
    },
    clear() {
      ready.clear()
      for (const { timer } of later.values()) clearTimeout(timer)
      later.clear()
    },
  }
}
