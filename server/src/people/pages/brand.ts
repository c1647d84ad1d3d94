import { contrastOf } from '../../programme/partners/accent.ts'
import { logoPath, type Partner, type PartnerBrand } from '../../programme/partners/partner.ts'

/** How a partner looks on pages that speak for it. */
export type Brand = {
  partnerName: string
  /** The address of its logo on this service; null shows its first letter. */
  logo: string | null
  /** Its colour, such as #1e6842; null for ours. */
  accent: string | null
}

export const brandOf = (partner: PartnerBrand & Pick<Partner, 'partnerName'>): Brand => ({
  partnerName: partner.partnerName,
  logo: logoPath(partner),
  accent: partner.accent,
})

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
export const textOn = (accent: string): '#000000' | '#ffffff' =>
  contrastOf(accent, '#000000') > contrastOf(accent, '#ffffff') ? '#000000' : '#ffffff'
