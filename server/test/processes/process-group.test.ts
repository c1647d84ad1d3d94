import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { hasEnded, makeTestFolder, postmaster, spawnLaurel } from '../support/process.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const folder = await makeTestFolder()
const EVERYTHING = { WEBHOOK_DELIVERY: 'on', LOG_LEVEL: 'info' }
const PROGRAMS = {
  'npm start': { program: 'main.ts', settings: {} },
  'npm start with workers': { program: 'main.ts', settings: { WORKERS: '2' } },
  'npm run dev': { program: '../../scripts/dev-loop.ts', settings: {} },
}
/** What is printed when the signal comes: initdb runs, the tables are created, workers load, everything serves. */
const MOMENTS = ['Creating the database', 'Creating the tables', 'Stop it with']

/** As a terminal does with Ctrl-C, and a container or a supervisor when it stops. */
suite('a signal to the whole process group stops without a stack trace', () => {
  for (const [name, { program, settings }] of Object.entries(PROGRAMS)) {
    for (const [index, moment] of MOMENTS.entries()) {
      test(`${name}, after “${moment}”`, async () => {
        const port = await freePort()
        const dataDir = join(folder, `${name.replaceAll(' ', '-')}-${index}`)
        const { child, said } = spawnLaurel(
          { ...EVERYTHING, ...settings, DATA_DIR: dataDir, PORT: String(port) },
          program,
          [],
          { detached: true },
        )
        const closed = once(child, 'close')
        await waitUntil(() => said().includes(moment) || hasEnded(child), said)
        if (moment === 'Stop it with') await openRequest(port)
        process.kill(-(child.pid as number), index % 2 === 0 ? 'SIGTERM' : 'SIGINT')
        const [code] = await closed
        assert.doesNotMatch(said(), /^ +at |\n +at |\\n +at |"level":[56]0/)
        assert.equal(code, 0, said())
        assert.throws(() => postmaster(dataDir), { code: 'ENOENT' })
      })
    }
  }

  test('npm run demo', async () => {
    const [port, shopPort] = [await freePort(), await freePort()]
    const args = ['--port', String(port), '--shop-port', String(shopPort), '--data', join(folder, 'demo')]
    const { child, said } = spawnLaurel({}, '../../scripts/demo-processes.ts', args, { detached: true })
    const closed = once(child, 'close')
    await waitUntil(() => said().includes('Stop both with') || hasEnded(child), said)
    process.kill(-(child.pid as number), 'SIGTERM')
    const [code] = await closed
    assert.doesNotMatch(said(), /\n +at |\\n +at /)
    assert.equal(code, 0, said())
  })
})

/** Leaves a connection open, as a browser does. */
async function openRequest(port: number): Promise<void> {
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()
}
