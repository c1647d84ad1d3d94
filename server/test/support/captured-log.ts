import { pino } from 'pino'
import { waitUntil } from './wait-until.ts'

/** A log that tests can read. */
export function createCapturedLog() {
  let text = ''
  return {
    log: pino({ level: 'trace' }, { write: (line: string) => (text += line) }),
    logged: () => text,
    clear() {
      text = ''
    },
    /** Waits until something holds, and shows the log when it does not. */
    until: (holds: () => Promise<boolean>) => waitUntil(holds, () => `the log says ${text}`),
  }
}
