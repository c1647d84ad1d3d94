import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertNone, folderOf, importedPath, importNames, mayImport, rowOf } from '../support/imports.ts'

/** A folder may import from the rows above its own, not from its neighbours in the same row. */
const ORDER = [
  ['api'],
  ['format'],
  ['event-stream'],
  ['components'],
  ['session'],
  ['members', 'alarms'],
  ['search'],
  ['layout'],
  ['partners', 'webhooks', 'events', 'request-log', 'team'],
  ['accounts', 'audit-log'],
  ['activities', 'awards', 'leaderboards'],
  ['rules'],
  ['coin-calls'],
  ['history'],
  ['finance', 'overview', 'users'],
]

/** The files above the folders, which may import from all of them. */
const TOP = /^(main\.tsx|router\.tsx|theme\.ts|[a-z-]+\.css|[a-z-]+\.d\.ts)$/

const root = fileURLToPath(new URL('../../../dashboard/src', import.meta.url))
const sources = globSync('**/*.{ts,tsx,css}', { cwd: root })
  .sort()
  .map((file) => ({ file, folder: folderOf(file), imports: importsOf(file) }))

test('the sources are found and their imports read', () => {
  const router = sources.find(({ file }) => file === 'router.tsx')
  assert.ok(router?.imports.includes('layout/search-params.ts'), 'an import at the top')
  assert.ok(router?.imports.includes('rules/rules-page.tsx'), 'a lazy import')
  const main = sources.find(({ file }) => file === 'main.tsx')
  assert.ok(main?.imports.includes('style.css'), 'an import without names')
})

test('imports run one way between the folders of the dashboard', () => {
  assertNone(
    sources
      .filter(({ folder }) => folder !== '')
      .flatMap(({ file, folder, imports }) =>
        imports
          .filter((target) => !mayImport(ORDER, folder, folderOf(target)))
          .map((target) => `${file} imports ${target}`),
      ),
    'Move what is shared into a folder that both may import; ORDER in this test is the order.',
  )
})

test('every file of the dashboard lies in a folder that has a place in the order', () => {
  assertNone(
    sources.filter(({ file, folder }) => folder === '' && !TOP.test(file)).map(({ file }) => file),
    'Put it into the folder of the noun it is about.',
  )
  assertNone(
    [...new Set(sources.map(({ folder }) => folder))].filter(
      (folder) => folder !== '' && rowOf(ORDER, folder) === -1,
    ),
    'Give a new folder its row in ORDER in this test.',
  )
})

/** The relative imports of a file, as paths below src. */
function importsOf(file: string): string[] {
  return importNames(readFileSync(join(root, file), 'utf8'))
    .filter((name) => name.startsWith('.'))
    .map((name) => importedPath(file, name))
}
