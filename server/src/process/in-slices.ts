const SLICE_MS = 2

const waiting: (() => void)[] = []

/**
 * Resolves when the next slice of long work may run: one in each iteration of the event loop, so that other
 * requests wait for one slice, however much long work there is.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(release)
  })
}

function release(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(release)
}

/** Maps items in slices of a few milliseconds. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = []
  await nextSlice()
  let sliceEnd = performance.now() + SLICE_MS
  for (const [index, item] of items.entries()) {
    if (performance.now() > sliceEnd) {
      await nextSlice()
      sliceEnd = performance.now() + SLICE_MS
    }
    mapped.push(map(item, index))
  }
  return mapped
}
