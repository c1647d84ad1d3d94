import { Avatar, Group, Stack, Text } from '@mantine/core'

/** A user by initials, name and tag; no picture is loaded from anyone's address. */
export function Person({ name, tag }: { name: string; tag?: string | null }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} color="initials" size={32} radius="xl" aria-hidden />
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} truncate style={{ textTransform: 'capitalize' }}>
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
