import { randomInt } from 'node:crypto'

const NAME_CHARACTERS_MAX = 20
const WITHOUT_NAME = 'member'

/**
 * A tag for a person who chose none: the first name and a number. Boards show tags to strangers, so neither the
 * family name nor the e-mail address is in it.
 */
export function suggestTag(fullname: string): string {
  const [first = ''] = fullname
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .map((word) => word.replace(/[^a-z]/g, ''))
    .filter((word) => word !== '')
  return `${first.slice(0, NAME_CHARACTERS_MAX) || WITHOUT_NAME}.${randomInt(1_000, 10_000)}`
}
