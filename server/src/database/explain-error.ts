import { ConfigProblem } from '../config.ts'
import { StartProblem } from '../process/start-problem.ts'
import { isDatabaseAccessDenied, isDatabaseRefusingWrites, isDatabaseUnavailable } from './database-error.ts'

/** What an operator is told of an error that ended the service's start or a command; one that nobody expected comes with its stack. */
export function explainError(error: unknown): string {
  if (error instanceof StartProblem || error instanceof ConfigProblem) return error.message
  if (isDatabaseRefusingWrites(error)) {
    return `PostgreSQL cannot do its work now (${(error as Error).message}). Give it disk or memory, or connect to the server that takes writes.`
  }
  if (isDatabaseUnavailable(error)) {
    return `The PostgreSQL of DATABASE_URL does not answer (${(error as Error).message}). Start it, or correct DATABASE_URL.`
  }
  if (isDatabaseAccessDenied(error)) {
    return `The PostgreSQL of DATABASE_URL does not let us in (${(error as Error).message}). Correct the user, the password or the name of the database in DATABASE_URL.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
