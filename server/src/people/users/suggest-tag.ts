import { randomInt } from 'node:crypto'

const NAME_CHARACTERS_MAX = 20
const WITHOUT_NAME = 'member'
/** Others may have the shorter ones: each has ten times as many as the one before. */
const DIGITS = [4, 5, 6, 7, 8]

/**
 * Tags for a person who chose none, to be tried in order: the first name and a number. Boards show tags to strangers,
 * so neither the family name nor the e-mail address is in them.
 */
export function suggestTags(fullname: string): [string, ...string[]] {
  const [first = ''] = fullname
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .map((word) => word.replace(/[^a-z]/g, ''))
    .filter((word) => word !== '')
  const name = first.slice(0, NAME_CHARACTERS_MAX) || WITHOUT_NAME
  return DIGITS.map((digits) => `${name}.${randomInt(10 ** (digits - 1), 10 ** digits)}`) as [string]
}
