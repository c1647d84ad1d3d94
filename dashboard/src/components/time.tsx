import { useSyncExternalStore } from 'react'
import { useSessionState } from '../api/session.ts'
import { dateText, dateTimeText, exactText, relativeText, wholeText } from '../format/time.ts'

const TEXTS = {
  /** "5 min", "Tue 14:02": for the columns of lists. */
  relative: relativeText,
  /** "18 Nov, 14:02": for sentences. */
  full: dateTimeText,
  /** With seconds, for logs. */
  exact: exactText,
  /** "18 Nov 2026". */
  day: (at: string) => dateText(at),
}

/** A time on the clocks of the programme, with all of it and the zone below the pointer. */
export function Time({ at, format = 'relative' }: { at: string; format?: keyof typeof TEXTS }) {
  // A new zone shows all times anew.
  useSessionState()
  useMinute(format === 'relative')
  return (
    <time dateTime={at} title={wholeText(at)}>
      {TEXTS[format](at)}
    </time>
  )
}

const TICK_MS = 30_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Renders again as time passes, with one timer for the whole page. */
function useMinute(isRelative: boolean): void {
  useSyncExternalStore(isRelative ? subscribe : never, () => Math.floor(Date.now() / TICK_MS))
}

const never = () => () => {}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
