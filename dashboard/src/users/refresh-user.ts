import { useQueryClient } from '@tanstack/react-query'
import { DECISIONS } from '../awards/queries.ts'
import { RULES } from '../rules/queries.ts'
import { USERS } from './queries.ts'

/** Reads again what changes when coins of a user move. */
export function useRefreshUser(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all([USERS, DECISIONS, RULES].map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
