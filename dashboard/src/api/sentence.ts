import { LaurelError } from '@laurel/sdk'

const UNREACHABLE = 'The service cannot be reached; check your connection and try again.'

/** The sentence to show for a failed request. */
export const sentenceOf = (error: unknown): string =>
  error instanceof LaurelError && error.status > 0 ? pageSentence(error.message) : UNREACHABLE

/**
 * The pages' words for names that only the API uses, in the phrases that have them: elsewhere the same word may be a
 * column of an imported file, or somebody's data.
 */
const PAGE_WORDS: [RegExp, string][] = [
  [/^(The|A member has the) externalId /, '$1 id '],
  [/ had this externalId\.$/, ' had this id.'],
  [/^externalId (?=is |must )/, 'The id '],
  [/^userDetailsUrl (?=is |could |must )/, 'The user details address '],
  [/^The record that userDetailsUrl /, 'The record that the user details address '],
  [/^User was not found\.$/, 'No member has this id.'],
  [/; set it with PATCH partners\/me\.$/, '; set it in Settings.'],
  [/ with a new Idempotency-Key\.$/, '.'],
]

/** A sentence of the API in the words of the pages. */
export const pageSentence = (sentence: string): string =>
  PAGE_WORDS.reduce((text, [name, word]) => text.replace(name, word), sentence)
