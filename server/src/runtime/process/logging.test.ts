import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const LOGGING = fileURLToPath(new URL('./logging.ts', import.meta.url))

/** Runs a program that counts the writes to its standard output, and prints the count on the other one. */
async function run(program: string): Promise<{ messages: string[]; writes: number }> {
  const counting = `
    const { createLog } = await import(${JSON.stringify(LOGGING)})
    let writes = 0
    const { stdout } = process
    const write = stdout.write.bind(stdout)
    stdout.write = (...values) => { writes += 1; return write(...values) }
    process.on('exit', () => process.stderr.write(String(writes)))
    const log = createLog('info')
    ${program}`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    counting,
  ])
  const lines = stdout.split('\n').filter(Boolean)
  return { messages: lines.map((line) => JSON.parse(line).msg), writes: Number(stderr) }
}

test('the lines of one turn of the event loop are written together, in order', async () => {
  const program = `
    for (const message of ['first', 'second']) log.info(message)
    setImmediate(() => log.info('third'))`
  assert.deepEqual(await run(program), { messages: ['first', 'second', 'third'], writes: 2 })
})

test('a process that exits at once writes its last lines', async () => {
  assert.deepEqual(await run("log.info('last'); process.exit()"), { messages: ['last'], writes: 1 })
})

test('a process that fails writes its last lines', async () => {
  const failing =
    "process.on('uncaughtException', () => process.exit()); log.info('last'); throw new Error('failed')"
  assert.deepEqual(await run(failing), { messages: ['last'], writes: 1 })
})
