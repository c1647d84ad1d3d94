/**
 * The positions of a part of a board: equal amounts share one (1, 2, 2, 4). `first` is the position of its first entry, which may be
 * shared with entries before it; `start` is how many stand on the board up to and with that entry.
 */
export function positionsOf(
  amounts: readonly string[],
  { first, start }: { first: number; start: number },
): number[] {
  let position = first
  return amounts.map((amount, index) => {
    if (index > 0 && amount !== amounts[index - 1]) position = start + index
    return position
  })
}
