import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { homedir, tmpdir } from 'node:os'
import { test } from 'node:test'

test('what tests start has a home and an npm cache of the run, not those of the machine', () => {
  const script = `console.log(JSON.stringify([require('os').homedir(), process.env.npm_config_cache]))`
  const [home, cache] = JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }))
  assert.equal(home, homedir())
  for (const folder of [home, cache]) assert(folder.startsWith(`${tmpdir()}/`), folder)
  const npmCache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  assert.equal(npmCache, cache)
})
