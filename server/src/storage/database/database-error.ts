import pg from 'pg'
import { StartProblem, withCommandNames } from '../../runtime/process/start-problem.ts'
import { ConfigProblem } from '../../runtime/settings/config.ts'

/** Citus adds the number of the shard to the names of constraints. */
const SHARD_NUMBER = /_\d{6,}$/

/** The name of the constraint that refused a row, if the error is about one. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return undefined
  return error.constraint?.replace(SHARD_NUMBER, '')
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
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Client has encountered a connection error|Cannot use a pool after calling end)/
/** The pool had no free connection, or could make none. */
const WAIT_TIMEOUT = 'timeout exceeded when trying to connect'
const ACCESS_DENIED_CODES = ['28000', '28P01', '3D000']

/** A commit failed or the connection broke during it, so the transaction may or may not be committed. */
export class CommitOutcomeUnknown extends Error {
  constructor(options: ErrorOptions) {
    super('It is unknown whether a transaction was committed.', options)
  }
}

/** What a statement or transaction waited for in vain: one of the connections, or its place in a queue. */
export class DatabaseBusy extends Error {
  readonly waitedFor: 'connection' | 'queue'

  constructor(waitedFor: DatabaseBusy['waitedFor'], options?: ErrorOptions) {
    super(
      waitedFor === 'connection'
        ? 'No connection became free in time.'
        : 'The transaction waited too long, or behind too many others.',
      options,
    )
    this.waitedFor = waitedFor
  }
}

/** A shard was not where this process last saw it, and nothing was done. It can be repeated on the shard's machine. */
export class ShardMoved extends Error {
  constructor(options?: ErrorOptions) {
    super('The rows of the partner have moved to another machine.', options)
  }
}

/** A shard is being moved, so its partners cannot share a transaction with others now. Nothing was done. */
export class ShardBusy extends Error {
  readonly partnerIds: readonly string[]

  constructor(partnerIds: readonly string[], options?: ErrorOptions) {
    super('The rows of some partners are being moved to another machine.', options)
    this.partnerIds = partnerIds
  }
}

export const isTableMissing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '42P01'

export const isWaitTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === WAIT_TIMEOUT

/** The database ended the connection, or it broke. The next statement must not get it; a refused one leaves it usable. */
export function isConnectionLost(error: unknown): error is Error {
  if (error instanceof pg.DatabaseError) return error.code?.startsWith('57P') === true
  return error instanceof Error && !(error instanceof ShardMoved)
}

const LOCK_TIMED_OUT = '55P03'
const STATEMENT_TIMED_OUT = '57014'
const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'

export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_TIMED_OUT

/** Another transaction was in the way of this one, which was rolled back and can be retried. */
export const isLockConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  [LOCK_TIMED_OUT, DEADLOCK, SERIALIZATION_FAILURE].includes(error.code ?? '')

/** What was not free or not done in time; undefined for another error. The database itself works. */
export function busyWith(error: unknown): 'connection' | 'queue' | 'lock' | 'statement' | undefined {
  if (error instanceof DatabaseBusy) return error.waitedFor
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === STATEMENT_TIMED_OUT) return 'statement'
  return error.code === LOCK_TIMED_OUT ? 'lock' : undefined
}

/** The database cannot be reached or used now, or is busy. False for a wrong statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitOutcomeUnknown || error instanceof ShardMoved || busyWith(error)) return true
  const { code } = error as { code?: string }
  if (code !== undefined) return UNAVAILABLE_CODES.has(code) || code.startsWith('08')
  return UNAVAILABLE_MESSAGES.test(error.message)
}

export function isDatabaseRefusingWrites(error: unknown): boolean {
  return error instanceof pg.DatabaseError && WRITES_REFUSED_CODES.includes(error.code ?? '')
}

/** The login lacks a right. */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501'
}

/** A pooler refuses the settings that Laurel starts its connections with. */
function isPoolerRefusal(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '08P01' && error.message.includes('startup parameter')
  )
}

/** The user, the password or the name of the database is wrong. */
function isDatabaseAccessDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ACCESS_DENIED_CODES.includes(error.code ?? '')
}

/** Explains to the operator why the start or a command failed. An unexpected error includes its stack. */
export function explainError(error: unknown, setting = 'DATABASE_URL'): string {
  if (error instanceof StartProblem || error instanceof ConfigProblem) return withCommandNames(error.message)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (isDatabaseRefusingWrites(error)) {
    return `PostgreSQL accepts no writes (${message}). Free disk or memory, or connect to the primary server.`
  }
  if (isPoolerRefusal(error)) {
    return `${setting} names a pooler, which refuses the settings of a connection (${message}). ${poolerAdvice(setting)}`
  }
  if (isDatabaseUnavailable(error)) {
    return `The PostgreSQL of ${setting} does not respond (${message}). Start it, or correct ${setting}.`
  }
  if (isDatabaseAccessDenied(error)) {
    return `The PostgreSQL of ${setting} denies access (${message}). Correct the user, the password or the database name in ${setting}.`
  }
  if (isPermissionDenied(error)) {
    return `The user of ${setting} lacks a right (${message}). Give it the role laurel_service, as docs/deployment.md describes.`
  }
  return stack ?? message
}

export const poolerAdvice = (setting: string) =>
  `Point ${setting} at PostgreSQL itself, not at a pooler such as PgBouncer.`
