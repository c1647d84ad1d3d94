import { pinnedNode, run, setUp } from './set-up.mjs'

await setUp()
process.exitCode = await run(pinnedNode, ['scripts/dev-loop.ts'])
