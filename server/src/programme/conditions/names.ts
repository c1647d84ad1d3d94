import { ATTRIBUTES_WEIGHT, PROPERTIES_WEIGHT } from './bounds.ts'
import type { ConditionInput } from './evaluate.ts'
import { timestampOf } from './times.ts'
import type { Kind, Value } from './value.ts'

/** A value that expressions see. */
export type Variable = {
  kinds: readonly Kind[]
  /** The most characters that it takes as JSON. */
  weight: number
  /** Undefined if the input lacks it. */
  read: (input: ConditionInput) => Value | undefined
}

/** A name that stands for a value, or for the fields that it has. */
export type Name = Variable | { fields: Readonly<Record<string, Variable>> }
export type Names = Readonly<Record<string, Name>>

const REFERENCE_WEIGHT = 1_000

/** Hundredths, which expressions see as what people read. */
const amount = (read: (input: ConditionInput) => bigint | undefined): Variable => ({
  kinds: ['a number'],
  weight: 1,
  read: (input) => {
    const hundredths = read(input)
    return hundredths === undefined ? undefined : Number(hundredths) / 100
  },
})

const time = (read: (input: ConditionInput) => Date | undefined): Variable => ({
  kinds: ['a time'],
  weight: 1,
  read: (input) => {
    const date = read(input)
    return date && timestampOf(date)
  },
})

/** The names of expressions. */
export const NAMES: Names = {
  properties: {
    kinds: ['a map'],
    weight: PROPERTIES_WEIGHT,
    read: ({ properties }) => properties,
  },
  activity: {
    fields: {
      type: { kinds: ['text'], weight: REFERENCE_WEIGHT, read: ({ activity }) => activity.type },
      reference: {
        kinds: ['text', 'null'],
        weight: REFERENCE_WEIGHT,
        read: ({ activity }) => activity.reference,
      },
      occurredAt: time(({ activity }) => activity.occurredAt),
    },
  },
  member: {
    fields: {
      externalId: {
        kinds: ['text', 'null'],
        weight: REFERENCE_WEIGHT,
        read: ({ member }) => member?.externalId,
      },
      joinedAt: time(({ member }) => member?.joinedAt),
      points: amount(({ member }) => member?.points),
      balance: amount(({ member }) => member?.balance),
      attributes: {
        kinds: ['a map'],
        weight: ATTRIBUTES_WEIGHT,
        read: ({ member }) => member?.attributes,
      },
    },
  },
  now: time(({ now }) => now ?? undefined),
}


/** The question that follows an unknown name: the nearest one, or a property. */
export function didYouMean(name: string, names: Names): string {
  const paths = Object.entries(names).flatMap(([known, value]) =>
    'fields' in value ? Object.keys(value.fields).map((field) => `${known}.${field}`) : [known],
  )
  const path = nearest(name, paths, lastPart) ?? nearest(name, Object.keys(names))
  if (path) return `; did you mean ${path}?`
  return 'properties' in names ? `; did you mean properties.${name}?` : ''
}

/** The question that follows an unknown field or function; nothing if none is near. */
export function didYouMeanOneOf(name: string, known: readonly string[], ending = ''): string {
  const found = nearest(name, known)
  return found ? `; did you mean ${found}${ending}?` : ''
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('.') + 1)

function nearest(name: string, known: readonly string[], part = (path: string) => path): string | undefined {
  const near = known
    .map((path) => ({ path, distance: distance(name.toLowerCase(), part(path).toLowerCase()) }))
    .filter(({ path, distance }) => distance <= Math.min(2, Math.floor(part(path).length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.path
}

/** How many characters must be added, left out or replaced. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, character] of [...a].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= b.length; at++) {
      const replaced = (row[at - 1] as number) + (character === b[at - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[at] as number) + 1, (next[at - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
