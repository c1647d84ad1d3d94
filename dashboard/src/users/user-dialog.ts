import { type Query, useQueryClient } from '@tanstack/react-query'
import type { IdempotentSend } from '../api/idempotency.ts'
import { DECISIONS } from '../awards/queries.ts'
import { TRANSACTIONS } from '../coins/queries.ts'
import { type Member, USERS } from '../members/queries.ts'
import { RULES } from '../rules/queries.ts'

export type UserDialog = { isOpen: boolean; close: () => void; member: Member }

/**
 * The dialog owns `idempotentSend`, because it outlives the form: sending again in a reopened dialog has no
 * second effect.
 */
export type UserForm = Omit<UserDialog, 'isOpen'> & { idempotentSend: IdempotentSend }

/**
 * Refetches what changes when a user's coins move. Paused lists announce new rows themselves and are
 * refetched only when their existing rows change.
 */
export function useRefreshUser({ isPastChanged = false } = {}): () => Promise<unknown> {
  const queryClient = useQueryClient()
  const changed = [USERS, DECISIONS, RULES, TRANSACTIONS]
  const predicate = ({ meta }: Query) => isPastChanged || meta?.live !== false
  return () =>
    Promise.all(changed.map((key) => queryClient.invalidateQueries({ queryKey: [key], predicate })))
}
