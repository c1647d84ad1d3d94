import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDashboard } from './build-dashboard.mjs'
import { findBrowser, installBrowser } from './install-browser.mjs'
import { run, setUp } from './set-up.mjs'

const CHECKS = [['biome', 'check', '.'], ['tsc'], ['tsc', '-p', 'dashboard'], ['knip']]
/** Unit and contract tests, without those that start whole servers. */
const QUICK = [
  'server/src/',
  'server/test/contract/',
  'server/test/tidy',
  'server/test/words',
  'server/test/docs',
  'commit-subjects',
  '!embedded-postgres',
]

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const runsChecks = isQuick || args.length === 0
const needsBrowser = args.length === 0 || args.some((filter) => /pages|oauth|dashboard/.test(filter))

await setUp()
const passed = await Promise.all([
  ...(isQuick ? [] : [buildDashboard().then(() => true)]),
  ...(runsChecks ? CHECKS.map(passes) : []),
])
if (passed.every(Boolean)) {
  if (needsBrowser) await installBrowser()
  process.env.CHROMIUM ||= findBrowser() ?? ''
  process.exitCode = await run('node', ['server/test/run.ts', ...(isQuick ? QUICK : args)])
} else process.exitCode = 1

/** Runs a check in parallel with others. Prints its whole output if it fails. */
async function passes([command, ...args]) {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-check-'))
  const output = openSync(join(folder, 'output'), 'w+')
  try {
    const code = await run(command, args, { stdio: ['ignore', output, output] })
    if (code !== 0)
      console.error(`\n${[command, ...args].join(' ')}:\n${readFileSync(join(folder, 'output'), 'utf8')}`)
    return code === 0
  } finally {
    closeSync(output)
    rmSync(folder, { recursive: true })
  }
}
