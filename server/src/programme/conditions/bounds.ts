import { WEIGHT_PER_STEP } from './value.ts'

/**
 * What an expression can come to at most. Entry j holds for all of its values together while the first j
 * enclosing loops stand still, so the last entry is one value. The elements of a list weigh no more than the
 * list: a loop in a loop over `properties.items` sees no more than all properties hold.
 */
export type Bound = {
  /** Characters as in JSON, or more. */
  weight: Entries
  /** Elements of lists. */
  elements: Entries
}
type Entries = readonly number[]

/** How often an expression is evaluated, entry by entry. */
export type Visits = Entries

/** The elements that a list of the input counts as. */
const LIST_ELEMENTS = 200
export const PROPERTIES_WEIGHT = 8_192
export const ATTRIBUTES_MAX = 30
/** Attributes with values of 200 characters, and their names. */
export const ATTRIBUTES_WEIGHT = 8_192

export const NO_LOOP: Visits = [1]

const least = (a: Entries, b: Entries): Entries =>
  a.map((entry, index) => Math.min(entry, b[index] as number))
const sum = (a: Entries, b: Entries): Entries => a.map((entry, index) => entry + (b[index] as number))
const times = (entries: Entries, factor: number): Entries => entries.map((entry) => entry * factor)

/** Values that are neither text nor list. */
export const atom = (visits: Visits): Bound => ({ weight: visits, elements: times(visits, 0) })

export const text = (visits: Visits, length: number): Bound => ({
  weight: times(visits, length + 2),
  elements: times(visits, 0),
})

/** A value of the input. */
export const input = (weight: number): Bound => part({ weight: [weight], elements: [0] }, NO_LOOP)

/** A value inside another, by a name or an index. */
export function part({ weight }: Bound, visits: Visits): Bound {
  return { weight, elements: least(elementsWithin(weight), times(visits, LIST_ELEMENTS)) }
}

/** The element at which a loop over a list is. */
export function element({ weight }: Bound): Bound {
  const all = [...weight, weight.at(-1) as number]
  return { weight: all, elements: elementsWithin(all) }
}

/** Each element takes a character and a comma. */
const elementsWithin = (weight: Entries): Entries => weight.map((entry) => Math.floor(entry / 2))

/** The body of a loop is evaluated for each element. */
export const visitsOf = ({ elements }: Bound): Visits => [...elements, 1]

/** The same value, used inside further loops. */
export function inside({ weight, elements }: Bound, visits: Visits): Bound {
  return { weight: spread(weight, visits), elements: spread(elements, visits) }
}

function spread(entries: Entries, visits: Visits): Entries {
  const depth = entries.length - 1
  const one = entries[depth] as number
  const visitsInside = visits[depth] as number
  return visits.map((count, index) =>
    index < depth ? Math.min((entries[index] as number) * visitsInside, one * count) : one * count,
  )
}

export const both = (a: Bound, b: Bound): Bound => ({
  weight: sum(a.weight, b.weight),
  elements: sum(a.elements, b.elements),
})

/** One of two values, which can be another one at each visit. */
export function either(a: Bound, b: Bound, visits: Visits): Bound {
  return { weight: oneOf(a.weight, b.weight, visits), elements: oneOf(a.elements, b.elements, visits) }
}

function oneOf(a: Entries, b: Entries, visits: Visits): Entries {
  const one = Math.max(a.at(-1) as number, b.at(-1) as number)
  return sum(a, b).map((entry, index) => Math.min(entry, one * (visits[index] as number)))
}

export const smaller = (a: Bound, b: Bound): Bound => ({
  weight: least(a.weight, b.weight),
  elements: least(a.elements, b.elements),
})

/** A list of what the body of a loop comes to. */
export function mapped(list: Bound, body: Bound, visits: Visits): Bound {
  const elements = list.elements
  const bodies = body.weight.slice(0, -1)
  return { weight: sum(sum(bodies, elements), times(visits, 2)), elements }
}

/** A list or a map of a literal. */
export function collection(parts: readonly Bound[], visits: Visits): Bound {
  const start: Bound = { weight: times(visits, 2), elements: times(visits, 0) }
  return parts.reduce(
    (whole, { weight }) => ({
      weight: sum(sum(whole.weight, weight), visits),
      elements: sum(whole.elements, visits),
    }),
    start,
  )
}

/** The steps of looking through all values of an expression. */
export const stepsThrough = ({ weight }: Bound): number => (weight[0] as number) / WEIGHT_PER_STEP

export const longer = ({ weight, elements }: Bound, visits: Visits, length: number): Bound => ({
  weight: sum(weight, times(visits, length)),
  elements,
})

export const share = ({ weight, elements }: Bound, factor: number): Bound => ({
  weight: times(weight, factor),
  elements,
})
