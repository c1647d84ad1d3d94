import type { TestContext } from 'node:test'

/** Stops the clock of this process until the test is done, so that no window of a rate limit ends meanwhile. */
export const stopClock = ({ mock }: TestContext): void =>
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
