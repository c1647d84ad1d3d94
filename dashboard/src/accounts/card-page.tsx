import { Center, Container, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Logo } from '../layout/logo.tsx'

/** A page for visitors: one card in the middle, with links below it. */
export function CardPage({
  title,
  description,
  width = 440,
  children,
  links,
}: {
  title: string
  description?: ReactNode
  width?: number
  children?: ReactNode
  links?: ReactNode
}) {
  useDocumentTitle(`${title} · Laurel`)
  return (
    <Container size={width} py={{ base: 'lg', sm: 64 }} component="main">
      <Stack gap="lg">
        <Center>
          <Logo />
        </Center>
        <Paper p={{ base: 'md', sm: 'lg' }} withBorder>
          <Stack>
            <Title order={1} size="h2" className="display">
              {title}
            </Title>
            {description && (
              <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {description}
              </Text>
            )}
            {children}
          </Stack>
        </Paper>
        {links && (
          <Stack gap="xs" align="center">
            {links}
          </Stack>
        )}
      </Stack>
    </Container>
  )
}
