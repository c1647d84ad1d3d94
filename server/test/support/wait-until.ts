import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Only guards against hanging: no test may depend on how fast the machine is. */
const WAIT_MS_MAX = 600_000

/** Polls until something holds; `what` describes it in the failure. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
): Promise<void> {
  const limit = AbortSignal.timeout(WAIT_MS_MAX)
  while (!(await holds())) {
    assert(!limit.aborted, `timed out waiting for: ${typeof what === 'string' ? what : what()}`)
    await pause(20)
  }
}
