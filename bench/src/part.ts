import type { Load } from './load.ts'
import { drive } from './load.ts'
import type { BenchService } from './service.ts'

/** What a part of the bench works with. */
export type Bench = {
  service: BenchService
  /** On less data, and for a shorter time. */
  quick: boolean
  /** How long one measurement takes. */
  seconds: number
  say(what: string): void
}

/** Says what is measured, and drives the service with it. */
export async function measure(
  { service, seconds, say }: Bench,
  what: string,
  next: Parameters<typeof drive>[1],
  options: Partial<Parameters<typeof drive>[2]> = {},
): Promise<Load> {
  say(what)
  return drive(service.url, next, { seconds, ...options })
}
