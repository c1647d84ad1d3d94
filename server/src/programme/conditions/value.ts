/** The kinds of values, as messages name them. */
export const KINDS = [
  'null',
  'true or false',
  'text',
  'a whole number',
  'a number',
  'a time',
  'a duration',
  'a list',
  'a map',
] as const
export type Kind = (typeof KINDS)[number]

export class Timestamp {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

export class Duration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

export type MapKey = string | bigint | boolean
type JsonObject = Readonly<Record<string, unknown>>

/** A map of a literal, or an object of the input. */
type MapValue = ReadonlyMap<MapKey, Value> | JsonObject

export type Value =
  | null
  | boolean
  | string
  | bigint
  | number
  | Timestamp
  | Duration
  | readonly Value[]
  | MapValue

/** Why there is no value. The sentence is made when it is read, because loops can fail at each element. */
export class Failed {
  readonly describe: () => string

  constructor(describe: () => string) {
    this.describe = describe
  }
}

/** How many characters or elements a function may look at for one step. */
export const WEIGHT_PER_STEP = 8

/** The state of one evaluation. */
export type Scope<Input> = {
  input: Input
  /** The elements at which the enclosing loops are. */
  locals: Value[]
  steps: number
  /** The names in each object, which an evaluation lists once. */
  names: Map<JsonObject, readonly string[]>
}

type Steps = Pick<Scope<never>, 'steps' | 'names'>

export function spend(scope: Steps, weight: number) {
  scope.steps += weight / WEIGHT_PER_STEP
}

export function kindOf(value: Value): Kind {
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'a number'
    case 'bigint':
      return 'a whole number'
    case 'boolean':
      return 'true or false'
    default:
      if (value === null) return 'null'
      if (Array.isArray(value)) return 'a list'
      if (value instanceof Timestamp) return 'a time'
      return value instanceof Duration ? 'a duration' : 'a map'
  }
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

export const isMap = (value: Value): value is MapValue => kindOf(value) === 'a map'

/** The key of a map that a value stands for; undefined if it cannot be one. Equal numbers are one key. */
export function keyOf(value: Value): MapKey | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean'
    ? value
    : undefined
}

/** The value of a key; undefined if there is none. Inherited properties of objects are none. */
export function entryOf(map: MapValue, key: MapKey): Value | undefined {
  if (map instanceof Map) return map.get(key)
  if (typeof key !== 'string' || !Object.hasOwn(map, key)) return undefined
  return (map as Record<string, Value>)[key]
}

export function keysOf(scope: Steps, map: MapValue): readonly MapKey[] {
  if (map instanceof Map) return [...map.keys()]
  const object = map as JsonObject
  const known = scope.names.get(object)
  if (known) return known
  const names = Object.keys(object)
  spend(scope, names.length)
  scope.names.set(object, names)
  return names
}

const sizeOf = (scope: Steps, map: MapValue) => (map instanceof Map ? map.size : keysOf(scope, map).length)

/** Whether two values are equal. It looks at no more than the smaller of them. */
export function isEqual(scope: Steps, left: Value, right: Value): boolean {
  spend(scope, 1)
  if (typeof left === 'string') {
    if (typeof right !== 'string' || left.length !== right.length) return false
    spend(scope, left.length)
    return left === right
  }
  if (isNumber(left)) return isNumber(right) && left <= right && left >= right
  if (isList(left)) {
    if (!isList(right) || left.length !== right.length) return false
    return left.every((element, index) => isEqual(scope, element, right[index] as Value))
  }
  if (left instanceof Timestamp) return right instanceof Timestamp && left.nanos === right.nanos
  if (left instanceof Duration) return right instanceof Duration && left.nanos === right.nanos
  if (!isMap(left)) return left === right
  if (!isMap(right) || sizeOf(scope, left) !== sizeOf(scope, right)) return false
  return keysOf(scope, left).every((key) => {
    const other = entryOf(right, key)
    return other !== undefined && isEqual(scope, entryOf(left, key) as Value, other)
  })
}

export const isNumber = (value: Value): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Below, at or above 0, as `left` comes before, with or after `right`; undefined if they have no order. */
export function compare(scope: Steps, left: Value, right: Value): number | undefined {
  if (isNumber(left)) return isNumber(right) ? order(left, right) : undefined
  if (typeof left === 'string') {
    if (typeof right !== 'string') return undefined
    spend(scope, Math.min(left.length, right.length))
    return order(left, right)
  }
  if (typeof left === 'boolean') return typeof right === 'boolean' ? Number(left) - Number(right) : undefined
  if (left instanceof Timestamp)
    return right instanceof Timestamp ? order(left.nanos, right.nanos) : undefined
  if (left instanceof Duration) return right instanceof Duration ? order(left.nanos, right.nanos) : undefined
  return undefined
}

function order<T extends string | number | bigint>(left: T, right: T): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}
