import { Button, Group, Stack } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LiveList } from '../event-stream/live-list.ts'
import { counted } from '../format/coins.ts'
import { ErrorAlert } from './error-alert.tsx'
import { Loaded } from './loaded.tsx'

/**
 * The rows of a cursor query, with "Show more". With `liveList`, a button shows the rows that arrived since.
 */
export function CursorList<Page, Row>({
  query,
  rowsOf,
  loading,
  empty,
  liveList,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => Row[]
  loading?: ReactNode
  empty: ReactNode
  liveList?: LiveList
  children: (rows: Row[]) => ReactNode
}) {
  const showMore = () => {
    liveList?.pause()
    void query.fetchNextPage()
  }
  return (
    <Loaded query={query} loading={loading}>
      {({ pages }) => {
        const rows = pages.flatMap(rowsOf)
        if (rows.length === 0 && !query.hasNextPage) return empty
        return (
          <Stack>
            {liveList && (liveList.newCount > 0 || liveList.mayHaveMissed) && (
              <Group justify="center" role="status">
                <Button
                  size="compact-sm"
                  leftSection={<IconArrowUp size={14} aria-hidden />}
                  onClick={liveList.showLatest}
                >
                  {newerText(liveList)}
                </Button>
              </Group>
            )}
            {children(rows)}
            {query.isError && !query.isFetching && (
              <ErrorAlert
                error={query.error}
                retry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
              />
            )}
            {query.hasNextPage && (
              <Group justify="center">
                <Button variant="default" loading={query.isFetchingNextPage} onClick={showMore}>
                  Show more
                </Button>
              </Group>
            )}
          </Stack>
        )
      }}
    </Loaded>
  )
}

const newerText = ({ mayHaveMissed, newCount, noun }: LiveList): string =>
  mayHaveMissed ? `Show the newest ${noun}s` : counted(newCount, `new ${noun}`)
