import type { Member } from '@laurel/sdk'
import type { IdempotentSend } from '../api/idempotent-send.ts'

/** A dialog about one member. */
export type MemberDialog = { isOpen: boolean; close: () => void; member: Member }

/**
 * The dialog owns `idempotentSend`, because it outlives the form: sending again in a reopened dialog has no
 * second effect.
 */
export type MemberForm = Omit<MemberDialog, 'isOpen'> & { idempotentSend: IdempotentSend }
