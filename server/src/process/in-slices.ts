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

/** Divides long work into slices of a few milliseconds: awaited before each step, it waits where a slice ends. */
export function createSlices(): () => Promise<void> | undefined {
  let sliceEnd = 0
  const begin = async () => {
    await nextSlice()
    sliceEnd = performance.now() + SLICE_MS
  }
  return () => (performance.now() > sliceEnd ? begin() : undefined)
}

/** Maps items in slices of a few milliseconds. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = []
  const slice = createSlices()
  await slice()
  for (const [index, item] of items.entries()) {
    const pause = slice()
    if (pause) await pause
    mapped.push(map(item, index))
  }
  return mapped
}
