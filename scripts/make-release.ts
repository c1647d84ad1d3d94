import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'dist/release')
/** Each prints the path of the package that it made. */
const PACKAGES = ['scripts/package.mjs', 'scripts/package-sdk.mjs']

type Versions = Record<string, string>

/**
 * Writes the packages and their checksums to `dist/release`, and the notes beside it. Without a tag it is a rehearsal,
 * which does not ask for the changelog's section.
 */
function release(tag: string | undefined): number {
  const versions = versionsHere()
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const problems = releaseProblems({ tag, versions, changelog })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) return 1

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = PACKAGES.map(makePackage)
  const sums = files.map((file) => `${sha256(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  writeFileSync(
    join(root, 'dist/release-notes.md'),
    sectionOf(changelog, versions['package.json'] ?? '') ?? '',
  )
  console.log(`dist/release: ${[...files, 'SHA256SUMS'].join(', ')}`)
  return 0
}

/** What keeps this state of the repository from being released as a tag. */
export function releaseProblems({
  tag,
  versions,
  changelog,
}: {
  tag: string | undefined
  versions: Versions
  changelog: string
}): string[] {
  const { 'package.json': version = '', ...workspaces } = versions
  const problems = Object.entries(workspaces)
    .filter(([, other]) => other !== version)
    .map(([file, other]) => `${file} has version ${other}, and package.json ${version}.`)
  if (tag === undefined) return problems
  if (tag !== `v${version}`) problems.push(`The tag is ${tag}, but package.json has version ${version}.`)
  if (!sectionOf(changelog, version))
    problems.push(`CHANGELOG.md needs a section with entries: ## [${version}] - YYYY-MM-DD.`)
  return problems
}

/** The entries of a version that has a date. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`[${version}] - `))
  return section && /^.* - \d{4}-\d{2}-\d{2}\n+(\S[\s\S]*)/.exec(section)?.[1]?.trimEnd()
}

function versionsHere(): Versions {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const workspaces: string[] = read('package.json').workspaces
  const files = ['package.json', ...workspaces.map((name) => `${name}/package.json`)]
  return Object.fromEntries(files.map((file) => [file, read(file).version]))
}

function makePackage(script: string): string {
  const printed = execFileSync(process.execPath, [script], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const path = join(root, printed.trim().split('\n').at(-1) ?? '')
  copyFileSync(path, join(folder, basename(path)))
  return basename(path)
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

if (import.meta.main) process.exitCode = release(process.argv[2])
