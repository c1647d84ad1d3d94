import { randomUUID } from 'node:crypto'

const COUNTS = 0x1000
/** The version and the counter of an id. */
const COUNTERS = Array.from({ length: COUNTS }, (_, count) => `-7${count.toString(16).padStart(3, '0')}`)

let lastMs = 0
let time = ''
let counter = 0

/** Returns a UUIDv7. It sorts by time, and within a millisecond by a counter. */
export function newId(): string {
  counter += 1
  const now = Date.now()
  if (now > lastMs) startMs(now)
  else if (counter === COUNTS) startMs(lastMs + 1)
  return time + COUNTERS[counter] + randomUUID().slice(18)
}

function startMs(ms: number): void {
  lastMs = ms
  counter = 0
  const hex = ms.toString(16).padStart(12, '0')
  time = `${hex.slice(0, 8)}-${hex.slice(8)}`
}
