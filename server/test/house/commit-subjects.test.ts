import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Commits up to this one were made before there was a rule. */
const BASE = '8f62c08a19537796004ab3de49ec239ad6987a10'
const SUBJECT_CHARACTERS_MAX = 72

test('the subject of a commit is short and says one thing', (t) => {
  const log = git('log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`)
  if (log === undefined) return t.skip('this checkout has no git history to check')
  const problems = log
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [commit, ...words] = line.split(' ')
      const problem = problemWith(words.join(' '))
      return problem ? [`${commit} ${words.join(' ')}: ${problem}`] : []
    })
  assert.deepEqual(problems, [])
})

for (const [subject, problem] of [
  ['Keep the search text while results load', undefined],
  ['awards: refuse an award once the rule is full', undefined],
  ['x'.repeat(72), undefined],
  ['x'.repeat(73), 'it has 73 characters, and 72 are the most'],
  ['', 'it is empty'],
  ['Keep the search text.', 'it ends with a period'],
  ['dashboard: keep the page; keep the text', 'it lists several changes; make a commit of each'],
  ['WIP', 'it says nothing about the change'],
  ['fixup! Keep the search text', 'it belongs into the commit that it corrects'],
] as const) {
  test(`the subject "${subject.slice(0, 40)}" is ${problem ? 'refused' : 'accepted'}`, () => {
    assert.equal(problemWith(subject), problem)
  })
}

/** Whether the verb is in the imperative is for the reviewer to say. */
function problemWith(subject: string): string | undefined {
  if (subject === '') return 'it is empty'
  if (subject.length > SUBJECT_CHARACTERS_MAX)
    return `it has ${subject.length} characters, and ${SUBJECT_CHARACTERS_MAX} are the most`
  if (subject.endsWith('.')) return 'it ends with a period'
  if (subject.includes(';')) return 'it lists several changes; make a commit of each'
  if (/^(fixup|squash|amend)!/.test(subject)) return 'it belongs into the commit that it corrects'
  if (/^(wip|fix|update|changes?)$/i.test(subject)) return 'it says nothing about the change'
  return undefined
}

/** Undefined without git, outside a repository, and where the history is too short to hold the base. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}
