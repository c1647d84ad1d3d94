import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { LaurelError } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { withService } from './connect.ts'
import type { Run } from './output.ts'

type Target = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }
type Options = { profile?: string; data?: string; idempotencyKey?: string }

const PREFIX = '/api/v1'

/** Sends a request and prints the body of the response; returns 1 unless the status is a success. */
export async function sendRequest(
  run: Run,
  { method, path }: Target,
  { data, idempotencyKey, ...options }: Options,
): Promise<number> {
  const body = data === undefined ? undefined : await readJson(run, data)
  const sent = {
    ...(body !== undefined && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
  return withService(run, options, async ({ laurel }) => {
    try {
      const response = await laurel.raw(method, fullPath(path), sent)
      printBody(run, await response.text())
      return 0
    } catch (error) {
      if (!(error instanceof LaurelError) || error.status === 0) throw error
      printBody(run, error.body)
      return 1
    }
  })
}

/** Paths of the reference begin after the prefix. */
function fullPath(path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`
  return rooted.startsWith('/api/') || rooted.startsWith('/oauth/') ? rooted : `${PREFIX}${rooted}`
}

async function readJson(run: Run, data: string): Promise<unknown> {
  const read = async () => {
    if (data === '-') return text(run.stdin)
    return data.startsWith('@') ? readFile(data.slice(1), 'utf8') : data
  }
  const found = await read().catch((error) => {
    throw new StartProblem(`${data.slice(1)} cannot be read (${error.message}).`)
  })
  try {
    return JSON.parse(found)
  } catch (error) {
    throw new StartProblem(`The data is not JSON: ${(error as Error).message}.`)
  }
}

/** Prints the body as it came for a program, with indents for a reader. */
function printBody({ stdout, print }: Run, body: string): void {
  if (body !== '') print(stdout.isTTY ? indented(body) : body)
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
