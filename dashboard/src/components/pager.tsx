import { Group, Pagination, Text } from '@mantine/core'
import { countText } from '../format/coins.ts'

/** Page numbers for lists with a known length. */
export function Pager({
  page,
  lastpage,
  count,
  onChange,
}: {
  page: number
  lastpage: number
  count: number
  onChange: (page: number) => void
}) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {countText(count)} in all
      </Text>
      {lastpage > 1 && (
        <Pagination
          value={page}
          total={lastpage}
          onChange={onChange}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  )
}
