import type { ShownDetails } from './membership.ts'

const TERMS_MAX = 5
/**
 * Each word of a member is a row. Names of people have far fewer; one of single letters would have a hundred.
 */
const WORDS_MAX = 24
/** Some characters stand for many. */
const WORD_CHARACTERS_MAX = 100
/** All are typed for the one in O’Brien. Before the accents, since some of them decompose into a space. */
const APOSTROPHES = /[\u0060\u00b4\u02bb\u02bc\u2018\u2019\u201b\u2032\uff07]/g
const ACCENTS = /[\u0300-\u036f]/g
const SIGNS = /[^\p{L}\p{M}\p{N}]+/u
const SIGNS_AROUND = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

/**
 * The search words of a member: the words of the tag and the name, without apostrophes, and their parts
 * between signs. Of more words than a name has, the first count.
 */
export function wordsOf({ tag, fullname }: Pick<ShownDetails, 'tag' | 'fullname'>): string[] {
  const words = plainWords(`${tag} ${fullname}`)
  const joined = words.map((word) => word.replaceAll("'", ''))
  const all = new Set([...words, ...joined, ...words.flatMap((word) => word.split(SIGNS))])
  return [...all].slice(0, WORDS_MAX)
}

/** A search for a longer part compares the rest with the word. */
export const PART_CHARACTERS_MAX = 12
const PART_CHARACTERS_MIN = 2
const PARTS_PER_WORD_MAX = 20
/** Each part is a row too. The words of a longer name are found by their beginnings alone. */
const NAME_WORDS_MAX = 4
export const PARTS_MAX = 40

export type WordPart = { word: string; part: string }

/** The parts of the longest words of a name, which are among the search words of the member. */
export function namePartsOf(shown: Pick<ShownDetails, 'tag' | 'fullname'>): WordPart[] {
  const words = new Set(wordsOf(shown))
  return wordsOf({ tag: '', fullname: shown.fullname })
    .filter((word) => words.has(word))
    .sort((left, right) => right.length - left.length)
    .slice(0, NAME_WORDS_MAX)
    .flatMap((word) => partsOf(word).map((part) => ({ word, part })))
    .slice(0, PARTS_MAX)
}

/** What follows each character of a word: its beginning, by which the middle of the word is found. */
function partsOf(word: string): string[] {
  const characters = [...word]
  const ends = characters.slice(1, PARTS_PER_WORD_MAX + 1).map((_, index) => characters.slice(index + 1))
  return ends
    .filter((end) => end.length >= PART_CHARACTERS_MIN)
    .map((end) => end.slice(0, PART_CHARACTERS_MAX).join(''))
}

/** The longest five words of a search. */
export function termsOf(search: string): string[] {
  const terms = [...new Set(plainWords(search))]
  return terms.sort((left, right) => right.length - left.length).slice(0, TERMS_MAX)
}

/** Lower-case words without accents, with one kind of apostrophe. */
function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .split(/\s+/)
    .map((word) => word.slice(0, WORD_CHARACTERS_MAX).toWellFormed().replace(SIGNS_AROUND, ''))
    .filter((word) => word !== '')
}
