import { ConfigProblem } from '../config.ts'
import { StartProblem } from '../process/start-problem.ts'
import { isDatabaseAccessDenied, isDatabaseRefusingWrites, isDatabaseUnavailable } from './database-error.ts'

/** Explains to the operator why the start or a command failed. An unexpected error includes its stack. */
export function explainError(error: unknown): string {
  if (error instanceof StartProblem || error instanceof ConfigProblem) return error.message
  if (isDatabaseRefusingWrites(error)) {
    return `PostgreSQL accepts no writes (${(error as Error).message}). Free disk or memory, or connect to the primary server.`
  }
  if (isDatabaseUnavailable(error)) {
    return `The PostgreSQL of DATABASE_URL does not respond (${(error as Error).message}). Start it, or correct DATABASE_URL.`
  }
  if (isDatabaseAccessDenied(error)) {
    return `The PostgreSQL of DATABASE_URL denies access (${(error as Error).message}). Correct the user, the password or the database name in DATABASE_URL.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
