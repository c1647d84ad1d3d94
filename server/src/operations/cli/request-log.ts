import { setTimeout as pause } from 'node:timers/promises'
import {
  type Laurel,
  LaurelRateLimited,
  LaurelUnavailable,
  LaurelUnreachable,
  type LoggedRequest,
} from '../../../../sdk/src/index.ts'
import { withService } from './connect.ts'
import { printJson, type Run } from './output.ts'
import { interruption, styled } from './terminal.ts'

type Options = { profile?: string; limit: number; failed?: boolean; follow?: boolean; json?: boolean }

const POLL_MS = 1_000
const PAGE_SIZE = 100
/** Requests of several processes can appear out of order. */
const SEEN_MAX = 10_000
const PASSING = [LaurelRateLimited, LaurelUnavailable, LaurelUnreachable]

/** Prints the latest requests, oldest first, and then each new one. */
export async function showRequests(run: Run, options: Options): Promise<void> {
  await withService(run, options, async ({ laurel }) => {
    const seen = new Set<string>()
    const print = (requests: LoggedRequest[]) => {
      for (const request of requests.toReversed()) {
        if (options.json) printJson(run, request)
        else run.print(requestLine(run, request))
        seen.add(request.id)
      }
    }
    // Older requests that --limit leaves out are not new.
    if (options.follow)
      for (const { id } of (await laurel.requests.list(pageQuery(options))).requests) seen.add(id)
    print(await latest(laurel, options))
    if (options.follow) await follow(laurel, { ...options, seen, print })
  })
}

async function follow(
  laurel: Laurel,
  { seen, print, ...options }: Options & { seen: Set<string>; print: (requests: LoggedRequest[]) => void },
): Promise<void> {
  const signal = interruption()
  while (!signal.aborted) {
    try {
      print(await unseen(laurel, options, seen))
    } catch (error) {
      if (!PASSING.some((kind) => error instanceof kind)) throw error
    }
    for (const id of seen) {
      if (seen.size <= SEEN_MAX) break
      seen.delete(id)
    }
    await pause(POLL_MS, undefined, { signal }).catch(() => {})
  }
}

const pageQuery = ({ failed }: Options) => ({
  limit: PAGE_SIZE,
  ...(failed && { outcome: 'failed' as const }),
})

async function latest(laurel: Laurel, options: Options): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = []
  for await (const request of laurel.requests.list(pageQuery(options)))
    if (found.push(request) >= options.limit) break
  return found
}

/** Reads on until a page has a known request, since then the older ones are known too. */
async function unseen(laurel: Laurel, options: Options, seen: Set<string>): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = []
  for await (const { requests } of laurel.requests.list(pageQuery(options)).pages()) {
    const isNew = ({ id }: LoggedRequest) => !seen.has(id)
    found.push(...requests.filter(isNew))
    if (!requests.every(isNew)) break
  }
  return found
}

function requestLine(
  run: Run,
  { createdAt, method, status, durationMs, path, error, by, count }: LoggedRequest,
): string {
  const details = [path, by, error, count > 1 && `${count} requests`].filter(Boolean).join(' · ')
  const code = styled(run, colourOf(status), String(status))
  return `${createdAt}  ${code}  ${method.padEnd(6)}  ${String(durationMs).padStart(5)} ms  ${details}`
}

function colourOf(status: number) {
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
