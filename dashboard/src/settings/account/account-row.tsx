import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One thing about the account, with what can be done about it. */
export function AccountRow({
  name,
  value,
  about,
  action,
}: {
  name: string
  value?: ReactNode
  about?: ReactNode
  action?: ReactNode
}) {
  return (
    <Group justify="space-between" gap="sm" component="li">
      <Stack gap={2} miw={0} maw={560}>
        <Group gap="xs">
          <Text fw={550} size="sm">
            {name}
          </Text>
          {value}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {about}
        </Text>
      </Stack>
      {action && <Group gap="xs">{action}</Group>}
    </Group>
  )
}
