const PREFIX_LENGTH_MIN = 3

/** The known names, those most like the given one first. */
export const byNearness = (input: string, known: readonly string[]): string[] =>
  known
    .map((name) => ({ name, distance: distanceOf(plain(input), plain(name)) }))
    .toSorted((left, right) => left.distance - right.distance)
    .map(({ name }) => name)

/** The known name that was probably meant; undefined when none is like the given one. */
export function nearestName(input: string, known: readonly string[]): string | undefined {
  const [nearest] = byNearness(input, known)
  return nearest !== undefined && distanceOf(plain(input), plain(nearest)) < FAR ? nearest : undefined
}

const FAR = 1_000

/** Drops what differs between ways to write names: coinValue, CoinValue, coin_value. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** A name that begins like the other is nearer than any with typing errors. */
function distanceOf(input: string, known: string): number {
  if (input === known) return 0
  const [short, long] = input.length < known.length ? [input, known] : [known, input]
  const gap = long.length - short.length
  if (short.length >= PREFIX_LENGTH_MIN && long.startsWith(short)) return gap / FAR
  const max = Math.max(1, Math.floor(known.length / 3))
  // Comparing costs the product of the lengths, and the client chooses one of them.
  const edits = gap > max ? FAR : countEdits(input, known)
  return edits > max ? FAR : edits
}

/** How many letters must be inserted, removed, replaced or swapped with their neighbour. */
function countEdits(left: string, right: string): number {
  let older: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current[column] = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (older[column - 2] as number) + 1 : FAR,
      )
    }
    older = above
    above = current
  }
  return above[right.length] as number
}
