import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDashboard } from './build-dashboard.mjs'
import { buildServer } from './build-server.mjs'
import { findBrowser, installBrowser } from './install-browser.mjs'
import { run, setUp } from './set-up.mjs'

const CHECKS = [['biome', 'check', '.'], ['tsc'], ['tsc', '-p', 'dashboard'], ['tsc', '-p', 'sdk'], ['knip']]
const QUICK = ['server/src/', 'server/test/contract/', 'server/test/house/', 'server/test/units/']

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const runsChecks = isQuick || args.length === 0
const needsBrowser = readdirSync('server/test/journeys', { recursive: true }).some(
  (file) => args.length === 0 || args.some((filter) => `server/test/journeys/${file}`.includes(filter)),
)

await setUp()
const checks = runsChecks ? CHECKS.map(passes) : []
await buildServer()
if (!isQuick) await buildDashboard()
if (needsBrowser) await installBrowser()
process.env.CHROMIUM ||= findBrowser() ?? ''
const giveUp = new AbortController()
for (const check of checks) check.then((passed) => passed || giveUp.abort())
const { signal } = giveUp
const tests = run('node', ['server/test/run.ts', ...(isQuick ? QUICK : args)], { signal })
const code = await tests.catch((error) => {
  if (signal.aborted) return 1
  throw error
})
process.exitCode = (await Promise.all(checks)).every(Boolean) ? code : 1

/** Runs a check beside the tests. Prints its whole output if it fails. */
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
