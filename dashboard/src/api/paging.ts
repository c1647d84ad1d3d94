import { hashKey, type QueryKey } from '@tanstack/react-query'

/**
 * Query options for a numbered page: shows another page of the same list while loading, never the result of
 * another filter.
 */
export const pagedQuery = (queryKey: QueryKey) => ({
  queryKey,
  placeholderData: <Data>(
    data: Data | undefined,
    query: { queryKey: QueryKey } | undefined,
  ): Data | undefined => (query && listOf(query.queryKey) === listOf(queryKey) ? data : undefined),
})

const listOf = (queryKey: QueryKey): string => hashKey(queryKey.map(withoutPage))

const withoutPage = (part: unknown): unknown =>
  typeof part === 'object' && part !== null ? { ...part, page: undefined } : part

/** Infinite query options for a list that is read by cursor, newest first. */
export const cursorQuery = <Page extends { next: Cursor | null }, Cursor extends string | number>(
  queryKey: readonly unknown[],
  read: (cursor: Cursor | undefined) => PromiseLike<Page>,
) => ({
  queryKey,
  queryFn: async ({ pageParam }: { pageParam: Cursor | undefined }) => read(pageParam),
  initialPageParam: undefined,
  getNextPageParam: ({ next }: Page) => next ?? undefined,
})
