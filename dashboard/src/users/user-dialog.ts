import type { SendOnce } from '../api/idempotency.ts'
import type { Member } from '../members/queries.ts'

/** What every dialog about a user is given. */
export type UserDialog = { isOpen: boolean; close: () => void; member: Member }

/** The form in such a dialog. The dialog holds `sendOnce`, because it outlives the form: what is closed after its answer was lost and then sent again is not done twice. */
export type UserForm = Omit<UserDialog, 'isOpen'> & { sendOnce: SendOnce }
