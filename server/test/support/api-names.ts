import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const DOCUMENT = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../openapi.json', import.meta.url)), 'utf8'),
) as unknown

/** Names that no person would write: with a capital inside, or with an underscore. */
const isApiName = (name: string) => /^[A-Za-z]\w+$/.test(name) && /[a-z][A-Z]|_/.test(name)

/** The names of fields and parameters of the API, and its values with underscores, such as reasons. */
export const API_NAMES: ReadonlySet<string> = new Set(namesIn(DOCUMENT).filter(isApiName))

function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (typeof node !== 'object' || node === null) return []
  const { properties, enum: values, in: place, name } = node as Record<string, unknown>
  return [
    ...(typeof properties === 'object' && properties !== null ? Object.keys(properties) : []),
    ...(Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []),
    ...(typeof place === 'string' && typeof name === 'string' ? [name] : []),
    ...Object.values(node).flatMap(namesIn),
  ]
}

/** The names of the API in a text for people. */
export const apiNamesIn = (text: string): string[] => [
  ...new Set((text.match(/[A-Za-z]\w+/g) ?? []).filter((word) => API_NAMES.has(word))),
]

/** All that people read or hear on a page, without code, which speaks to programs. */
const READ_ALOUD = `(() => {
  const texts = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement
    if (parent && !parent.closest('code, pre, script, style, noscript')) texts.push(walk.currentNode.data)
  }
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    if (!each.closest('code, pre'))
      texts.push(...['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''))
  return texts.join('\\n')
})()`

/** The names of the API that a page shows to people. */
export const apiNamesOn = async (page: Page): Promise<string[]> =>
  apiNamesIn(await page.evaluate<string>(READ_ALOUD))

/** Types of events, scopes, and what is wrong with a column of a file. */
const OF_PROGRAMS = /\bcoins\.[a-z]|\bawards, coins, events\b|^coins must /

/** The lines in which a page calls coins so, whose partner has another name for them. */
export const coinWordsOn = async (page: Page): Promise<string[]> =>
  (await page.evaluate<string>(READ_ALOUD))
    .split('\n')
    .filter((line) => /\bcoins?\b/i.test(line) && !OF_PROGRAMS.test(line))

/** Fails when a page shows a name of the API to people. */
export async function checkWords(page: Page, name: string): Promise<void> {
  assert.deepEqual(await apiNamesOn(page), [], `${name} has names of the API`)
}
