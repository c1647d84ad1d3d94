import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Terms with their values, side by side where there is room. */
export function DescriptionList({
  items,
  cols = 2,
  phoneCols = Math.min(cols, 2),
}: {
  items: Record<string, ReactNode>
  cols?: number
  phoneCols?: number
}) {
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: phoneCols, sm: cols }} spacing="md">
      {Object.entries(items).map(([name, value]) => (
        <Stack key={name} gap={2} miw={0}>
          <Text component="dt" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  )
}
