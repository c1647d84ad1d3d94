import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Api } from './api.ts'
import { PASSWORD } from './partner.ts'
import { hasEnded, makeTestFolder } from './process.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/laurel.js', import.meta.url))

type Ran = { code: number | null; stdout: string; stderr: string }

export type RunningCommand = {
  child: ChildProcess
  stdout(): string
  stderr(): string
  send(text: string): void
  ended(): Promise<Ran>
}

/** A person's machine, with a home folder of its own. */
export type CommandLine = {
  folder: string
  configFile(profile: string): string
  start(args: string[], env?: Record<string, string>): RunningCommand
  /** Runs a command to its end. */
  run(args: string[], options?: { env?: Record<string, string>; input?: string }): Promise<Ran>
  signIn(api: Api, email: string, args?: string[]): Promise<Ran>
}

export async function createCommandLine(): Promise<CommandLine> {
  const folder = await makeTestFolder()
  const { PATH = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env
  const home = { PATH, TMPDIR, NODE_COMPILE_CACHE, HOME: folder }
  const started: ChildProcess[] = []
  after(() => {
    for (const child of started) if (!hasEnded(child)) child.kill('SIGKILL')
  })

  const start: CommandLine['start'] = (args, env = {}) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env: { ...home, ...env } })
    started.push(child)
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (said[name] += chunk))
    const closed = once(child, 'close')
    return {
      child,
      stdout: () => said.stdout,
      stderr: () => said.stderr,
      send: (text) => child.stdin.write(text),
      ended: async () => ({ code: (await closed)[0], ...said }),
    }
  }
  const run: CommandLine['run'] = (args, { env, input = '' } = {}) => {
    const running = start(args, env)
    // The command may have ended before it read its input.
    running.child.stdin?.on('error', () => {}).end(input)
    return running.ended()
  }
  return {
    folder,
    configFile: (profile) => join(folder, '.config/laurel/profiles', `${profile}.json`),
    start,
    run,
    signIn: ({ url }, email, args = []) =>
      run(['login', '--url', url, '--ecosystem', 'acme', '--email', email, ...args], {
        input: `${PASSWORD}\n`,
      }),
  }
}
