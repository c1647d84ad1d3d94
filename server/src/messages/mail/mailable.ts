const CHARACTERS_MAX = 40
const LINE_ENDS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
/** Direction marks, joiners and unassigned characters, which hide what a text says. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu
/** Browsers read these as the dots of a domain. */
const DOTS = /[\u3002\uff0e\uff61]/g
const LINK = /@|:\/\/|^www\.|\b(?:https?|ftp|mailto|tel|sms):/iu
const DOMAIN_OR_ADDRESS = /^(.+?)\.(?:[\p{L}\p{M}][\p{L}\p{M}\p{N}-]|\d+\.\d+\.\d+).*$/u

/**
 * Text that someone else chose, as mails show it: one short line, without what mail programs turn into links.
 * Of `shop.example.com/offer` it leaves `shop…`; text that is nothing but links becomes `instead`.
 */
export function mailable(text: string, instead = 'unnamed'): string {
  const words = text
    .normalize('NFKC')
    .replaceAll(LINE_ENDS, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(DOTS, '.')
    .split(/\s+/u)
    .map((word) => (LINK.test(word) ? '' : word.replace(DOMAIN_OR_ADDRESS, '$1…')))
  const characters = [...words.filter((word) => word !== '').join(' ')]
  if (characters.length === 0) return instead
  if (characters.length <= CHARACTERS_MAX) return characters.join('')
  return `${characters
    .slice(0, CHARACTERS_MAX - 1)
    .join('')
    .trimEnd()}…`
}
