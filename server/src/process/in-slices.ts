const SLICE_MS = 2

const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop, for one caller in each turn. Long work waits for it between its
 * slices, so that other requests wait for one slice, however much long work there is.
 */
export function nextTurn(): Promise<void> {
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
  await nextTurn()
  let sliceEnd = performance.now() + SLICE_MS
  for (const [index, item] of items.entries()) {
    if (performance.now() > sliceEnd) {
      await nextTurn()
      sliceEnd = performance.now() + SLICE_MS
    }
    mapped.push(map(item, index))
  }
  return mapped
}
