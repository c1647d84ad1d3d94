import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'

/** Says what to do next where there is nothing to show. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="sm" maw={440}>
        <ThemeIcon size={48} radius="xl" variant="light">
          <Icon size={26} aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h3" ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" ta="center" component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}

/** Replaces a page that only owners and managers may see. */
export function Forbidden({ title }: { title: string }) {
  return (
    <EmptyState icon={IconLock} title={title}>
      An owner of your team can change your role.
    </EmptyState>
  )
}
