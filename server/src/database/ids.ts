import { randomUUID } from 'node:crypto'

const COUNTER_MAX = 0xfff

let lastMs = 0
let counter = 0

/** Returns a UUIDv7. It sorts by time, and within a millisecond by a counter. */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (counter < COUNTER_MAX) counter += 1
  else {
    lastMs += 1
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`
}
