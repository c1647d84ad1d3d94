import { drive, type Load, type LoadOptions } from './load.ts'
import type { NextRequest } from './requests.ts'
import { type SeededPartner, type SeedOptions, seedPartners } from './seed.ts'
import type { BenchService } from './service.ts'

/** How much is measured: everything, less of it, or each part for a moment to see that it works. */
export type Mode = 'full' | 'quick' | 'smoke'

export type Bench = {
  service: BenchService
  /** The value for the mode of this run. */
  by<T>(values: Record<Mode, T>): T
  /** The duration of one measurement, and the slices that it is measured in where several alternate. */
  seconds: number
  rounds: number
  say(what: string): void
  /** Partners that parts share, seeded on first use. */
  hotPartner(): Promise<SeededPartner>
  boardPartner(options: SeedOptions): Promise<SeededPartner>
  smallPartners(): Promise<SeededPartner[]>
}

const SECONDS: Record<Mode, number> = { full: 10, quick: 1, smoke: 0.1 }
const ROUNDS: Record<Mode, number> = { full: 4, quick: 2, smoke: 1 }

export function createBench(mode: Mode, service: BenchService, say: Bench['say']): Bench {
  const by: Bench['by'] = (values) => values[mode]
  const partners = new Map<string, Promise<SeededPartner[]>>()
  const shared = (count: number, options: SeedOptions): Promise<SeededPartner[]> => {
    const key = JSON.stringify([count, options])
    const found = partners.get(key)
    if (found) return found
    say(`${count === 1 ? 'a partner' : `${count} partners`} with ${options.members} members`)
    const seeded = seedPartners(service, count, options)
    partners.set(key, seeded)
    return seeded
  }
  const one = async (options: SeedOptions) => (await shared(1, options))[0] as SeededPartner
  return {
    service,
    by,
    say,
    seconds: by(SECONDS),
    rounds: by(ROUNDS),
    hotPartner: () => one({ members: by({ full: 10_000, quick: 10_000, smoke: 1_000 }), scores: 'distinct' }),
    boardPartner: one,
    smallPartners: () =>
      shared(by({ full: 100, quick: 100, smoke: 3 }), { members: 100, scores: 'distinct' }),
  }
}

/** Drives the service for a slice of time. */
export const driving =
  ({ service }: Bench, next: NextRequest, options: LoadOptions = {}) =>
  (seconds: number): Promise<Load> =>
    drive(service.url, next, { cpu: service.cpu, ...options, seconds })
