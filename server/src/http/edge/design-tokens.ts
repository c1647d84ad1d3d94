import { readFileSync } from 'node:fs'
import { FONT_FACES } from './font-faces.ts'

/** The typefaces of the pages that the server renders, and their colours and shapes as CSS variables. */
export const DESIGN_TOKENS = FONT_FACES + readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
