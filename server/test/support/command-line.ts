import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../../src/operations/cli/program.ts'
import { explainError } from '../../src/storage/database/database-error.ts'
import type { Api } from './api.ts'
import { PASSWORD } from './partner.ts'
import { hasEnded, makeTestFolder } from './process.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/laurel.js', import.meta.url))

type Ran = { code: number | null; stdout: string; stderr: string }

export type RunningCommand = {
  child: ChildProcess
  stdout(): string
  stderr(): string
  send(line: string): void
  ended(): Promise<Ran>
}

/** A person's machine, with a home folder of its own. */
export type CommandLine = {
  folder: string
  configFile(profile: string): string
  /** Starts a command in a process of its own. */
  start(args: string[], env?: Record<string, string>): RunningCommand
  /** Runs a command to its end, in this process. */
  run(args: string[], options?: { env?: Record<string, string>; input?: string }): Promise<Ran>
  signIn(api: Api, email: string, args?: string[]): Promise<Ran>
}

/** Runs a command in this process, because a start takes longer than most commands. Fails as `laurel.ts` does. */
export async function runInProcess(args: string[], env: NodeJS.ProcessEnv, input = ''): Promise<Ran> {
  const stdin = Readable.from([Buffer.from(input)], { objectMode: false })
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const said = Promise.all([text(stdout), text(stderr)])
  const code = await runProgram(args, { env, stdin, stdout, stderr }).catch((error) => {
    stderr.write(`${explainError(error)}\n`)
    return 2
  })
  for (const stream of [stdout, stderr]) stream.end()
  const [out, err] = await said
  return { code, stdout: out, stderr: err }
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
      send: (line) => child.stdin.write(line),
      ended: async () => ({ code: (await closed)[0], ...said }),
    }
  }
  const run: CommandLine['run'] = (args, { env, input } = {}) =>
    runInProcess(args, { ...home, ...env }, input)
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
