import type { Member } from './queries.ts'

/** What every dialog about a user is given. */
export type UserDialog = { isOpen: boolean; close: () => void; member: Member }
