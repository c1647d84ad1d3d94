import { fileURLToPath } from 'node:url'
import { pinnedNode, run, setUp } from './set-up.mjs'

const loop = fileURLToPath(new URL('dev-loop.ts', import.meta.url))

await setUp()
process.exitCode = await run(pinnedNode, [loop], { cwd: process.cwd() })
