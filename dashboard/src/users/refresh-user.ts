import { useQueryClient } from '@tanstack/react-query'
import { DECISIONS } from '../awards/queries.ts'
import { RULES } from '../rules/queries.ts'
import { TRANSACTIONS } from '../transactions/queries.ts'
import { USERS } from './queries.ts'

/** Reads again what changes when coins of a user move. */
export function useRefreshUser(): () => Promise<unknown> {
  const queries = useQueryClient()
  const changed = [USERS, DECISIONS, RULES, TRANSACTIONS]
  return () => Promise.all(changed.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
