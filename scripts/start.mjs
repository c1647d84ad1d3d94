import { fileURLToPath } from 'node:url'
import { buildDashboard } from './build-dashboard.mjs'
import { pinnedNode, run, setUp } from './set-up.mjs'

const main = new URL('../server/src/main.ts', import.meta.url)

await setUp()
await buildDashboard()
const [major, minor] = process.versions.node.split('.').map(Number)
const runsTypeScript = major > 24 || (major === 24 && minor >= 3)
if (runsTypeScript) {
  await import(main.href)
} else {
  const args = [fileURLToPath(main), ...process.argv.slice(2)]
  process.exitCode = await run(pinnedNode, args, { cwd: process.cwd() })
}
