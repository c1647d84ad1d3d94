import { type TSchema, Type } from 'typebox'

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

export const PageQuery = () => Type.Object({ page: PageNumber(), limit: PageSize() })

export type Page = { number: number; size: number; offset: number }

export function pageOf(page: number | undefined, size: number | undefined): Page {
  const number = page ?? 1
  const chosen = size ?? PAGE_SIZE_DEFAULT
  return { number, size: chosen, offset: (number - 1) * chosen }
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

/** A page of entries with the links to its neighbours. */
export const PageOf = (entry: TSchema) => {
  const example = (entry as { examples?: unknown[] }).examples?.[0]
  return Type.Object(
    { data: Type.Array(entry), count: Type.Integer(), ...pageLinkFields },
    {
      examples: [{ data: [example], count: 1, currentpage: 1, nextpage: null, prevpage: null, lastpage: 1 }],
    },
  )
}
