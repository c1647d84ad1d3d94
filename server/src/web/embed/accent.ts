/** Red, green and blue, each from 0 to 255. */
type Colour = readonly [number, number, number]

/** The grounds of the board that are nearest to its text: `--sunk` of embed.css, light and dark. */
const GROUNDS = { light: [239, 236, 227], dark: [35, 39, 30] } as const satisfies Record<string, Colour>
const INK = { light: [0, 0, 0], dark: [255, 255, 255] } as const satisfies Record<string, Colour>
/** What WCAG AA asks of text. */
const CONTRAST_MIN = 4.5

/** Six digits in upper case, of a colour with 3 or 6 and perhaps a hash. */
export function hexDigits(colour: string): string {
  const digits = colour.replace('#', '').toUpperCase()
  return digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
}

/** A style sheet with an accent that is as near to a colour as the text needs to stand out, in light and dark. */
export function accentStyle(digits: string): string {
  const colour = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Colour
  const readable = (scheme: 'light' | 'dark') => hexOf(standingOut(colour, GROUNDS[scheme], INK[scheme]))
  return `:root { --accent: light-dark(${readable('light')}, ${readable('dark')}); }\n`
}

/** Mixes in as little of the ink as is needed. */
function standingOut(colour: Colour, ground: Colour, ink: Colour): Colour {
  for (let percent = 0; percent < 100; percent += 1) {
    const mixed = mix(colour, ink, percent / 100)
    if (contrast(mixed, ground) >= CONTRAST_MIN) return mixed
  }
  return ink
}

const mix = (from: Colour, to: Colour, share: number): Colour =>
  from.map((part, index) => Math.round(part + ((to[index] as number) - part) * share)) as unknown as Colour

const hexOf = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** As WCAG defines it. */
function contrast(left: Colour, right: Colour): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
