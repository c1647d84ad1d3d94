import { LaurelError } from '@laurel/sdk'

const UNREACHABLE = 'The service cannot be reached; check your connection and try again.'

/** The sentence to show for a failed request. */
export const sentenceOf = (error: unknown): string =>
  error instanceof LaurelError && error.status > 0 ? error.message : UNREACHABLE
