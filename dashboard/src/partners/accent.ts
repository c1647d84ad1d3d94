/**
 * How the service makes an accent readable, for a preview before it is saved. `server/test/units/finance.test.ts`
 * holds that both do the same.
 */

const DARKEST_LIGHT = '#efece3'
const LIGHTEST_DARK = '#23271e'
const CONTRAST_MIN = 4.5

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const partsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, from 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [left, right] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05)
}

/** The colour nearest to the accent, on its way to black or white, that can be read on a background. */
function readableOn(background: string, accent: string, end: 0 | 255): string {
  for (let share = 0; share < 1; share += 0.01) {
    const mixed = `#${partsOf(accent)
      .map((part) =>
        Math.round(part + share * (end - part))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    if (contrastOf(mixed, background) >= CONTRAST_MIN) return mixed
  }
  return end === 0 ? '#000000' : '#ffffff'
}

export const readableAccents = (accent: string) => ({
  onLight: readableOn(DARKEST_LIGHT, accent, 0),
  onDark: readableOn(LIGHTEST_DARK, accent, 255),
})
