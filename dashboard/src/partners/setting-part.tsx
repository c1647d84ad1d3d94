import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a section of the settings. */
export function SettingPart({
  title,
  description,
  children,
}: {
  title: string
  description?: string
  children: ReactNode
}) {
  return (
    <Stack gap="sm" miw={0}>
      <div>
        <Title order={3} size="h5">
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  )
}
