import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Runs a script of bash in a folder, and ends what it has left running. */
export async function runScript(
  script: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string }> {
  await mkdir(folder, { recursive: true })
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    // A group of its own, to end it as a whole.
    detached: true,
    env: {
      HOME: folder,
      ...env,
      GUIDE_FOLDER: folder,
      TMPDIR: process.env.TMPDIR,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'exit')
  try {
    process.kill(-(child.pid as number), 'SIGTERM')
  } catch {
    // Nothing is left of it.
  }
  return { code, said }
}
