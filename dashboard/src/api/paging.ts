import { hashKey, type QueryKey } from '@tanstack/react-query'

/** What the query of a page needs: another page of the same list stands in while it is read, and never what another filter found. */
export const paged = (queryKey: QueryKey) => ({
  queryKey,
  placeholderData: <Data>(
    data: Data | undefined,
    query: { queryKey: QueryKey } | undefined,
  ): Data | undefined => (query && listOf(query.queryKey) === listOf(queryKey) ? data : undefined),
})

const listOf = (queryKey: QueryKey): string => hashKey(queryKey.map(withoutPage))

const withoutPage = (part: unknown): unknown =>
  typeof part === 'object' && part !== null ? { ...part, page: undefined } : part

/** What a query needs for a list of what happened, read from the newest back as long as there is more. */
export const furtherBack = <Page extends { next: Cursor | null }, Cursor extends string | number>(
  queryKey: readonly unknown[],
  read: (before: Cursor | undefined) => Promise<Page>,
) => ({
  queryKey,
  queryFn: ({ pageParam }: { pageParam: Cursor | undefined }) => read(pageParam),
  initialPageParam: undefined,
  getNextPageParam: ({ next }: Page) => next ?? undefined,
})
