import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = join(root, 'server/src')

/** Calls that run something again and again, as long as the process runs. */
const REPEATS = /(?<![.\w]|function )(?:poll|every|setInterval)\(|eventLoopMonitoringPrecision:/
/** Runs the polls of the others. */
const POLL = 'runtime/process/poll.ts'

test('the page on scaling lists every poll', () => {
  const polling = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] }).filter(
    (file) => file !== POLL && REPEATS.test(readFileSync(join(sources, file), 'utf8')),
  )
  const page = readFileSync(join(root, 'docs/scaling.md'), 'utf8')
  const [section = ''] = /^## An idle service\n[\s\S]*?(?=^## )/m.exec(page) ?? []
  const listed = [...section.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file)
  assert.deepEqual(new Set(listed), new Set(polling))
})
