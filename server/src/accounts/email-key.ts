/**
 * An address or tag as accounts are found by it, for counts of tries: in lower case as the database has it, letter by letter. The language's own lower case of
 * a whole word differs for a dotted capital I and for a sigma at the end, and would give one account several counts.
 */
export const emailKey = (name: string): string =>
  [...name].map((letter) => (letter === '\u0130' ? 'i' : letter.toLowerCase())).join('')
