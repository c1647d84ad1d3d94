import type { ShownDetails } from './membership.ts'

const TERMS_MAX = 5
const ACCENTS = /[\u0300-\u036f]/g
const SIGNS = /[^\p{L}\p{M}\p{N}]+/u
const SIGNS_AROUND = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

/** The search words of a member: the words of the tag and the name, and their parts between signs. */
export function wordsOf({ tag, fullname }: Pick<ShownDetails, 'tag' | 'fullname'>): string[] {
  const words = plainWords(`${tag} ${fullname}`)
  return [...new Set([...words, ...words.flatMap((word) => word.split(SIGNS))])]
}

/** The longest five words of a search. */
export function termsOf(search: string): string[] {
  const terms = [...new Set(plainWords(search))]
  return terms.sort((left, right) => right.length - left.length).slice(0, TERMS_MAX)
}

/** Lower-case words without accents. */
function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .split(/\s+/)
    .map((word) => word.replace(SIGNS_AROUND, ''))
    .filter((word) => word !== '')
}
