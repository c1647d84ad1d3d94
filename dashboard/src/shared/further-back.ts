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
