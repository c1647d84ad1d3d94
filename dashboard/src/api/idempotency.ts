import { useRef } from 'react'
import { ApiFailure } from './failure.ts'

export type IdempotencyKey = { headers: { 'Idempotency-Key': string } }

/** The function that `useIdempotentSend` returns. */
export type IdempotentSend = ReturnType<typeof useIdempotentSend>

/** Makes a write safe to repeat: the service carries it out once. */
export const idempotencyKey = (): IdempotencyKey => ({
  headers: { 'Idempotency-Key': crypto.randomUUID() },
})

/**
 * Keeps the idempotency key of a write until its outcome is known, so that sending it again after a lost
 * response has no second effect.
 */
export function useIdempotentSend() {
  const pending = useRef<{ body: string; key: IdempotencyKey } | null>(null)
  return async <Data>(body: unknown, send: (key: IdempotencyKey) => Promise<Data>): Promise<Data> => {
    const text = JSON.stringify(body)
    const { key } = pending.current?.body === text ? pending.current : { key: idempotencyKey() }
    pending.current = { body: text, key }
    try {
      const data = await send(key)
      pending.current = null
      return data
    } catch (error) {
      if (error instanceof ApiFailure && error.status < 500) pending.current = null
      throw error
    }
  }
}
