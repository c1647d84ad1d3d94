/**
 * An e-mail address or tag in lower case, as the database lowers it: letter by letter. JavaScript lowers a
 * dotted capital I and a final sigma differently, which would give one account several counters.
 */
export const emailKey = (name: string): string =>
  [...name].map((letter) => (letter === '\u0130' ? 'i' : letter.toLowerCase())).join('')
