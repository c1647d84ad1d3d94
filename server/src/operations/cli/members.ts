import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportRefusal, Laurel } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { userIdOf, withService } from './connect.ts'
import { type Print, printer, printJson, type Run } from './output.ts'
import { confirmed } from './terminal.ts'

type ImportOptions = { profile?: string; json?: boolean; format?: 'csv' | 'ndjson' }

const POLL_MS = 500

/** Imports a file, and waits until all lines are worked off; returns 1 if lines were refused. */
export async function importMembers(
  run: Run,
  file: string,
  { format, ...options }: ImportOptions,
): Promise<number> {
  const print = printer(run, options.json)
  const source = file === '-' ? run.stdin : await openFile(file)
  return withService(run, options, async ({ laurel }) => {
    const received = await laurel.imports.create(source, format && { format })
    const done = await untilDone(laurel, received, run.printError)
    if (done.status === 'cancelled')
      throw new StartProblem(`The import was cancelled after ${done.done} of ${done.lines} lines.`)
    print(`Imported ${done.created} members; ${done.refused} of ${done.lines} lines were refused.`)
    const refused: ImportRefusal[] = []
    for await (const refusal of laurel.imports.refused(done.id)) {
      if (options.json) refused.push(refusal)
      else print(refusalLine(refusal))
    }
    if (options.json) printJson(run, { import: done, refused })
    return done.refused > 0 ? 1 : 0
  })
}

async function openFile(file: string) {
  const handle = await open(file).catch((error) => {
    throw new StartProblem(`${file} cannot be read (${error.message}).`)
  })
  return handle.createReadStream()
}

async function untilDone(laurel: Laurel, received: Import, print: Print): Promise<Import> {
  let found = received
  for (let last = ''; found.status === 'running'; found = await laurel.imports.read(found.id)) {
    const progress = `${found.percent} %: ${found.done} of ${found.lines} lines`
    if (progress !== last) print(progress)
    last = progress
    await pause(POLL_MS)
  }
  return found
}

const refusalLine = ({ line, externalId, problem }: ImportRefusal) =>
  `line ${line}${externalId === null ? '' : ` (${externalId})`}: ${problem}`

type EraseOptions = {
  profile?: string
  json?: boolean
  externalId?: boolean
  forfeit?: boolean
  yes?: boolean
}

/** Erases the personal data of a user, after a confirmation. */
export async function eraseMember(run: Run, user: string, options: EraseOptions): Promise<void> {
  const { externalId = false, forfeit = false, yes = false, json = false } = options
  await withService(run, options, async ({ laurel }) => {
    const userId = await userIdOf(laurel, user, externalId)
    if (!yes && !(await confirmed(run, await questionAbout(laurel, userId))))
      throw new StartProblem('Nothing was erased. Answer y, or give --yes.')
    const erasure = await laurel.users.erase(userId, { forfeit })
    if (json) printJson(run, erasure)
    else run.print(`Erased ${erasure.userId}; ${erasure.forfeited} coins went back to you.`)
  })
}

async function questionAbout(laurel: Laurel, userId: string): Promise<string> {
  const { userData, externalId, wallet } = await laurel.users.read(userId)
  const names = [userData?.fullname, externalId, userId].filter(Boolean).join(', ')
  return `Erase ${names} with ${wallet.coins} coins? This cannot be undone. [y/N] `
}
