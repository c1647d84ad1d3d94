const SLICE_MS = 2
/** The most characters or bytes that one slice looks at, on a machine of any speed. */
export const WORK_PER_SLICE_MAX = 65_536
/** The most items of a list that one slice maps. */
export const ITEMS_PER_SLICE_MAX = 128

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

export type Slice = (work?: number) => Promise<void> | undefined

/**
 * Divides long work into slices of a few milliseconds: awaited before each step, it waits where a slice ends.
 * `work` is what the step looks at, in characters or bytes, whether or not anything comes of it.
 */
export function createSlices(): Slice {
  let sliceEnd = 0
  let left = 0
  const begin = async (work: number) => {
    await nextSlice()
    sliceEnd = performance.now() + SLICE_MS
    left = WORK_PER_SLICE_MAX - work
  }
  return (work = 0) => {
    left -= work
    return left < 0 || performance.now() > sliceEnd ? begin(work) : undefined
  }
}

/** Runs work on a long list, a chunk of it in each slice. */
export async function forEachChunk<T>(
  items: readonly T[],
  size: number,
  work: (chunk: readonly T[]) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    await nextSlice()
    work(items.slice(start, start + size))
  }
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
    const pause = slice(WORK_PER_SLICE_MAX / ITEMS_PER_SLICE_MAX)
    if (pause) await pause
    mapped.push(map(item, index))
  }
  return mapped
}
