import { LaurelError } from '@laurel/sdk'

const UNREACHABLE = 'The service cannot be reached; check your connection and try again.'

/** The sentence to show for a failed request. */
export const sentenceOf = (error: unknown): string =>
  error instanceof LaurelError && error.status > 0 ? pageSentence(error.message) : UNREACHABLE

/** The pages' words for names that only the API uses. The columns of an imported file keep their names. */
const PAGE_WORDS: [RegExp, string][] = [
  [/(?<!column )\bexternalId\b/g, 'id'],
  [/^userDetailsUrl\b/, 'The user details address'],
  [/\buserDetailsUrl\b/g, 'the user details address'],
  [/ with a new Idempotency-Key\b/, ''],
]

/** A sentence of the API in the words of the pages. */
export const pageSentence = (sentence: string): string =>
  PAGE_WORDS.reduce((text, [name, word]) => text.replace(name, word), sentence)
