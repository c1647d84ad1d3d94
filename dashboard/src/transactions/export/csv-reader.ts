const LINE_END = 0x0a
const QUOTE = 0x22
/** Each line begins with when it happened, as 2026-03-01T09:30:00.000Z. */
const MOMENT_LENGTH = 24

/** Follows a CSV file as it comes in: how many rows it has so far, and when the last of them happened. */
export function createCsvReader() {
  let lines = 0
  let isQuoted = false
  let begun = ''
  let lastMoment: string | null = null
  return {
    read(chunk: Uint8Array): void {
      for (const byte of chunk) {
        if (begun.length < MOMENT_LENGTH) {
          begun += String.fromCharCode(byte)
          if (begun.length === MOMENT_LENGTH && lines > 0) lastMoment = begun
        }
        if (byte === QUOTE) isQuoted = !isQuoted
        if (byte !== LINE_END || isQuoted) continue
        lines += 1
        begun = ''
      }
    },
    /** Without the line of names. */
    rows: () => Math.max(lines - 1, 0),
    lastMoment: () => lastMoment,
  }
}
