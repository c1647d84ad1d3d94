import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** The real service in a process of its own, on an embedded PostgreSQL with durable commits. */
export type BenchService = {
  url: string
  db: pg.Client
  memoryMb(): number
  restart(settings?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

export async function startService(): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-bench-'))
  await chmod(dataDir, 0o755)
  let { child, url } = await launch(dataDir, {})
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
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async restart(settings = {}) {
      await end()
      ;({ child, url } = await launch(dataDir, settings))
      db = await connect(dataDir)
    },
    async stop() {
      await end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      PARTNER_REQUESTS_PER_SECOND: '1000000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    said += chunk
    const url = /API\s+(http\S+)\/api\/v1/.exec(said)?.[1]
    if (url) {
      child.stdout?.resume()
      return { child, url }
    }
  }
  throw new Error(`The service did not start: ${said}`)
}

async function connect(dataDir: string): Promise<pg.Client> {
  const db = new pg.Client({ host: join(dataDir, 'socket'), user: 'laurel', database: 'laurel' })
  await db.connect()
  return db
}
