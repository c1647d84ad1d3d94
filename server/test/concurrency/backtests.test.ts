import { test } from 'node:test'
import { type Caller, compareBacktests } from '../support/backtest-property.ts'
import { onboardTestPartner, signIn } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'

const RUNS = Number(process.env.BACKTEST_RUNS ?? 3)
const STEPS = Number(process.env.BACKTEST_STEPS ?? 60)
const FIRST_SEED = Number(process.env.BACKTEST_SEED ?? Date.now() % 1_000_000)

/** A Tuesday in the week in which clocks change in Auckland. */
const BEGIN = new Date('2026-09-22T09:00:00.000Z')

const service = await startTestService()

for (let run = 0; run < RUNS; run += 1) {
  const seed = FIRST_SEED + run
  test(`a backtest of a rule as written decides what was decided, BACKTEST_SEED=${seed}`, async (t) => {
    service.clock.now = BEGIN
    const partner = await onboardTestPartner(service)
    let { token } = partner
    const caller: Caller = {
      get: (path) => service.get(path, token),
      send: (method, path, body) => service.request(method, path, { token, body }),
      now: () => service.clock.now as Date,
      async advance(ms) {
        service.clock.now = new Date(caller.now().getTime() + ms)
        const signedIn = await signIn(service, partner.email)
        token = signedIn.token
      },
    }
    const { activities, outcomes } = await compareBacktests(caller, { seed, steps: STEPS })
    t.diagnostic(`seed ${seed}: ${activities} activities, ${[...outcomes].sort().join(', ')}`)
  })
}
