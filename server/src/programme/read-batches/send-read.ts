import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowAnyOrigin } from '../../http/edge/cors.ts'
import { JsonText, serializeJson, writeJson } from '../../http/responses/json-text.ts'
import { invalidFields, wrong } from '../../runtime/failure.ts'
import { buildId } from '../../runtime/process/build.ts'
import type { FromMemory, PartnerReads } from './partner-reads.ts'
import type { ReadBatch } from './read-batch.ts'

export type ReadServices = { reads: PartnerReads; now: () => Date }

type Found = (Record<string, unknown> & { version?: number }) | JsonText

/** What is found, and the moment from which it is something else though nothing is written; null for none. */
export class FoundUntil {
  readonly found: Record<string, unknown>
  readonly until: Date | null

  constructor(found: Record<string, unknown>, until: Date | null) {
    this.found = found
    this.until = until
  }
}

type Options = {
  /** Makes the same of what is kept in memory. */
  fromMemory?: FromMemory<Found> | undefined
  /** How long shared caches may keep a response to a request without a token. */
  publicSeconds?: number
  /** Begins the ETag with the version of what is found. */
  hasVersion?: boolean
}

/** Sends what a read of a partner finds, or 304 when the caller has it already. */
export async function sendRead(
  { reads, now }: ReadServices,
  request: FastifyRequest,
  reply: FastifyReply,
  partnerId: string,
  read: (batch: ReadBatch) => Promise<Found | FoundUntil>,
  { fromMemory, publicSeconds = 0, hasVersion = false }: Options = {},
): Promise<FastifyReply> {
  const at = now()
  const known = etagsIn(request.headers['if-none-match'])
  const lastSeen = String(reads.lastSeenChange(partnerId))
  // If so, the number of the last change is read alone.
  const isProbablyKnown = known.some((etag) => etag.split('.').at(-2) === lastSeen)
  const findKnown = (state: string, now: Date) => known.find((each) => isCurrent(each, state, now))
  const found = await reads.read<FoundAt>(
    partnerId,
    async (batch) => {
      if (isProbablyKnown) {
        const { changeNo, now } = await batch.ledger
        if (findKnown(etagOf(request, changeNo, at), now) !== undefined) return { changeNo, now }
      }
      const found = await read(batch)
      const { changeNo, now } = await batch.ledger
      return found instanceof FoundUntil
        ? { changeNo, now, data: found.found, until: found.until }
        : { changeNo, now, data: found }
    },
    fromMemory &&
      ((values) => {
        const data = fromMemory(values)
        return data && { changeNo: values.changeNo, now: at, data }
      }),
  )
  const { changeNo, data, until } = found
  const state = etagOf(request, changeNo, at)
  const same = findKnown(state, found.now)
  const etag =
    same ??
    (hasVersion && data && 'version' in data ? `${data.version}.${state}` : `${untilMark(until)}${state}`)
  reply.headers({
    // A thing with versions can be changed with If-Match, which takes no weak ETag.
    etag: hasVersion ? `"${etag}"` : `W/"${etag}"`,
    'cache-control': request.credential ? 'private, no-cache' : cacheControlOf(publicSeconds),
    vary: [reply.getHeader('vary'), 'authorization, cookie'].filter(Boolean).join(', '),
  })
  if (request.credential?.partnerId !== partnerId) allowAnyOrigin(reply)
  if (same !== undefined || !data) return reply.code(304).send()
  const message = request.routeOptions.config.success?.message
  const envelope = { status: 'success', message, data: data instanceof JsonText ? data : writeJson(data) }
  return reply.type('application/json; charset=utf-8').send(serializeJson(envelope))
}

/** What was found, by the time of the ledger. */
type FoundAt = { changeNo: bigint; now: Date; data?: Found; until?: Date | null }

/** Begins the ETag of what a moment changes. */
const untilMark = (until: Date | null | undefined) => (until ? `t${until.getTime()}.` : '')
const UNTIL = /^t(\d+)\.$/

/** Whether an ETag is that of a state, and its moment is still to come. */
function isCurrent(etag: string, state: string, now: Date): boolean {
  if (etag === state) return true
  if (!etag.endsWith(`.${state}`)) return false
  const until = UNTIL.exec(etag.slice(0, -state.length))?.[1]
  return until === undefined || now.getTime() < Number(until)
}

/** The header of a response that everyone may see. */
export const cacheControlOf = (seconds: number): string =>
  seconds === 0 ? 'no-cache' : `public, max-age=${seconds}`

/**
 * Names what a read shows: the last change of the partner, then all else that the response depends on. What
 * the guard checks before, such as roles, needs no place in it, and neither do membership and publishing,
 * whose changes are changes of the partner.
 */
export function etagOf({ url, credential }: FastifyRequest, changeNo: bigint, now: Date): string {
  const day = now.toISOString().slice(0, 10)
  const caller = credential ? [credential.kind, credential.partnerId, credential.subject] : []
  const rest = hash('sha256', JSON.stringify([buildId(), day, url, ...caller]), 'base64url')
  return `${changeNo}.${rest.slice(0, 22)}`
}

/** The ETags in a header such as If-None-Match, without quotes and marks of weakness. */
function etagsIn(header: string | undefined): string[] {
  return (header ?? '').split(',').map((etag) => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'))
}

export const IF_MATCH_MUST = 'be an ETag of this resource, its version in quotes such as "3", or *'

/** Alone, or at the beginning of an ETag. */
const VERSION = /^(\d+)(?:\.\d+\.[\w-]+)?$/

/** The versions that If-Match names; null when any will do. Refuses a header that names something else. */
export function versionsIn(header: string | undefined): number[] | null {
  if (header === undefined || header.trim() === '*') return null
  return etagsIn(header).map((etag) => {
    const version = VERSION.exec(etag)?.[1]
    if (version === undefined) throw invalidFields([wrong('if-match', `must ${IF_MATCH_MUST}`)])
    return Number(version)
  })
}
