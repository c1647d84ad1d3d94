import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Cpu, cpuOf } from './cpu.ts'
import type { RedisServer } from './redis.ts'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const BASELINE = fileURLToPath(new URL('./baseline.ts', import.meta.url))
const REDIS_BOARD = fileURLToPath(new URL('./redis-board.ts', import.meta.url))

/** Another server that the service is compared with. */
export type Peer = { url: string; cpu(): Cpu | undefined; stop(): void }

/** The service in a separate process, on an embedded PostgreSQL with durable commits. */
export type BenchService = {
  url: string
  db: pg.Client
  memoryMb(): number
  /** The processor time that the service and its database have used. */
  cpu(): Cpu | undefined
  /** The same for the database alone. */
  databaseCpu(): Cpu | undefined
  /** Opens connections of the load to the same database. */
  connect(): Promise<pg.Client>
  pool(connections: number): pg.Pool
  restart(settings?: Record<string, string>): Promise<void>
  /** Starts baseline.ts for a partner, on the same database. */
  startBaseline(partnerId: string): Promise<Peer>
  /** Starts redis-board.ts with a copy of the partner's board. */
  startRedisBoard(redis: RedisServer, partnerId: string): Promise<Peer>
  stop(): Promise<void>
}

export async function startService(): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'))
  await chmod(dataDir, 0o755)
  const launchService = (settings: Record<string, string>) =>
    launch([MAIN], {
      DATA_DIR: dataDir,
      PORT: '0',
      PARTNER_REQUESTS_PER_SECOND: '1000000',
      // Signing in is not measured.
      PASSWORD_HASHING: 'cheap',
      ...settings,
    })
  const remove = () => rm(dataDir, { recursive: true, force: true })
  let { child, url } = await launchService({}).catch(async (error) => {
    await remove()
    throw error
  })
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
    databaseCpu: () => cpuOf(undefined, databasePid(dataDir)),
    connect: () => connect(dataDir),
    pool: (max) => new pg.Pool({ ...connectionOf(dataDir), max }),
    async restart(settings = {}) {
      await end()
      ;({ child, url } = await launchService(settings))
      db = await connect(dataDir)
    },
    startBaseline: (partnerId) =>
      startPeer([BASELINE, socketOf(dataDir), partnerId], () => databasePid(dataDir)),
    startRedisBoard: (redis, partnerId) =>
      startPeer([REDIS_BOARD, redis.socket, socketOf(dataDir), partnerId], () => redis.pid),
    async stop() {
      await end()
      await remove()
    },
  }
}

async function startPeer(program: string[], databasePidOf: () => number): Promise<Peer> {
  const { child, url } = await launch(program, {})
  return {
    url,
    cpu: () => cpuOf(child.pid as number, databasePidOf()),
    stop: () => void child.kill('SIGKILL'),
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

const connectionOf = (dataDir: string) => ({ host: socketOf(dataDir), user: 'laurel', database: 'laurel' })

async function connect(dataDir: string): Promise<pg.Client> {
  const db = new pg.Client(connectionOf(dataDir))
  await db.connect()
  return db
}
