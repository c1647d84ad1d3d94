import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { codeBlocksOf, fileNameOf } from './support/code-blocks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const exclude = ['**/node_modules/**', '**/dist/**', 'data/**']
const pages = globSync('{*.md,{bench,docs,examples,sdk,server}/**/*.md,.github/**/*.md}', {
  cwd: root,
  exclude,
})
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Texts name files as a reader of the folder would. */
const STARTS = ['', 'server/src', 'dashboard/src', 'server']
const CODE_BLOCK = /^```[\s\S]*?^```/gm
const LINK = /\]\((?!https?:)([^)\s]+)\)/g
const PATH = /`((?:[\w.@-]+\/)+(?:[\w.@-]+\.(?:tsx?|mjs|sql|md|json|png))?)`/g
const SOURCE = /`([\w-]+(?:\.[\w-]+)*\.(?:tsx?|sql))`/g

test('the pages are found', () => {
  const files = pages.map(({ file }) => file)
  for (const file of ['README.md', 'docs/deployment.md', 'server/migrations/README.md'])
    assert.ok(files.includes(file), file)
})

test('every relative link leads to a file, and to a heading that it has', () => {
  const dead = pages.flatMap(({ file, text }) =>
    matches(LINK, prose(text))
      .filter((link) => {
        const [path = '', heading] = link.split('#')
        const target = path === '' ? join(root, file) : resolve(root, dirname(file), path)
        if (!existsSync(target)) return true
        return heading !== undefined && !headingsOf(target).includes(heading)
      })
      .map((link) => `${file}: ${link}`),
  )
  assert.deepEqual(dead, [])
})

test('the package has the pages that the README links to', () => {
  const script = readFileSync(join(root, 'scripts/package.mjs'), 'utf8')
  const readme = pages.find(({ file }) => file === 'README.md')?.text ?? ''
  const linked = matches(LINK, prose(readme)).map((link) =>
    link.replace(/#.*/, '').replace(/^docs\/.*/, 'docs'),
  )
  assert.ok(linked.includes('docs'))
  assert.deepEqual(
    linked.filter((path) => path !== '' && !script.includes(`'${path}'`)),
    [],
  )
})

test('no message of a sequence diagram has a semicolon, where Mermaid ends it', () => {
  const diagrams = pages.flatMap(
    ({ text }) => text.match(/^```mermaid\nsequenceDiagram\n[\s\S]*?^```/gm) ?? [],
  )
  assert.ok(diagrams.length > 0)
  assert.deepEqual(
    diagrams.filter((diagram) => diagram.includes(';')),
    [],
  )
})

test('every path and source file that a page names exists', () => {
  const names = new Set(
    globSync('{server,dashboard,scripts,bench,sdk,examples}/**/*.{ts,tsx,sql}', { cwd: root, exclude }).map(
      (file) => basename(file),
    ),
  )
  const missing = pages.flatMap(({ file, text }) => [
    ...matches(PATH, prose(text))
      .filter((path) => ![...STARTS, dirname(file)].some((start) => existsSync(join(root, start, path))))
      .map((path) => `${file}: ${path}`),
    ...matches(SOURCE, prose(text))
      .filter((name) => !names.has(name) && !savedFrom(text).includes(name))
      .map((name) => `${file}: ${name}`),
  ])
  assert.deepEqual(missing, [])
})

test('decision records are numbered without a gap and have the same headings', () => {
  const records = pages.filter(({ file }) => file.startsWith('docs/decisions/'))
  for (const [index, { file, text }] of records.entries()) {
    assert.ok(basename(file).startsWith(`${String(index + 1).padStart(4, '0')}-`), file)
    assert.ok(text.startsWith(`# ${index + 1}. `), file)
    assert.deepEqual(
      matches(/^## (.+)$/gm, text),
      ['Context', 'Decision', 'Consequences', 'Alternatives considered'],
      file,
    )
  }
})

test('every runtime dependency has its reason in the decision records, and no other has one', () => {
  const page = pages.find(({ file }) => file.endsWith('/0006-dependencies.md'))
  assert.ok(page)
  const rows = page.text.split('\n').filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) => matches(/`([^`]+)`/g, row.split('|')[1] ?? ''))
  const installed = ['server', 'dashboard', 'sdk'].flatMap((workspace) => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, workspace, 'package.json'), 'utf8'),
    )
    return [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]
  })
  assert.deepEqual(listed.toSorted(), installed.toSorted())
})

/** The files that readers of a guide make of its blocks. */
const savedFrom = (text: string) => codeBlocksOf(text).map(fileNameOf)

const prose = (text: string): string => text.replaceAll(CODE_BLOCK, '')

const matches = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? '')

/** The anchors that the headings of a page get. */
function headingsOf(path: string): string[] {
  return matches(/^#+ (.+)$/gm, prose(readFileSync(path, 'utf8'))).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}
