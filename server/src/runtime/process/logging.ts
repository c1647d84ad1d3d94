import type { DestinationStream } from 'pino'
import { type Logger, pino } from 'pino'

/** Structured logs without bodies, queries, tokens or the values of rows. */
export function createLog(level: string, destination?: DestinationStream): Logger {
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
  return destination ? pino(options, destination) : pino(options)
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
