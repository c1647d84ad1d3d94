import { Avatar, Group, Stack, Text } from '@mantine/core'
import type { Named } from './names.ts'

/** A user by initials, name and tag; no picture is loaded from anyone's address. */
export function Person({ person: { name, tag } }: { person: Named }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} color="initials" size={32} radius="xl" aria-hidden />
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} truncate>
          {name}
        </Text>
        {tag && (
          <Text size="xs" c="dimmed" truncate>
            @{tag}
          </Text>
        )}
      </Stack>
    </Group>
  )
}
