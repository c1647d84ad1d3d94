import { Group, Paper, type PaperProps, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A section of a page with a heading. */
export function Card({
  title,
  description,
  actions,
  children,
  ...paper
}: { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode } & PaperProps) {
  const id = useId()
  return (
    <Paper className="card" p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby={id} {...paper}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {description && (
              <Text size="sm" c="dimmed" component="div">
                {description}
              </Text>
            )}
          </Stack>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
