import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8')

/** The address changes with the content, so that browsers may cache it indefinitely. */
const version = createHash('sha256').update(STYLE).digest('base64url').slice(0, 16)

export const STYLE_PATH = `/account/style-${version}.css`
