import { pinnedNode, run, setUp } from './set-up.mjs'

await setUp()
process.exitCode = await run(pinnedNode, ['scripts/make-release.ts', ...process.argv.slice(2)])
