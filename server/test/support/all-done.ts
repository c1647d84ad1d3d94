/** Lets every operation end, also after one has failed, because the next run moves the clock. */
export async function allDone(work: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
