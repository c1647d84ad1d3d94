import { ApiFailure } from '../api/failure.ts'

/** What the links of mails carry; anyone may have cut them short. */
export type MailedLink = { token: string; eco: string }

export function wholeLink({ token, eco }: Partial<MailedLink>): MailedLink | null {
  return token && eco ? { token, eco } : null
}

/** Whether the service no longer takes the token of a link: it says so in a sentence about the token. */
export const isSpent = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 400 && /^(The )?token /i.test(error.message)
