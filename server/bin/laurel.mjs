#!/usr/bin/env node
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** What Laurel is tested with. Its authorization server and its job queue do not support 20. */
const NODE_MAJOR_MIN = 24
const PROGRAM = new URL('../dist/laurel.js', import.meta.url)

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) await import(PROGRAM.href)
else runWith(findNewerNode())

/** Has npm download a newer Node once, to its own cache. */
function findNewerNode() {
  const { config } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const args = ['--yes', '--prefer-offline', '--package', `node@${config.node}`, '--', 'node']
  console.error(
    `This is Node ${process.versions.node}; Laurel runs on Node ${config.node}, which npm keeps for it.`,
  )
  try {
    const find = [...args, '-p', 'process.execPath']
    return execFileSync('npx', find, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  } catch {
    console.error(`npm could not fetch it. Install Node ${NODE_MAJOR_MIN} or later, then try again.`)
    process.exit(1)
  }
}

function runWith(node) {
  const child = spawn(node, [fileURLToPath(PROGRAM), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
