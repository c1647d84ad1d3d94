import type { Member } from '@laurel/sdk'
import type { IdempotentSend } from '../api/idempotent-send.ts'

export type UserDialog = { isOpen: boolean; close: () => void; member: Member }

/**
 * The dialog owns `idempotentSend`, because it outlives the form: sending again in a reopened dialog has no
 * second effect.
 */
export type UserForm = Omit<UserDialog, 'isOpen'> & { idempotentSend: IdempotentSend }
