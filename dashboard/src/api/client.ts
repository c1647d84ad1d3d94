import createClient from 'openapi-fetch'
import { ApiFailure, type FailureBody } from './failure.ts'
import type { paths } from './schema.d.ts'

const ATTEMPTS_MAX = 6
const FIRST_DELAY_MS = 300
const SAFE_METHODS = ['GET', 'HEAD']

/** The service's API, typed by its OpenAPI document. */
export const api = createClient<paths>({ baseUrl: '/', fetch: fetchWithRetries })

type Envelope = { data: unknown }
type ClientResult<Body extends Envelope> = { data?: Body; error?: unknown; response: Response }

/** Returns the data of a response, or throws the failure that the service sent. */
export async function dataOf<Body extends Envelope>(
  request: Promise<ClientResult<Body>>,
): Promise<Body['data']> {
  const { data, error, response } = await request
  if (data !== undefined) return data.data
  throw failureOf(error, response)
}

export function failureOf(error: unknown, response: Response): ApiFailure {
  // A proxy in front of the service may send another body, or none.
  const { message, data: detail } = (error ?? {}) as Partial<FailureBody>
  return new ApiFailure({
    status: response.status,
    code: detail?.appErrorCode ?? '',
    sentence: detail?.error ?? message ?? `The service responded with status ${response.status}.`,
    fields: detail?.fields ?? [],
    requestId: response.headers.get('x-request-id'),
  })
}

/** Retries reads, and writes with an idempotency key, while the service is unavailable. */
export async function fetchWithRetries(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === ATTEMPTS_MAX || !isRetryable(request)
    try {
      const response = await fetch(request.clone())
      if (response.status !== 503 || isLast) return response
    } catch (error) {
      if (isLast || request.signal.aborted) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY_MS * 2 ** (attempt - 1)))
  }
}

export const isRead = ({ method }: Request): boolean => SAFE_METHODS.includes(method)

const isRetryable = (request: Request) => isRead(request) || request.headers.has('Idempotency-Key')
