/** The elements that a list of properties counts; a longer one fails its evaluation. */
const ELEMENTS = 200

/** About 43,000 of the 50,000 steps that an expression may take. Reads the member, and so within the batch, if asked. */
export function expensiveCondition({ readsMember = false } = {}): string {
  const numbers = Array.from({ length: 50 }, (_, index) => -1 - index)
  const loops = `[${numbers}].all(x, properties.items.all(i, i != x))`
  return readsMember ? `${loops} && member.points >= 0` : loops
}

/** Makes such a condition true after all of its steps. */
export const expensiveItems = (count = ELEMENTS): number[] =>
  Array.from({ length: count }, (_, index) => index)
