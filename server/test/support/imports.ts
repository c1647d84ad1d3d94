import assert from 'node:assert/strict'
import { dirname, join, normalize } from 'node:path'

const IMPORT = /^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** The names that a source imports from, as it writes them. */
export const importNames = (text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '')

/** A relative import as a path below the root of the sources; the name of a package stays as it is. */
export const importedPath = (file: string, name: string): string =>
  name.startsWith('.') ? normalize(join(dirname(file), name)) : name

/** The folder below the root of the sources; empty for a file above the folders. */
export const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '')

export const rowOf = (order: string[][], folder: string): number =>
  order.findIndex((row) => row.includes(folder))

/** Whether a folder may import from another: from itself and from the rows before its own. */
export const mayImport = (order: string[][], folder: string, from: string): boolean =>
  from === folder || (rowOf(order, from) !== -1 && rowOf(order, from) < rowOf(order, folder))

export function assertNone(found: string[], advice: string): void {
  assert.ok(found.length === 0, `${advice}\n  ${found.join('\n  ')}`)
}
