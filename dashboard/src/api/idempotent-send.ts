import { LaurelError } from '@laurel/sdk'
import { useRef } from 'react'

type Key = { idempotencyKey: string }

/** The function that `useIdempotentSend` returns. */
export type IdempotentSend = ReturnType<typeof useIdempotentSend>

/**
 * Keeps the idempotency key of a write until its outcome is known, so that sending it again after a lost
 * response has no second effect.
 */
export function useIdempotentSend() {
  const pending = useRef<{ body: string; key: Key } | null>(null)
  return async <Data>(body: unknown, send: (key: Key) => Promise<Data>): Promise<Data> => {
    const text = JSON.stringify(body)
    const { key } =
      pending.current?.body === text ? pending.current : { key: { idempotencyKey: crypto.randomUUID() } }
    pending.current = { body: text, key }
    try {
      const data = await send(key)
      pending.current = null
      return data
    } catch (error) {
      if (isOutcomeKnown(error)) pending.current = null
      throw error
    }
  }
}

/** Refusals before any work say nothing of an earlier try whose response was lost. */
const UNDECIDED = [401, 403, 429]

const isOutcomeKnown = (error: unknown) =>
  error instanceof LaurelError && error.status > 0 && error.status < 500 && !UNDECIDED.includes(error.status)
