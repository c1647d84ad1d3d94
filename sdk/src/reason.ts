import type { Reason } from './schemas.ts'

/** Why a call was refused. */
export type RefusalReason = Reason | 'unknown_user' | 'unknown_rule'

/** Codes of other failures are words with spaces, or empty. */
export const isReason = (code: string): code is RefusalReason => /^[a-z]+(_[a-z]+)+$/.test(code)
