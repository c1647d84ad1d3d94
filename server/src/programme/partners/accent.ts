/** A colour of six hexadecimal digits. */
export const ACCENT_PATTERN = '^#[0-9a-fA-F]{6}$'

/** The backgrounds of pages that differ least from text: the darkest of light pages, the lightest of dark ones. */
const DARKEST_LIGHT = '#efece3'
const LIGHTEST_DARK = '#23271e'
/** What WCAG asks of text. */
const CONTRAST_MIN = 4.5

type Rgb = [number, number, number]

const rgbOf = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, from 1 to 21, as WCAG defines it. */
export function contrastOf(left: string, right: string): number {
  const [lighter, darker] = [luminance(left), luminance(right)].toSorted((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The colour nearest to an accent on its way to black or white that can be read on a background. */
function readableOn(background: string, accent: string, end: '#000000' | '#ffffff'): string {
  const [from, to] = [rgbOf(accent), rgbOf(end)]
  for (let share = 0; share < 1; share += 0.01) {
    const mixed = hexOf(from.map((part, index) => part + share * ((to[index] as number) - part)) as Rgb)
    if (contrastOf(mixed, background) >= CONTRAST_MIN) return mixed
  }
  return end
}

/**
 * The accent for light and for dark pages: as given where it can be read, otherwise darker or lighter. White text can
 * be read on the first, black text on the second.
 */
export const readableAccents = (accent: string): { onLight: string; onDark: string } => ({
  onLight: readableOn(DARKEST_LIGHT, accent, '#000000'),
  onDark: readableOn(LIGHTEST_DARK, accent, '#ffffff'),
})
