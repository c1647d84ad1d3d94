import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { StartProblem } from './start-problem.ts'
import { startWorkers } from './workers.ts'

const folder = await mkdtemp(join(tmpdir(), 'laurel-workers-'))
after(() => rm(folder, { recursive: true, force: true }))

let programs = 0

/**
 * Starts two workers with a program that knows its `number` and can call `listen` and `fail`, after something
 * else that it does before it listens to messages.
 */
async function start(program: string, before = '') {
  programs += 1
  const path = join(folder, `${programs}.mjs`)
  await writeFile(
    path,
    `import { existsSync, writeFileSync } from 'node:fs'
     const mark = (name) => writeFileSync(${JSON.stringify(folder)} + '/${programs}-' + name, '')
     const isMarked = (name) => existsSync(${JSON.stringify(folder)} + '/${programs}-' + name)
     const listen = () => process.send({ kind: 'listening', port: 7 })
     const fail = (problem) => process.send({ kind: 'failed', problem }, () => process.exit(1))
     ${before}
     process.once('message', async ({ number, secret }) => {
       process.once('message', () => { mark('stopped-' + number); process.exit(isMarked('unclean') ? 1 : 0) })
       ${program}
     })
     process.send({ kind: 'awaiting-settings' })`,
  )
  const logged: { worker?: number; problem?: string; message: string }[] = []
  const log = { error: (fields: object, message: string) => void logged.push({ ...fields, message }) }
  const prefix = join(folder, `${programs}-`)
  const workers = startWorkers({
    program: path,
    count: 2,
    settings: { secret: Buffer.from('secret') },
    stopDelaySeconds: 0,
    log: log as never,
  })
  return {
    ...workers,
    logged,
    mark: (name: string) => writeFile(prefix + name, ''),
    isMarked: (name: string) => existsSync(prefix + name),
  }
}

test('all workers listen, get their settings as they are, and stop when they are asked to', async () => {
  const workers = await start(`if (Buffer.from(secret).toString() === 'secret') listen()`)
  assert.equal(await workers.listening, 7)
  await workers.stop()
  assert(workers.isMarked('stopped-1') && workers.isMarked('stopped-2'))
  assert.deepEqual(workers.logged, [])
})

test('a worker that is slow to listen to messages gets its settings as well', async () => {
  const workers = await start('listen()', 'await new Promise((resolve) => setTimeout(resolve, 50))')
  assert.equal(await workers.listening, 7)
  assert.deepEqual(new Set(workers.running().map(([number]) => number)), new Set([1, 2]))
  await workers.stop()
})

test('a worker that is asked to stop before it listens to messages stops when it does', async () => {
  const workers = await start(
    'listen()',
    `mark('begun'); while (!isMarked('asked')) await new Promise((resolve) => setTimeout(resolve, 10))`,
  )
  await waitUntil(() => workers.isMarked('begun'), 'a worker runs')
  const stopped = workers.stop()
  assert.deepEqual(workers.running(), [])
  await workers.mark('asked')
  await stopped
  assert(workers.isMarked('stopped-1') && workers.isMarked('stopped-2'))
})

test('a worker that cannot start is the problem of all, and the others are stopped first', async () => {
  const workers = await start(`if (number === 1) listen(); else fail('The port is taken.')`)
  await assert.rejects(workers.listening, new StartProblem('The port is taken.'))
  assert(workers.isMarked('stopped-1'))
})

test('a worker that ends while it starts is a problem as well', async () => {
  const workers = await start(`if (number === 1) listen(); else process.kill(process.pid, 'SIGKILL')`)
  await assert.rejects(workers.listening, new StartProblem('Worker 2 ended with SIGKILL.'))
})

test('a connection that was on its way to a worker that dies is closed, not left without a response', async () => {
  const workers = await start(`
    const { createServer } = await import('node:http')
    const server = createServer((_, response) => response.end(String(process.pid)))
    server.listen(0, '127.0.0.1', () => process.send({ kind: 'listening', port: server.address().port }))`)
  const port = await workers.listening
  const ask = async () =>
    (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text()
  const pid = Number(await ask())
  process.kill(pid, 'SIGSTOP')
  // One of two gets to the worker that is stopped.
  const responses = [ask(), ask()]
  assert.notEqual(await Promise.any(responses), String(pid))
  process.kill(pid, 'SIGKILL')
  const outcomes = await Promise.allSettled(responses)
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await workers.stop()
})

test('while one worker serves, another that cannot start is tried again', async () => {
  const workers = await start(`
    if (number === 1 || !isMarked('ended') || isMarked('healed')) listen()
    else fail('Out of memory.')
    if (number === 2 && !isMarked('ended')) { mark('ended'); process.exit(3) }`)
  await workers.listening
  await waitUntil(() => workers.logged.length >= 4, 'it was tried again')
  assert.deepEqual(workers.logged.slice(0, 2), [
    { worker: 2, problem: 'Worker 2 ended with exit code 3.', message: 'worker ended; restarting' },
    { worker: 2, problem: 'Out of memory.', message: 'worker cannot start; retrying' },
  ])
  await workers.mark('healed')
  await workers.stop()
})

test('when no worker serves and none can be started, all end with the problem', async () => {
  const workers = await start(`
    if (isMarked('ended-' + number)) fail('Out of memory.')
    else { listen(); process.on('message', () => {}); setInterval(() => { if (isMarked('broken')) { mark('ended-' + number); process.exit(3) } }, 10) }`)
  await workers.listening
  await workers.mark('broken')
  await assert.rejects(workers.failure, new StartProblem('Out of memory.'))
})

test('a worker that has drained and then hangs is killed, and has stopped cleanly all the same', async () => {
  const workers = await start(`
    listen()
    process.prependListener('message', () => process.send({ kind: 'drained' }, () => { while (true); }))`)
  await workers.listening
  await workers.stop()
  assert.deepEqual(workers.logged, [])
})

test('a worker that does not stop cleanly makes the stop fail', async () => {
  const workers = await start(`listen()`)
  await workers.listening
  await workers.mark('unclean')
  await assert.rejects(workers.stop(), {
    message: /^Worker [12] ended with exit code 1\. Worker [12] ended with exit code 1\.$/,
  })
})
