import { fileURLToPath } from 'node:url'
import { pinnedNode, run, setUp } from './set-up.mjs'

// Runs a program of this folder with the Node of the repository, which runs TypeScript, once all is installed.
const [name, ...args] = process.argv.slice(2)
const program = fileURLToPath(new URL(name, import.meta.url))

await setUp()
process.exitCode = await run(pinnedNode, [program, ...args], { cwd: process.cwd() })
