import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Laurel, LaurelError, type TransactionType } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { userIdOf, withService } from './connect.ts'
import type { Run } from './output.ts'
import { savePrivateFile } from './private-file.ts'

type File = string | undefined
type Options = { profile?: string; force?: boolean }
type Filters = { userId?: string; type?: TransactionType; reference?: string; from?: string; to?: string }

/** The service responds 429 while too many exports of the partner wait. */
const PATIENT = { retries: 10, timeoutMs: 600_000 }

export async function exportTransactions(
  run: Run,
  file: File,
  { profile, force = false, ...filters }: Options & Filters,
): Promise<void> {
  await exported(run, profile, async (laurel) =>
    save(run, file, force, async () => bodyOf(await laurel.transactions.export(filters, PATIENT))),
  )
}

export async function exportRefused(
  run: Run,
  id: string,
  file: File,
  { profile, force = false }: Options,
): Promise<void> {
  await exported(run, profile, async (laurel) =>
    save(run, file, force, async () => bodyOf(await laurel.imports.exportRefused(id, PATIENT))),
  )
}

export async function exportMember(
  run: Run,
  user: string,
  file: File,
  { profile, force = false, externalId = false }: Options & { externalId?: boolean },
): Promise<void> {
  await exported(run, profile, (laurel) =>
    save(run, file, force, async () => {
      const found = await laurel.users.export(await userIdOf(laurel, user, externalId), PATIENT)
      return Readable.from([`${JSON.stringify(found, null, 2)}\n`])
    }),
  )
}

const exported = (run: Run, profile: string | undefined, work: (laurel: Laurel) => Promise<void>) =>
  withService(run, profile === undefined ? {} : { profile }, ({ laurel }) => work(laurel))

function bodyOf({ body }: Response): Readable {
  return body ? Readable.fromWeb(body) : Readable.from([])
}

async function save(
  { stdout }: Run,
  file: File,
  force: boolean,
  read: () => Promise<Readable>,
): Promise<void> {
  const isSpecial = file !== undefined && (await isSpecialFile(file, force))
  try {
    if (file === undefined) await pipeline(await read(), stdout, { end: false })
    else if (isSpecial) await pipeline(await read(), createWriteStream(file))
    else await savePrivateFile(file, read)
  } catch (error) {
    if (error instanceof LaurelError || error instanceof StartProblem) throw error
    const { code, message, path } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new StartProblem(
        `${path} exists already, from an export that still runs or was killed; remove it and try again.`,
      )
    if (path !== undefined) throw new StartProblem(`${file} cannot be written (${message}).`)
    throw new StartProblem(`The export broke off before its end (${message}). Try again.`)
  }
}

/** Whether it is a device or a pipe, which is written to and not replaced. */
async function isSpecialFile(file: string, force: boolean): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new StartProblem(`${file} is a folder; name a file in it.`)
  if (found && !force) throw new StartProblem(`${file} exists already; replace it with --force.`)
  return found !== undefined && !found.isFile()
}
