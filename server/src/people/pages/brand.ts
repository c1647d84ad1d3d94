import type { Partner } from '../../programme/partners/partner.ts'

/** How a partner looks on pages that speak for it. */
export type Brand = {
  partnerName: string
  /** The address of its logo on this service; null shows its first letter. */
  logo: string | null
  /** Its colour, such as #1e6842; null for ours. */
  accent: string | null
}

export function brandOf({ partnerName }: Pick<Partner, 'partnerName'>): Brand {
  return { partnerName, logo: null, accent: null }
}

/** The folder of stylesheets that hold one colour each. The policy of the pages allows no inline style. */
export const ACCENTS_PATH = '/account/accents'

const ACCENT_FILE = /^([0-9a-f]{6})\.css$/

export const accentPath = (accent: string) => `${ACCENTS_PATH}/${accent.slice(1)}.css`

/** The colour that a file of the folder is named after; undefined for any other name. */
export function accentOf(file: string): string | undefined {
  const [, digits] = ACCENT_FILE.exec(file) ?? []
  return digits && `#${digits}`
}

/** The partner's colour, and the colour of text on it. */
export const accentStyle = (accent: string) =>
  `:root {\n  --brand: ${accent};\n  --on-brand: ${textOn(accent)};\n}\n`

/** Black or white, whichever stands out more: at least 4.5 to 1 on every colour. */
export function textOn(accent: string): '#000000' | '#ffffff' {
  const light = luminanceOf(accent)
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? '#000000' : '#ffffff'
}

/** How light a colour is, by the formula of WCAG. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
