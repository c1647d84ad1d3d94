import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 90_000

/** Looks again and again until something is so; `what` says what was waited for in vain. */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  what: string | (() => string),
): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  while (!(await isSo())) {
    assert(!patience.aborted, `waited in vain: ${typeof what === 'string' ? what : what()}`)
    await pause(20)
  }
}
