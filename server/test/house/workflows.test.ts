import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { scripts, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Permissions = Record<string, string>
type Job = {
  permissions?: Permissions
  'timeout-minutes'?: number
  strategy?: { matrix: Record<string, string[]> }
  steps: Step[]
}
type Workflow = { on: Record<string, unknown>; permissions: Permissions; jobs: Record<string, Job> }

const READ = { contents: 'read' }
const PROVENANCE = { 'id-token': 'write', attestations: 'write' }
/** What each job may do beyond reading the repository. */
const PERMISSIONS: Record<string, Permissions> = {
  'release.yml packages': { contents: 'write', ...PROVENANCE },
  'release.yml image': { contents: 'read', packages: 'write', ...PROVENANCE },
}
/** A commit, and beside it the version that a reader knows it by. */
const PINNED = /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/
const COMMENT = /uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

const workflows = globSync('.github/workflows/*.yml', { cwd: root })
  .sort()
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return { name: file.split('/').at(-1) ?? '', text, workflow: parse(text) as Workflow }
  })
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([job, description]) => ({ name: `${name} ${job}`, ...description })),
)
const steps = jobs.flatMap(({ name, steps }) => steps.map((step) => ({ name, ...step })))

test('there is a workflow for each push, for the main branch and the night, and for a tag', () => {
  assert.deepEqual(
    workflows.map(({ name, workflow }) => [name, Object.keys(workflow.on)]),
    [
      ['full.yml', ['push', 'schedule', 'workflow_dispatch']],
      ['quick.yml', ['push', 'pull_request']],
      ['release.yml', ['push']],
    ],
  )
})

test('every script that a workflow runs exists', () => {
  const called = jobs.flatMap(({ steps, strategy }) => [
    ...steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '')),
    ...(strategy?.matrix.script ?? []),
  ])
  assert.ok(called.includes('test:quick') && called.includes('release'))
  assert.deepEqual(
    called.filter((name) => !(name in scripts)),
    [],
  )
})

suite('a workflow can do no more than it needs', () => {
  test('it reads the repository, and two jobs of a release write', () => {
    for (const { name, workflow } of workflows) assert.deepEqual(workflow.permissions, READ, name)
    const granted = jobs.flatMap(({ name, permissions }) => (permissions ? [[name, permissions]] : []))
    assert.deepEqual(Object.fromEntries(granted), PERMISSIONS)
  })

  test('its steps leave no token behind in the checkout', () => {
    for (const { name, uses, with: options } of steps)
      if (uses?.startsWith('actions/checkout@')) assert.equal(options?.['persist-credentials'], false, name)
  })

  test('no text of an event is part of a command', () => {
    for (const { name, run = '' } of steps) assert.doesNotMatch(run, /\$\{\{/, name)
  })

  test('it ends', () => {
    for (const { name, 'timeout-minutes': minutes } of jobs) assert.ok(minutes, name)
  })
})

test('actions are pinned by commit, with their version, and are the same everywhere', () => {
  const commits = new Map<string, string>()
  for (const { uses } of steps) {
    if (uses === undefined) continue
    assert.match(uses, PINNED)
    const [action = '', commit = ''] = uses.split('@')
    assert.equal(commits.get(action) ?? commit, commit, action)
    commits.set(action, commit)
  }
  for (const { text } of workflows)
    for (const line of text.split('\n').filter((each) => each.includes('uses:'))) assert.match(line, COMMENT)
})

test('workflows use the Node that the repository pins', () => {
  const versions = steps.flatMap(({ with: options }) => options?.['node-version'] ?? [])
  assert.deepEqual(new Set(versions), new Set([devDependencies.node]))
})

test('the update bot reads folders that have something to update', () => {
  const text = readFileSync(join(root, '.github/dependabot.yml'), 'utf8')
  const { updates } = parse(text) as { updates: { 'package-ecosystem': string; directory: string }[] }
  const files: Record<string, string> = {
    npm: 'package-lock.json',
    'docker-compose': 'compose.yaml',
    'github-actions': '.github/workflows/*.yml',
  }
  for (const { 'package-ecosystem': ecosystem, directory } of updates)
    assert.ok(globSync(files[ecosystem] ?? '', { cwd: join(root, directory) }).length > 0, ecosystem)
})
