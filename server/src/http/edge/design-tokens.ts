import { readFileSync } from 'node:fs'

/** The colours, typefaces and shapes of the pages that the server renders, as CSS variables. */
export const DESIGN_TOKENS = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
