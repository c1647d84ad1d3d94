import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Laurel, TransactionType } from '../../../sdk/src/index.ts'
import { StartProblem } from '../process/start-problem.ts'
import { withService } from './connect.ts'
import { userIdOf } from './member.ts'

type Env = NodeJS.ProcessEnv
type File = string | undefined
type Options = { profile?: string; force?: boolean }
type Filters = { userId?: string; type?: TransactionType; reference?: string; from?: string; to?: string }

/** The service responds 429 while too many exports of the partner wait. */
const PATIENT = { retries: 10, timeoutMs: 600_000 }

export async function exportTransactions(
  env: Env,
  file: File,
  { profile, force = false, ...filters }: Options & Filters,
): Promise<void> {
  await exported(env, profile, async (laurel) =>
    save(file, force, bodyOf(await laurel.transactions.export(filters, PATIENT))),
  )
}

export async function exportRefused(
  env: Env,
  id: string,
  file: File,
  { profile, force = false }: Options,
): Promise<void> {
  await exported(env, profile, async (laurel) =>
    save(file, force, bodyOf(await laurel.imports.exportRefused(id, PATIENT))),
  )
}

export async function exportMember(
  env: Env,
  user: string,
  file: File,
  { profile, force = false, externalId = false }: Options & { externalId?: boolean },
): Promise<void> {
  await exported(env, profile, async (laurel) => {
    const found = await laurel.users.export(await userIdOf(laurel, user, externalId), PATIENT)
    await save(file, force, Readable.from([`${JSON.stringify(found, null, 2)}\n`]))
  })
}

const exported = (env: Env, profile: string | undefined, work: (laurel: Laurel) => Promise<void>) =>
  withService(env, profile === undefined ? {} : { profile }, ({ laurel }) => work(laurel))

function bodyOf({ body }: Response): Readable {
  return body ? Readable.fromWeb(body) : Readable.from([])
}

/** A file that could not be written to its end does not stay. */
async function save(file: File, force: boolean, content: Readable): Promise<void> {
  try {
    if (file === undefined) await pipeline(content, process.stdout, { end: false })
    else await pipeline(content, createWriteStream(file, { flags: force ? 'w' : 'wx' }))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new StartProblem(`${file} exists already; replace it with --force.`)
    if (file !== undefined) await rm(file, { force: true })
    throw new StartProblem(`The export broke off before its end (${message}). Try again.`)
  }
}
