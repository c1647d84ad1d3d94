import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Reached by a socket in a folder, like the embedded PostgreSQL. */
export type RedisServer = { socket: string; pid: number; stop(): Promise<void> }

export const REDIS_MISSING = 'redis-server is not installed (`apt-get install redis-server`)'

/** Starts a Redis that keeps nothing on disk. Undefined where redis-server is not installed. */
export async function startRedis(): Promise<RedisServer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-redis-'))
  const socket = join(folder, 'redis.sock')
  const options = { port: '0', unixsocket: socket, dir: folder, save: '', appendonly: 'no' }
  const child = spawn(
    'redis-server',
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(child)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return { socket, pid: child.pid as number, stop }
}

async function untilReady(child: ChildProcess): Promise<void> {
  await once(child, 'spawn')
  let output = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    output += chunk
    if (/ready to accept connections/i.test(output)) {
      child.stdout?.resume()
      return
    }
  }
  throw new Error(`redis-server did not start: ${output}`)
}
