import { mapInSlices, nextSlice } from '../../runtime/queues/in-slices.ts'
import type { Tx } from '../../storage/database/database.ts'
import { listResponsesAbout, replaceBody } from './stored-response-store.ts'

/** A response to a bulk call has megabytes, and a user may be in thousands of them. */
const AT_ONCE = 10

/** Empties what stored responses say about a user; those of one scope, or all. */
export async function redactResponses(tx: Tx, userId: string, scopeId: string | null): Promise<void> {
  for (;;) {
    const responses = await listResponsesAbout(tx, userId, { scopeId, limit: AT_ONCE })
    for (const response of responses) {
      await nextSlice()
      const body = await withoutPersonalData(response.body, userId)
      replaceBody(tx, { ...response, body }, { without: userId })
    }
    if (responses.length < AT_ONCE) return
  }
}

/** Fields of responses that say something about a person, and what stands there once the person is erased. */
const EMPTIED: Record<string, '' | null | object> = {
  note: null,
  narration: '',
  metadata: null,
  externalId: null,
  userData: null,
  attributes: {},
  fullname: '',
  fullname_businessName: '',
  tag: '',
  email: '',
  phone: '',
  countryCode: '',
  referralCode: '',
  referred: null,
  avatar: null,
}

/**
 * Empties what JSON text says about a user: in objects with that `userId`, or with that `id` as a new account
 * has.
 */
export async function withoutPersonalData(body: string, userId: string): Promise<string> {
  const redacted = (_: string, value: unknown) => {
    if (!isObject(value) || (value.userId !== userId && value.id !== userId)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, name in EMPTIED && field ? EMPTIED[name] : field]),
    )
  }
  const data: unknown = JSON.parse(body)
  // The response to a bulk call, which has nothing else.
  if (!isObject(data) || !Array.isArray(data.results) || Object.keys(data).length > 1)
    return JSON.stringify(data, redacted)
  const results = await mapInSlices(data.results, (result) => JSON.stringify(result, redacted))
  return `{"results":[${results.join(',')}]}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
