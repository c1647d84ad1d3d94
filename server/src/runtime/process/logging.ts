import type { DestinationStream } from 'pino'
import { type Logger, pino } from 'pino'

let gathered = ''

function flushLines(): void {
  const lines = gathered
  gathered = ''
  if (lines !== '') process.stdout.write(lines)
}

/**
 * Writes the lines of one turn of the event loop together: under load, a write for each request would take a tenth of
 * the time of a read. What is left is written when the process exits.
 */
export const standardOutput = {
  write(line: string): void {
    if (gathered === '') setImmediate(flushLines)
    gathered += line
  },
  flushSync: flushLines,
}

process.on('exit', flushLines)

/** Structured logs without bodies, queries, tokens or the values of rows. */
export function createLog(level: string, destination: DestinationStream = standardOutput): Logger {
  const options = {
    level,
    serializers: { req: describeRequest, err: describeError },
    redact: {
      paths: [
        '*.password',
        '*.confirmPassword',
        '*.code',
        '*.refreshToken',
        '*.accessToken',
        '*.authorization',
        '*.cookie',
      ],
      censor: '[hidden]',
    },
  }
  return pino(options, destination)
}

function describeRequest(request: { method: string; url: string; ip: string }) {
  return { method: request.method, path: request.url.split('?')[0], ip: request.ip }
}

/** The detail of a database error quotes the row, so it is left out. */
function describeError(error: Error & { code?: string; constraint?: string }) {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    sqlState: error.code,
    constraint: error.constraint,
  }
}
