import { Group, Text } from '@mantine/core'

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/dashboard/laurel.svg" width={28} height={28} alt="" />
      <Text fw={650} size="lg">
        Laurel
      </Text>
    </Group>
  )
}
