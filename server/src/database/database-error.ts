import pg from 'pg'

/** The name of the constraint that refused a row, if the error is about one. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined
}

/** The disk or the memory is full, or the server is read-only, as after a failover. */
const WRITES_REFUSED_CODES = ['53100', '53200', '25006']
const UNAVAILABLE_CODES = new Set([
  ...WRITES_REFUSED_CODES,
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Client has encountered a connection error)/
const ACCESS_DENIED_CODES = ['28000', '28P01', '3D000']

/** A commit failed or the connection broke during it, so the transaction may or may not be committed. */
export class CommitOutcomeUnknown extends Error {
  constructor(options: ErrorOptions) {
    super('It is unknown whether a transaction was committed.', options)
  }
}

/** The database cannot be reached or used now. False for a wrong statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitOutcomeUnknown) return true
  const { code } = error as { code?: string }
  if (code !== undefined) return UNAVAILABLE_CODES.has(code) || code.startsWith('08')
  return UNAVAILABLE_MESSAGES.test(error.message)
}

export function isDatabaseRefusingWrites(error: unknown): boolean {
  return error instanceof pg.DatabaseError && WRITES_REFUSED_CODES.includes(error.code ?? '')
}

/** The user, the password or the name of the database is wrong. */
export function isDatabaseAccessDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ACCESS_DENIED_CODES.includes(error.code ?? '')
}
