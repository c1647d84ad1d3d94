import { type Query, useQueryClient } from '@tanstack/react-query'
import type { IdempotentSend } from '../api/idempotency.ts'
import { DECISIONS } from '../awards/queries.ts'
import { TRANSACTIONS } from '../coins/queries.ts'
import { type Member, USERS } from '../members/queries.ts'
import { RULES } from '../rules/queries.ts'

/** What every dialog about a user is given. */
export type UserDialog = { isOpen: boolean; close: () => void; member: Member }

/** The form in such a dialog. The dialog holds `idempotentSend`, because it outlives the form: what is closed after its answer was lost and then sent again is not done twice. */
export type UserForm = Omit<UserDialog, 'isOpen'> & { idempotentSend: IdempotentSend }

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
