import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Cpu, cpuOf } from './cpu.ts'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const BASELINE = fileURLToPath(new URL('./baseline.ts', import.meta.url))

/** The service in a separate process, on an embedded PostgreSQL with durable commits. */
export type BenchService = {
  url: string
  db: pg.Client
  memoryMb(): number
  /** The processor time that the service and its database have used. */
  cpu(): Cpu | undefined
  restart(settings?: Record<string, string>): Promise<void>
  /** Starts baseline.ts for a partner, on the same database. */
  startBaseline(partnerId: string): Promise<{ url: string; cpu(): Cpu | undefined; stop(): void }>
  stop(): Promise<void>
}

export async function startService(): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'))
  await chmod(dataDir, 0o755)
  const launchService = (settings: Record<string, string>) =>
    launch([MAIN], { DATA_DIR: dataDir, PORT: '0', PARTNER_REQUESTS_PER_SECOND: '1000000', ...settings })
  let { child, url } = await launchService({})
  let db = await connect(dataDir)
  const end = async () => {
    await db.end()
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    get url() {
      return url
    },
    get db() {
      return db
    },
    memoryMb: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    cpu: () => cpuOf(child.pid as number, databasePid(dataDir)),
    async restart(settings = {}) {
      await end()
      ;({ child, url } = await launchService(settings))
      db = await connect(dataDir)
    },
    async startBaseline(partnerId) {
      const baseline = await launch([BASELINE, socketOf(dataDir), partnerId], {})
      return {
        url: baseline.url,
        cpu: () => cpuOf(baseline.child.pid as number, databasePid(dataDir)),
        stop: () => baseline.child.kill('SIGKILL'),
      }
    },
    async stop() {
      await end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a program and reads its address from its output. */
async function launch(
  program: string[],
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    output += chunk
    const url = /API\s+(http\S+)\/api\/v1/.exec(output)?.[1]
    if (url) {
      child.stdout?.resume()
      return { child, url }
    }
  }
  throw new Error(`${program[0]} did not start: ${output}`)
}

const databasePid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

const socketOf = (dataDir: string) => join(dataDir, 'socket')

async function connect(dataDir: string): Promise<pg.Client> {
  const db = new pg.Client({ host: socketOf(dataDir), user: 'laurel', database: 'laurel' })
  await db.connect()
  return db
}
