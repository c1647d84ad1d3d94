import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { invalidFields, wrong } from '../../runtime/failure.ts'
import { buildId } from '../../runtime/process/build.ts'

/**
 * Names what a read shows: the last change of the partner, then all else that the response depends on. What
 * the guard checks before, such as roles, needs no place in it, and neither do membership and publishing,
 * whose changes are changes of the partner.
 */
export function etagOf({ url, credential }: FastifyRequest, changeNo: bigint, now: Date): string {
  const month = now.toISOString().slice(0, 7)
  const caller = credential ? [credential.kind, credential.partnerId, credential.subject] : []
  const rest = hash('sha256', JSON.stringify([buildId(), month, url, ...caller]), 'base64url')
  return `${changeNo}.${rest.slice(0, 22)}`
}

/** The ETags in a header such as If-None-Match, without quotes and marks of weakness. */
export function etagsIn(header: string | undefined): string[] {
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
