import createClient from 'openapi-fetch'
import { carry } from './carry.ts'
import { ApiFailure } from './failure.ts'
import type { paths } from './schema.d.ts'

/** The service's API, with the types of its OpenAPI document. */
export const api = createClient<paths>({ baseUrl: '/', fetch: carry })

type Envelope = { data: unknown }
type FailureEnvelope = { message?: string; data?: { appErrorCode?: string; error?: string } }
type Answer<Body extends Envelope> = { data?: Body; error?: unknown; response: Response }

/** Takes the data out of an answer's envelope, or throws what the service said instead. */
export async function dataOf<Body extends Envelope>(answering: Promise<Answer<Body>>): Promise<Body['data']> {
  const { data, error, response } = await answering
  if (data !== undefined) return data.data
  throw failureOf(error, response)
}

/** What the service said in place of an answer. */
export function failureOf(error: unknown, response: Response): ApiFailure {
  const { message, data: detail } = (error ?? {}) as FailureEnvelope
  return new ApiFailure({
    status: response.status,
    code: detail?.appErrorCode ?? '',
    sentence: detail?.error ?? message ?? `The service answered ${response.status}.`,
    requestId: response.headers.get('x-request-id'),
  })
}

/** Makes a write safe to send again: the service does it once, however often it arrives. */
export const once = () => ({ headers: { 'Idempotency-Key': crypto.randomUUID() } })
