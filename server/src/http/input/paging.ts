import { type TSchema, Type } from 'typebox'
import { invalidFields, wrong } from '../../runtime/failure.ts'
import { Nullable, Uuid, WholeNumber } from './fields.ts'

const PAGE_SIZE_DEFAULT = 10
const PAGE_SIZE_MAX = 100
/** Beyond any real page, and small enough that no offset overflows. */
const PAGE_MAX = 1_000_000_000
/** A page reads the rows before it, which a cursor skips. */
const PAGED_ROWS_MAX = 10_000
const PAGED_ROWS_TEXT = PAGED_ROWS_MAX.toLocaleString('en')

export const PageNumber = ({ description = 'From 1.' } = {}) =>
  Type.Optional(WholeNumber(1, PAGE_MAX, { default: 1, description }))

/** The page number of a list that also has a cursor. */
export const ListPageNumber = (more = '') =>
  PageNumber({
    description: `From 1. Pages beyond row ${PAGED_ROWS_TEXT} are refused; \`cursor\` goes on from there.${more}`,
  })

/** How many entries a response has; `what` begins the description. */
export const Limit = (what: string, { max, usual }: { max: number; usual: number }) =>
  Type.Optional(WholeNumber(1, max, { default: usual, description: `${what}, 1 to ${max}.` }))

export const PageSize = () =>
  Limit('How many entries a page has', { max: PAGE_SIZE_MAX, usual: PAGE_SIZE_DEFAULT })

/** Another name of the page size. */
export const PageSizeAlias = (name: string) =>
  Type.Optional(
    WholeNumber(1, PAGE_SIZE_MAX, { description: `The same as ${name}, in whose place it counts.` }),
  )

const CURSOR_MUST = 'be the `next` of an earlier response'

const Cursor = () =>
  Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,200}$',
      must: CURSOR_MUST,
      description: 'The `next` of the previous response.',
    }),
  )

/** The query of a list that is read by cursor alone, as every new one is. */
export const CursorQuery = () => Type.Object({ cursor: Cursor(), limit: PageSize() })

/** The page that a list by cursor returns. */
export const CursorPageOf = (entry: TSchema) =>
  Type.Object(
    { data: Type.Array(entry), next: Next() },
    {
      schemaName: pageName(entry),
      // An entry whose properties have the examples shows these.
      ...(exampleOf(entry) !== undefined && { examples: [{ data: [exampleOf(entry)], next: null }] }),
    },
  )

const Next = () =>
  Nullable(Type.String({ description: 'Send it as `cursor` to get the next entries; null at the end.' }))

const pageName = (entry: TSchema) => `${(entry as { schemaName?: string }).schemaName}Page`

const exampleOf = (entry: TSchema) => (entry as { examples?: unknown[] }).examples?.[0]

/** The page of a list of which one entry more than `limit` was read. */
export function cursorPage<Entry>(
  found: Entry[],
  limit: number,
  positionOf: (last: Entry) => string | number | bigint,
): { entries: Entry[]; next: string | null } {
  const entries = found.slice(0, limit)
  const hasMore = found.length > limit
  return { entries, next: hasMore ? encodeCursor(positionOf(entries.at(-1) as Entry)) : null }
}

/** Encoded, so that no client depends on what it holds. */
export const encodeCursor = (position: string | number | bigint) =>
  Buffer.from(String(position)).toString('base64url')

/** The position that a cursor names. Refuses a cursor that no response had. */
export function decodeCursor(cursor: string, isPosition: (text: string) => boolean): string {
  const position = Buffer.from(cursor, 'base64url').toString()
  if (encodeCursor(position) !== cursor || !isPosition(position))
    throw invalidFields([wrong('cursor', `must ${CURSOR_MUST}`)])
  return position
}

/** The cursor of an older list, whose `next` is the number of an entry. */
export const NumberCursor = () =>
  Type.Optional(
    WholeNumber(0, Number.MAX_SAFE_INTEGER, {
      must: CURSOR_MUST,
      description: 'The `next` of the previous response.',
    }),
  )

/** The cursor of an older list, whose `next` is the id of an entry. */
export const UuidCursor = () =>
  Type.Optional(Uuid({ must: CURSOR_MUST, description: 'The `next` of the previous response.' }))

export const PageQuery = () => Type.Object({ page: ListPageNumber(), limit: PageSize(), cursor: Cursor() })

export type Page = { number: number; size: number; offset: number }

export function pageOf(page: number | undefined, size: number | undefined): Page {
  const number = page ?? 1
  const chosen = size ?? PAGE_SIZE_DEFAULT
  return { number, size: chosen, offset: (number - 1) * chosen }
}

/** A page of a list that also has a cursor. Refuses one that would read too many rows before it. */
export function pageWithinList(page: number | undefined, size: number | undefined): Page {
  const range = pageOf(page, size)
  if (range.offset >= PAGED_ROWS_MAX)
    throw invalidFields([
      wrong(
        'page',
        `must not begin beyond row ${PAGED_ROWS_TEXT}; go on with cursor, the \`next\` of a response`,
      ),
    ])
  return range
}

/** A page of a list, which begins after the entry with a key, or after a number of rows. */
export type ListPage = Page & { after: string | null }

/** The page of a list. A cursor names the key of the last entry before it, and how many there were. */
export function pageOfList(
  { page, limit, cursor }: { page?: number; limit?: number; cursor?: string },
  isKey: (text: string) => boolean,
): ListPage {
  if (cursor === undefined) return { ...pageWithinList(page, limit), after: null }
  const position = decodeCursor(cursor, (text) => /^\d{1,12} /.test(text) && isKey(keyIn(text)))
  const { size } = pageOf(1, limit)
  const offset = Number.parseInt(position, 10)
  return { number: Math.floor(offset / size) + 1, size, offset, after: keyIn(position) }
}

const keyIn = (position: string) => position.slice(position.indexOf(' ') + 1)

export const pageLinkFields = {
  currentpage: Type.Integer(),
  nextpage: Type.Union([Type.Integer(), Type.Null()]),
  prevpage: Type.Union([Type.Integer(), Type.Null()]),
  lastpage: Type.Integer(),
}

export function pageLinks(page: Page, count: number) {
  const lastpage = Math.max(1, Math.ceil(count / page.size))
  return {
    currentpage: page.number,
    nextpage: page.number < lastpage ? page.number + 1 : null,
    prevpage: page.number > 1 ? Math.min(page.number - 1, lastpage) : null,
    lastpage,
  }
}

/**
 * The entries of a list of which one more than the page holds was read, with the links to their neighbours.
 */
export function listEntries<Entry>(
  found: Entry[],
  page: Page,
  count: number,
  keyOf: (last: Entry) => string,
): { entries: Entry[]; links: ReturnType<typeof pageLinks> & { count: number; next: string | null } } {
  const position = (last: Entry) => `${page.offset + page.size} ${keyOf(last)}`
  const { entries, next } = cursorPage(found, page.size, position)
  return { entries, links: { count, ...pageLinks(page, count), next } }
}

/** A page of entries with the links to its neighbours. */
export const PageOf = (entry: TSchema) => {
  const links = { ...pageLinks(pageOf(1, 1), 1), next: null }
  return Type.Object(
    { data: Type.Array(entry), count: Type.Integer(), ...pageLinkFields, next: Next() },
    { schemaName: pageName(entry), examples: [{ data: [exampleOf(entry)], count: 1, ...links }] },
  )
}
