import { StartProblem, withCommandNames } from '../../runtime/process/start-problem.ts'
import { ConfigProblem } from '../../runtime/settings/config.ts'
import {
  isDatabaseAccessDenied,
  isDatabaseRefusingWrites,
  isDatabaseUnavailable,
  isPermissionDenied,
  isPoolerRefusal,
} from './database-error.ts'

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
