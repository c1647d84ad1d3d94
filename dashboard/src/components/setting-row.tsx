import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export function SettingRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  )
}

export function SettingRow({
  name,
  value,
  description,
  action,
  isActionWide = false,
}: {
  name: ReactNode
  value?: ReactNode
  description?: ReactNode
  action?: ReactNode
  /** Lets the action wrap below the text on a narrow screen. */
  isActionWide?: boolean
}) {
  return (
    <Group
      justify="space-between"
      gap="sm"
      component="li"
      className="row"
      wrap={isActionWide ? 'wrap' : 'nowrap'}
    >
      <Stack gap={2} miw={0} maw={640}>
        <Group gap="xs">
          <Text fw={550} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {value}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {description}
        </Text>
      </Stack>
      {action && (
        <Group gap="xs" flex="none">
          {action}
        </Group>
      )}
    </Group>
  )
}
