/**
 * A list of the API. Awaited, it is its first page; in `for await`, it is every entry, and further pages are
 * read when they are needed.
 */
export interface List<Entry, Page> extends PromiseLike<Page>, AsyncIterable<Entry> {
  /** Every entry, in memory. */
  all(): Promise<Entry[]>
  /** Every page in turn. */
  pages(): AsyncGenerator<Page, void>
}

type Query = Record<string, unknown>
type Links = { next?: string | number | null; nextpage?: number | null }
type Shape = { items: string; size: string; max: number }

export function createList<Entry, Page>(
  { items, size, max }: Shape,
  query: Query,
  read: (query: Query) => Promise<Page>,
): List<Entry, Page> {
  async function* pages(): AsyncGenerator<Page, void> {
    let pageQuery: Query | undefined = { [size]: max, ...query }
    while (pageQuery) {
      const page: Page = await read(pageQuery)
      yield page
      pageQuery = nextQuery(pageQuery, page as Links)
    }
  }
  async function* entries(): AsyncGenerator<Entry, void> {
    for await (const page of pages()) yield* (page as Record<string, Entry[]>)[items] ?? []
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list can be awaited.
    then: (resolve, reject) => read(query).then(resolve, reject),
    async all() {
      const all: Entry[] = []
      for await (const entry of entries()) all.push(entry)
      return all
    },
    pages,
    [Symbol.asyncIterator]: entries,
  }
}

/** A list that runs backwards goes on with `before`. The feed of events ends where `next` does not move. */
function nextQuery(query: Query, { next, nextpage }: Links): Query | undefined {
  if (next === undefined) return nextpage ? { ...query, page: nextpage } : undefined
  const name = query.before === undefined ? 'cursor' : 'before'
  const sent = query[name] ?? query.after
  if (next === null || next === sent) return undefined
  return { ...query, page: undefined, [name]: next }
}
