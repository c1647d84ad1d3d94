import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { releaseProblems, sectionOf } from '../../../scripts/make-release.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const versions = { 'package.json': '1.2.0', 'server/package.json': '1.2.0' }
const changelog = `# Changelog

## [1.2.0] - 2026-12-01

### Added

- Holds.

## [1.1.0] - 2026-11-01

- Lots.
`

test('a tag is released if every package has its version and the changelog its section', () => {
  assert.deepEqual(releaseProblems({ tag: 'v1.2.0', versions, changelog }), [])
  assert.equal(sectionOf(changelog, '1.2.0'), '### Added\n\n- Holds.')
})

test('a tag is refused with every reason', () => {
  assert.deepEqual(
    releaseProblems({ tag: 'v1.3.0', versions: { ...versions, 'sdk/package.json': '1.1.0' }, changelog }),
    [
      'sdk/package.json has version 1.1.0, and package.json 1.2.0.',
      'The tag is v1.3.0, but package.json has version 1.2.0.',
    ],
  )
  const refused = ['CHANGELOG.md needs a section with entries: ## [1.2.0] - YYYY-MM-DD.']
  for (const other of [
    changelog.replace('[1.2.0] - 2026-12-01', '[Unreleased]: 1.2.0'),
    changelog.replace('### Added\n\n- Holds.\n', ''),
    '# Changelog\n',
  ])
    assert.deepEqual(releaseProblems({ tag: 'v1.2.0', versions, changelog: other }), refused)
})

test('the command refuses a tag of another version', () => {
  const args = ['run', '--silent', 'release', '--', 'v99.0.0']
  const { status, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^The tag is v99\.0\.0, but package\.json has version \d+\.\d+\.\d+\.$/m)
})
