import type { Load } from './load.ts'
import { drive } from './load.ts'
import type { BenchService } from './service.ts'

export type Bench = {
  service: BenchService
  /** Less data and shorter runs. */
  quick: boolean
  /** The duration of one measurement. */
  seconds: number
  say(what: string): void
}

export async function measure(
  { service, seconds, say }: Bench,
  what: string,
  next: Parameters<typeof drive>[1],
  options: Partial<Parameters<typeof drive>[2]> = {},
): Promise<Load> {
  say(what)
  return drive(service.url, next, { seconds, cpu: service.cpu, ...options })
}
