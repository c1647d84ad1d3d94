import { buildDashboard } from './build-dashboard.mjs'
import { installBrowser } from './install-browser.mjs'
import { run, setUp } from './set-up.mjs'

const CHECKS = [['biome', 'check', '.'], ['tsc'], ['tsc', '-p', 'dashboard'], ['knip']]

await setUp()
await buildDashboard()
const filters = process.argv.slice(2)
if (filters.length === 0 || filters.some((filter) => /pages|oauth|dashboard/.test(filter)))
  await installBrowser()
const steps = [...(filters.length > 0 ? [] : CHECKS), ['node', 'server/test/run.ts', ...filters]]
for (const [command, ...args] of steps) {
  process.exitCode = await run(command, args)
  if (process.exitCode !== 0) break
}
