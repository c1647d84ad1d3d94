import { Failure, invalid } from '../../runtime/failure.ts'
import { nextSlice } from '../../runtime/queues/in-slices.ts'

/** Larger bodies are parsed in slices of about this size. */
export const SLICE_BYTES = 65_536
const ELEMENT_BYTES_MAX = SLICE_BYTES
/** The longest list of any request. Validation refuses a longer one, so its other elements are not parsed. */
export const LIST_MAX = 1_000
/** What is beside the lists is parsed in one go. Long strings take little time, many values much. */
const REST_BYTES_MAX = 1_048_576
const REST_VALUES_MAX = 10_000

const code = (character: string) => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA] = [code('"'), code('\\'), code(',')]
const [LIST_START, LIST_END, OBJECT_START, OBJECT_END] = [code('['), code(']'), code('{'), code('}')]

const tooLarge = (detail: string) => new Failure('tooLarge', detail)

/**
 * Parses JSON as `parse` does, but lets other requests go on in between: the lists of the outermost object
 * are parsed slice by slice, then the rest with the number of each list in its place.
 */
export async function parseInSlices(body: Buffer, parse: (text: string) => unknown): Promise<unknown> {
  if (!/^\s*\{/.test(body.toString('latin1', 0, SLICE_BYTES)))
    throw invalid('The body must be one JSON object.')
  await nextSlice()
  const lists: unknown[][] = []
  let list: unknown[] | undefined
  let rest = ''
  let restBytes = 0
  let restValues = 0
  /** Where the part starts that is neither in a list nor in the rest yet. */
  let from = 0
  let elementFrom = 0
  let depth = 0
  let sliceEnd = SLICE_BYTES

  const takeRest = (to: number) => {
    restBytes += to - from
    if (restBytes > REST_BYTES_MAX || restValues > REST_VALUES_MAX)
      throw tooLarge('The body has too much beside its lists; send less.')
    rest += body.toString('utf8', from, to)
    from = to
  }
  const takeElements = (into: unknown[], to: number) => {
    if (into.length <= LIST_MAX) {
      // Every slice but the first starts with a comma, which needs an element before it.
      const isNext = into.length > 0
      const elements = parse(`[${isNext ? '0' : ''}${body.toString('utf8', from, to)}]`) as unknown[]
      for (const element of isNext ? elements.slice(1) : elements) into.push(element)
    }
    from = to
  }
  const endElement = (at: number) => {
    if (at - elementFrom > ELEMENT_BYTES_MAX)
      throw tooLarge(`An element of a list is larger than ${ELEMENT_BYTES_MAX / 1024} kB; send less.`)
    elementFrom = at + 1
  }

  for (let at = 0; at < body.length; at += 1) {
    if (at >= sliceEnd) {
      await nextSlice()
      sliceEnd = at + SLICE_BYTES
    }
    const byte = body[at]
    if (byte === QUOTE) {
      at = stringEnd(body, at + 1, sliceEnd)
      while (at === sliceEnd && at < body.length) {
        await nextSlice()
        sliceEnd = at + SLICE_BYTES
        at = stringEnd(body, at, sliceEnd)
      }
    } else if (byte === LIST_START || byte === OBJECT_START) {
      depth += 1
      if (!list) restValues += 1
      if (depth === 2 && byte === LIST_START) {
        takeRest(at + 1)
        rest += lists.length
        list = []
        lists.push(list)
        elementFrom = at + 1
      }
    } else if (byte === LIST_END || byte === OBJECT_END) {
      if (depth === 2 && list) {
        endElement(at)
        takeElements(list, at)
        list = undefined
      }
      depth -= 1
    } else if (byte === COMMA) {
      if (!list) restValues += 1
      else if (depth === 2) {
        endElement(at)
        if (at - from >= SLICE_BYTES) takeElements(list, at)
      }
    }
  }
  takeRest(body.length)
  return withLists(parse(rest) as Record<string, unknown>, lists)
}

/** Where a string ends, at the next quote without a backslash of its own; `to` when it goes on behind that. */
function stringEnd(body: Buffer, from: number, to: number): number {
  const slice = body.subarray(0, to)
  for (let at = slice.indexOf(QUOTE, from); at >= 0; at = slice.indexOf(QUOTE, at + 1)) {
    let backslashes = 0
    while (slice[at - 1 - backslashes] === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  return slice.length
}

function withLists(fields: Record<string, unknown>, lists: unknown[][]): Record<string, unknown> {
  for (const [name, field] of Object.entries(fields))
    if (Array.isArray(field)) fields[name] = lists[field[0] as number]
  return fields
}
