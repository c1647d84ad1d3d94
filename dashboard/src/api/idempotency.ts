import { useRef } from 'react'
import { once } from './client.ts'
import { ApiFailure } from './failure.ts'

type Key = ReturnType<typeof once>

/** What `useOnce` answers. */
export type SendOnce = ReturnType<typeof useOnce>

/**
 * Sends a write under a key that stays the same until its outcome is known: whoever presses again after an answer was lost gets that
 * answer, and nothing is done twice.
 */
export function useOnce() {
  const open = useRef<{ body: string; key: Key } | null>(null)
  return async <Data>(body: unknown, send: (key: Key) => Promise<Data>): Promise<Data> => {
    const text = JSON.stringify(body)
    const { key } = open.current?.body === text ? open.current : { key: once() }
    open.current = { body: text, key }
    try {
      const data = await send(key)
      open.current = null
      return data
    } catch (error) {
      if (error instanceof ApiFailure && error.status < 500) open.current = null
      throw error
    }
  }
}
