import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportRefusal, Laurel } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { withService } from './connect.ts'
import { printer, printJson } from './output.ts'

type Options = { profile?: string; json?: boolean; format?: 'csv' | 'ndjson' }

const POLL_MS = 500

/** Imports a file, and waits until all lines are worked off; returns 1 if lines were refused. */
export async function importMembers(
  env: NodeJS.ProcessEnv,
  file: string,
  { format, ...options }: Options,
): Promise<number> {
  const print = printer(options.json ?? false)
  const source = file === '-' ? process.stdin : await openFile(file)
  return withService(env, options, async ({ laurel }) => {
    const received = await laurel.imports.create(source, format && { format })
    const done = await untilDone(laurel, received)
    if (done.status === 'cancelled')
      throw new StartProblem(`The import was cancelled after ${done.done} of ${done.lines} lines.`)
    print(`Imported ${done.created} members; ${done.refused} of ${done.lines} lines were refused.`)
    const refused: ImportRefusal[] = []
    for await (const refusal of laurel.imports.refused(done.id)) {
      if (options.json) refused.push(refusal)
      else print(refusalLine(refusal))
    }
    if (options.json) printJson({ import: done, refused })
    return done.refused > 0 ? 1 : 0
  })
}

async function openFile(file: string) {
  const handle = await open(file).catch((error) => {
    throw new StartProblem(`${file} cannot be read (${error.message}).`)
  })
  return handle.createReadStream()
}

/** Progress goes to standard error. */
async function untilDone(laurel: Laurel, received: Import): Promise<Import> {
  let found = received
  for (let last = ''; found.status === 'running'; found = await laurel.imports.read(found.id)) {
    const progress = `${found.percent} %: ${found.done} of ${found.lines} lines`
    if (progress !== last) console.error(progress)
    last = progress
    await pause(POLL_MS)
  }
  return found
}

const refusalLine = ({ line, externalId, problem }: ImportRefusal) =>
  `line ${line}${externalId === null ? '' : ` (${externalId})`}: ${problem}`
