import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** `part` names the current tab in the document title. */
export function Page({
  title,
  part,
  description,
  actions,
  children,
}: {
  title: string
  part?: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  useDocumentTitle([part, title, 'Laurel'].filter(Boolean).join(' · '))
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} maw={640}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
