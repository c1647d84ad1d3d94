import { type TSchema, Type } from 'typebox'
import { invalidFields, wrong } from './failure.ts'
import { Nullable, Uuid } from './fields.ts'

const PAGE_SIZE_DEFAULT = 10
const PAGE_SIZE_MAX = 100
/** Beyond any real page, and small enough that no offset overflows. */
const PAGE_MAX = 1_000_000_000

export const PageNumber = () =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_MAX,
      default: 1,
      must: `be a whole number from 1 to ${PAGE_MAX}`,
      description: 'From 1.',
    }),
  )

/** How many entries a response has; `what` begins the description. */
export const Limit = (what: string, { max, usual }: { max: number; usual: number }) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: max,
      default: usual,
      must: `be a whole number from 1 to ${max}`,
      description: `${what}, 1 to ${max}.`,
    }),
  )

export const PageSize = () =>
  Limit('How many entries a page has', { max: PAGE_SIZE_MAX, usual: PAGE_SIZE_DEFAULT })

/** Another name of the page size. */
export const PageSizeAlias = (name: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      must: `be a whole number from 1 to ${PAGE_SIZE_MAX}`,
      description: `The same as ${name}, in whose place it counts.`,
    }),
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

/** What a list by cursor returns. */
export const CursorPageOf = (entry: TSchema) =>
  Type.Object(
    { data: Type.Array(entry), next: Next() },
    { schemaName: pageName(entry), examples: [{ data: [exampleOf(entry)], next: null }] },
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
const encodeCursor = (position: string | number | bigint) =>
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
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      must: CURSOR_MUST,
      description: 'The `next` of the previous response.',
    }),
  )

/** The cursor of an older list, whose `next` is the id of an entry. */
export const UuidCursor = () =>
  Type.Optional(Uuid({ must: CURSOR_MUST, description: 'The `next` of the previous response.' }))

export const PageQuery = () => Type.Object({ page: PageNumber(), limit: PageSize(), cursor: Cursor() })

export type Page = { number: number; size: number; offset: number }

export function pageOf(page: number | undefined, size: number | undefined): Page {
  const number = page ?? 1
  const chosen = size ?? PAGE_SIZE_DEFAULT
  return { number, size: chosen, offset: (number - 1) * chosen }
}

/** The page of a list, which a cursor names by its offset. */
export function pageOfList({
  page,
  limit,
  cursor,
}: {
  page?: number
  limit?: number
  cursor?: string
}): Page {
  if (cursor === undefined) return pageOf(page, limit)
  const offset = Number(decodeCursor(cursor, (text) => /^\d{1,12}$/.test(text)))
  const { size } = pageOf(1, limit)
  return { number: Math.floor(offset / size) + 1, size, offset }
}

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

/** The links of a list: those of its pages, and the cursor of the next one. */
export const listLinks = (page: Page, count: number) => ({
  ...pageLinks(page, count),
  next: page.offset + page.size < count ? encodeCursor(page.offset + page.size) : null,
})

/** A page of entries with the links to its neighbours. */
export const PageOf = (entry: TSchema) => {
  const links = listLinks({ number: 1, size: 1, offset: 0 }, 1)
  return Type.Object(
    { data: Type.Array(entry), count: Type.Integer(), ...pageLinkFields, next: Next() },
    { schemaName: pageName(entry), examples: [{ data: [exampleOf(entry)], count: 1, ...links }] },
  )
}
