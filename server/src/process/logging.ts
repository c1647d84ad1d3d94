import type { DestinationStream } from 'pino'
import { type Logger, pino } from 'pino'

/** Structured logs that never hold a body, a query, a token or the values of a row. */
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

/** A database error's own detail quotes the row that it is about, so only its kind is kept. */
function describeError(error: Error & { code?: string; constraint?: string }) {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    sqlState: error.code,
    constraint: error.constraint,
  }
}
