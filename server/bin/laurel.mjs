#!/usr/bin/env node
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Older versions are not supported by the authorization server and the job queue that Laurel uses. */
const NODE_MIN = [22, 12]
const PROGRAM = new URL('../src/laurel.js', import.meta.url)

const [major, minor] = process.versions.node.split('.').map(Number)
const isRecent = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])
if (isRecent) await import(PROGRAM.href)
else runWith(findNewerNode())

/** Has npm download a newer Node once, to its own cache. */
function findNewerNode() {
  const { config } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const args = ['--yes', '--prefer-offline', '--package', `node@${config.node}`, '--', 'node']
  console.error(
    `Laurel needs Node ${NODE_MIN.join('.')} or later, and this is ${process.versions.node}: using Node ${config.node} from npm.`,
  )
  try {
    const find = [...args, '-p', 'process.execPath']
    return execFileSync('npx', find, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  } catch {
    console.error(`It could not be installed. Install Node ${NODE_MIN.join('.')} or later, then try again.`)
    process.exit(1)
  }
}

function runWith(node) {
  const child = spawn(node, [fileURLToPath(PROGRAM), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
