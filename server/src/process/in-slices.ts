import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 2

/** Maps items in slices of a few milliseconds, so that other requests go on in between. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const [index, item] of items.entries()) {
    if (performance.now() > sliceEnd) {
      await setImmediate()
      sliceEnd = performance.now() + SLICE_MS
    }
    mapped.push(map(item, index))
  }
  return mapped
}
