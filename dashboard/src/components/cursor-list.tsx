import { Button, Group, Stack } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Following } from '../event-stream/live-list.ts'
import { counted } from '../format/coins.ts'
import { Failed } from './error-alert.tsx'
import { Loaded } from './loaded.tsx'

/** The rows of a query that is read further back as long as there is more. With `following`, a button leads to those that came since. */
export function CursorList<Page, Row>({
  query,
  rowsOf,
  outline,
  empty,
  following,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => Row[]
  outline?: ReactNode
  empty: ReactNode
  following?: Following
  children: (rows: Row[]) => ReactNode
}) {
  const showMore = () => {
    following?.stop()
    void query.fetchNextPage()
  }
  return (
    <Loaded query={query} outline={outline}>
      {({ pages }) => {
        const rows = pages.flatMap(rowsOf)
        if (rows.length === 0 && !query.hasNextPage) return empty
        return (
          <Stack>
            {following && (following.unseen > 0 || following.hasMissed) && (
              <Group justify="center" role="status">
                <Button
                  size="compact-sm"
                  leftSection={<IconArrowUp size={14} aria-hidden />}
                  onClick={following.showNewest}
                >
                  {newerInWords(following)}
                </Button>
              </Group>
            )}
            {children(rows)}
            {query.isError && !query.isFetching && (
              <Failed
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

const newerInWords = ({ hasMissed, unseen, noun }: Following): string =>
  hasMissed ? `Show the newest ${noun}s` : counted(unseen, `new ${noun}`)
