import { type Query, useQueryClient } from '@tanstack/react-query'
import { DECISIONS } from '../awards/queries.ts'
import { USERS } from '../members/queries.ts'
import { RULES } from '../rules/queries.ts'
import { TRANSACTIONS } from '../transactions/queries.ts'

/**
 * Reads again what changes when coins of a user move. A list that has stopped following says by itself that there is more, and is left
 * as it is unless what stands in it has changed too.
 */
export function useRefreshUser({ isPastChanged = false } = {}): () => Promise<unknown> {
  const queries = useQueryClient()
  const changed = [USERS, DECISIONS, RULES, TRANSACTIONS]
  const predicate = ({ meta }: Query) => isPastChanged || meta?.live !== false
  return () => Promise.all(changed.map((key) => queries.invalidateQueries({ queryKey: [key], predicate })))
}
