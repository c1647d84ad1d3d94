import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { REASONS } from '../../src/http/responses/reason.ts'
import { parseCondition } from '../../src/programme/conditions/condition.ts'
import { connectionsForAll, connectionsForRequests } from '../../src/storage/database/connections.ts'
import { codeBlocksOf, fileNameOf } from '../support/code-blocks.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const exclude = ['**/node_modules/**', '**/dist/**', 'data/**']
const pages = globSync('{*.md,{bench,docs,examples,sdk,server}/**/*.md,.github/**/*.md}', {
  cwd: root,
  exclude,
})
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Texts name files as a reader of the folder would. */
const STARTS = ['', 'server/src', 'dashboard/src', 'server']
const RECORD_WORDS_MAX = 300
const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
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

/** Pages about the code. */
const isAboutCode = (file: string): boolean =>
  ['ARCHITECTURE.md', 'STYLE.md'].includes(file) || file.startsWith('docs/decisions/')

test('every name in the code of a page about the code is in the sources', () => {
  const names = namesInSources()
  const unknown = pages
    .filter(({ file }) => isAboutCode(file))
    .flatMap(({ file, text }) =>
      namesIn(currentCodeOf(text))
        .filter((name) => !names.has(name))
        .map((name) => `${file}: ${name}`),
    )
  assert.deepEqual([...new Set(unknown)], [])
})

test('ARCHITECTURE has a row for each area with its folders, and every invariant', () => {
  const { text = '' } = pages.find(({ file }) => file === 'ARCHITECTURE.md') ?? {}
  const rows = [...text.matchAll(/^\| `(\w+)\/` \| (`.*?`) \|/gm)].map(([, area, folders = '']) => [
    area,
    new Set(matches(/`([\w-]+)`/g, folders)),
  ])
  const areas = foldersIn('server/src').map((area) => [area, new Set(foldersIn(`server/src/${area}`))])
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(areas))
  assert.match(text, new RegExp(`Everything else lies in ${NUMBERS[areas.length]} areas\\.`))

  const schema = readFileSync(join(root, 'server/schema/18-invariants.sql'), 'utf8')
  assert.deepEqual(
    [...text.matchAll(/^\d+\. \*\*(\w+)\*\*/gm)].map(([, name = '']) => name.toLowerCase()),
    matches(/^create view broken_(?!invariants)(\w+)/gm, schema),
  )
})

test('every expression that a page shows can be saved', () => {
  const sources = pages.flatMap(({ text }) => codeBlocksOf(text).filter(({ language }) => language === 'cel'))
  assert.ok(sources.length > 0)
  for (const { text } of sources) {
    const results = (['when', 'units'] as const).map((kind) => parseCondition(text, kind))
    assert.ok(
      results.some((result) => !('problem' in result)),
      `${text}${JSON.stringify(results)}`,
    )
  }
})

test('pages count what they count right', () => {
  const steps = pages.filter(({ file, text }) => file.startsWith('docs/guides/') && /^# \d /.test(text))
  const counted: [file: string, sentence: RegExp, count: number][] = [
    ['README.md', /first of (\w+) pages that lead to production/, steps.length],
    ['README.md', /Rules\*\* of (\w+) types/, rowsOf('docs/guides/awards.md', '`type`').length],
  ]
  for (const [file, sentence, count] of counted)
    assert.equal(sentence.exec(textOf(file))?.[1], NUMBERS[count], `${file}: ${sentence}`)
})

test('the settings count the connections that the service opens', () => {
  const counted = /up to (\d+) connections \(.*?WORKERS up to (\d+) .*? and (\d+) for all of them/
  const [, alone, worker, shared] = (counted.exec(textOf('docs/configuration.md')) ?? []).map(Number)
  const forRequests = (workers: number) => {
    const { writes, reads } = connectionsForRequests(workers)
    return writes + reads
  }
  assert.equal(worker, connectionsForAll(20) - connectionsForAll(19))
  assert.equal(alone, Number(worker) - forRequests(20) + forRequests(1) + Number(shared))
})

test('one guide lists the reasons of refusals, all of them and no others', () => {
  assert.deepEqual(
    rowsOf('docs/guides/concepts.md', 'reason').map(([reason, meaning]) => [
      reason?.replaceAll('`', ''),
      meaning,
    ]),
    Object.entries(REASONS),
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

test('decision records are short, numbered without a gap, and have the same headings', () => {
  const records = pages.filter(({ file }) => file.startsWith('docs/decisions/'))
  for (const [index, { file, text }] of records.entries()) {
    const words = text.replaceAll(/^\|.*$/gm, '').match(/\S*\w\S*/g) ?? []
    assert.ok(words.length <= RECORD_WORDS_MAX, `${file} has ${words.length} words`)
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

/** Code of a page that must be true now: what was rejected, and what was there before, need not exist. */
function currentCodeOf(page: string): string[] {
  const kept = page
    .replace(/^## Alternatives considered$[\s\S]*/m, '')
    .replaceAll(/^\| before \|[\s\S]*?^$/gm, '')
  const blocks = codeBlocksOf(kept)
    .filter(({ language }) => ['ts', 'sql'].includes(language))
    .map(({ text }) => text.replaceAll(/^\/\/ before[\s\S]*?(?=^\/\/ after)/gm, ''))
    .map((text) => text.replaceAll(COMMENT, ''))
  return [...blocks, ...matches(/`([^`\n]+)`/g, prose(kept))]
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--) .*$/gm

/** Names of functions, types, columns and settings; single words may be plain English. */
function namesIn(codes: string[]): string[] {
  return codes.flatMap((code) => [
    ...(code.match(
      /\b[a-z]+(?:[A-Z][a-z]*)+\b|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b|\b[A-Za-z]+(?:_[A-Za-z]+)+\b/g,
    ) ?? []),
    ...matches(/\b(\w+)\(/g, code),
  ])
}

function namesInSources(): Set<string> {
  const files = globSync('{server,dashboard,sdk,scripts,bench,examples}/**/*.{ts,tsx,mjs,sql}', {
    cwd: root,
    exclude: [...exclude, 'server/test/house/{words,docs}.test.ts'],
  })
  const words = files.flatMap(
    (file) => readFileSync(join(root, file), 'utf8').replaceAll(COMMENT, '').match(/\w+/g) ?? [],
  )
  return new Set(words)
}

const textOf = (file: string): string => pages.find((page) => page.file === file)?.text ?? ''

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** The rows of the first table whose first heading is this one, as cells. */
function rowsOf(file: string, heading: string): string[][] {
  const lines = textOf(file).split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  assert.notEqual(start, -1, `${file} has no table ${heading}`)
  const rows = lines.slice(start + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end === -1 ? undefined : end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

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
