import { fileURLToPath } from 'node:url'
import { buildDashboard } from './build-dashboard.mjs'
import { pinnedNode, run, setUp } from './set-up.mjs'

const program = fileURLToPath(new URL('demo-processes.ts', import.meta.url))

await setUp()
if (!process.argv.includes('--help')) await buildDashboard()
process.exitCode = await run(pinnedNode, [program, ...process.argv.slice(2)], { cwd: process.cwd() })
