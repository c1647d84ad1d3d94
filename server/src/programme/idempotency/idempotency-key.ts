import { hash as hashOf } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { invalid } from '../../runtime/failure.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'

/** A request that its caller may retry: its key, and a hash that tells a retry from another request. */
export type KeyedRequest = {
  /** The key as `storedKey` makes it. */
  key: string
  hash: Buffer
  /** The key of the bulk request that this is an item of. Once that has its response, no item is decided. */
  within?: string
}

/** Something with the key of the request that caused it, if it had one. */
export type Keyed<T> = T & { keyed: KeyedRequest | null }

const HASH_BYTES = 16
const DEPTH_MAX = 64
const UNHASHED_FIELDS = new Set(['password', 'confirmPassword'])

/** The Idempotency-Key of a request, or null when it has none. `input` tells the request from another. */
export function keyOf(
  request: FastifyRequest,
  encryption: Encryption,
  input: unknown = request.body,
): KeyedRequest | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return null
  return {
    key: storedKey(key),
    hash: requestHash(encryption, endpointOf(request), input),
  }
}

/** Like `keyOf`, for a body with a long list: other requests go on while its elements are hashed. */
export async function keyOfList(
  request: FastifyRequest,
  encryption: Encryption,
  list: unknown[],
): Promise<KeyedRequest | null> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return null
  // The secret key is not needed: only the hash of the whole is stored.
  const hashes = await mapInSlices(list, (element) => hashOf('sha256', canonical(element)))
  return {
    key: storedKey(key),
    hash: requestHash(encryption, endpointOf(request), hashOf('sha256', hashes.join(''))),
  }
}

/**
 * A key is stored and compared as the first half of its SHA-256: 16 bytes in row and index however long it
 * is, and nothing that a partner puts into its keys is readable in the database.
 */
export const storedKey = (key: string): string => uuidOf(hashOf('sha256', key))

const uuidOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`

const endpointOf = (request: FastifyRequest) => `${request.method} ${request.url.split('?')[0]}`

/**
 * Equal for equal requests, in whatever order their fields are. The password of the body is left out, and so
 * is a field of the body that is null; below that, null may mean something.
 */
export function requestHash(encryption: Encryption, endpoint: string, body: unknown): Buffer {
  return encryption.keyedHash('request', `${endpoint} ${canonical(body)}`).subarray(0, HASH_BYTES)
}

/**
 * The scope of keys that are sent without a token: the endpoint, and whom the request is about. A UUID of
 * version 8, so never the id of a partner, which has version 7.
 */
export function scopeWithoutToken(encryption: Encryption, endpoint: string, about: string): string {
  const bytes = encryption.keyedHash(endpoint, about)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidOf(bytes.toString('hex'))
}

export function markReplay(reply: FastifyReply, isReplay: boolean): void {
  if (isReplay) reply.header('idempotency-replayed', 'true')
}

/** Sets status and headers of a response that is new or a replay, and returns its data. */
export function sendOnce<T>(
  reply: FastifyReply,
  { status, data, isReplay }: { status: number; data: T; isReplay: boolean },
): T {
  markReplay(reply, isReplay)
  reply.code(status)
  return data
}

function canonical(value: unknown, depth = 0): string {
  if (depth > DEPTH_MAX)
    throw invalid(`The body is nested more than ${DEPTH_MAX} levels deep; send a flatter one.`)
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let fields = ''
  for (const name of Object.keys(value).sort((left, right) => (left < right ? -1 : 1))) {
    const field = (value as Record<string, unknown>)[name]
    if (field === undefined || (depth === 0 && (field === null || UNHASHED_FIELDS.has(name)))) continue
    fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${canonical(field, depth + 1)}`
  }
  return `{${fields}}`
}
