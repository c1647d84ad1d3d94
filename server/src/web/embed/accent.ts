import { readableAccents } from '../../programme/partners/accent.ts'

/** Six digits in upper case, of a colour with 3 or 6 and perhaps a hash. */
export function hexDigits(colour: string): string {
  const digits = colour.replace('#', '').toUpperCase()
  return digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
}

/** A style sheet with an accent that is as near to a colour as the text needs to stand out, in light and dark. */
export function accentStyle(digits: string): string {
  const { onLight, onDark } = readableAccents(`#${digits}`)
  return `:root { --accent: light-dark(${onLight}, ${onDark}); }\n`
}
