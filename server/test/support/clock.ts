import type { TestContext } from 'node:test'

/** Stops the clock of this process until the test ends, so that no rate-limit window ends meanwhile. */
export const stopClock = ({ mock }: TestContext): void =>
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
