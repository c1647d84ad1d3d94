import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The typefaces of the product are files of the dashboard, with a hash of their content in the name. */
const BUILT = fileURLToPath(new URL('../../../../dashboard/dist/assets', import.meta.url))
const ADDRESS = '/dashboard/assets'
/** As the packages of Fontsource name the files of a typeface. */
const FILE = /^(figtree|fraunces)-(latin|latin-ext)-\w+-normal-[\w-]+\.woff2$/

const FAMILIES: Record<string, string> = { figtree: 'Figtree', fraunces: 'Fraunces' }
const RANGES: Record<string, string> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
}

/** The typefaces that the dashboard was built with. Without them, the style sheet falls back on those of the system. */
export function fontFaces(folder = BUILT): string {
  return filesIn(folder)
    .flatMap((file) => {
      const [, family = '', subset = ''] = FILE.exec(file) ?? []
      if (family === '') return []
      return `@font-face { font-family: ${FAMILIES[family]}; src: url("${ADDRESS}/${file}") format("woff2"); font-weight: 300 900; font-display: swap; unicode-range: ${RANGES[subset]}; }\n`
    })
    .join('')
}

/** They change with a build of the dashboard, after which the service starts anew. */
export const FONT_FACES = fontFaces()

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
