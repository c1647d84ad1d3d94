/** Runs work, and counts how often the event loop came to other work meanwhile. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const turn = () => {
    turns += 1
    waiting = setImmediate(turn)
  }
  let waiting = setImmediate(turn)
  try {
    await work()
  } finally {
    clearImmediate(waiting)
  }
  return turns
}
