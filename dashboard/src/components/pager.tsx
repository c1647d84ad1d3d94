import { Group, Pagination, Text } from '@mantine/core'
import { countText } from '../format/coins.ts'

/** Lists, unlike leaderboards, have no pages beyond this row. */
const PAGED_ROWS_MAX = 10_000

/** Page numbers for lists with a known length. With `perPage`, only those that a list has. */
export function Pager({
  page,
  lastpage,
  count,
  perPage,
  onChange,
}: {
  page: number
  lastpage: number
  count: number
  perPage?: number
  onChange: (page: number) => void
}) {
  const total = perPage === undefined ? lastpage : Math.min(lastpage, Math.ceil(PAGED_ROWS_MAX / perPage))
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {countText(count)} in all
        {total < lastpage && `, the first ${countText(PAGED_ROWS_MAX)} on pages`}
      </Text>
      {lastpage > 1 && (
        <Pagination
          value={page}
          total={total}
          onChange={onChange}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  )
}
