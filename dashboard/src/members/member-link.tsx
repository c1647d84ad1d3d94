import { Anchor, type AnchorProps, Avatar, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Named } from './member-name.ts'

/** The name of a user, as a way to their page. */
export function UserLink({
  userId,
  children,
  ...anchor
}: { userId: string; children: ReactNode } & AnchorProps) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/users/$userId" params={{ userId }} {...props} />}
      {...anchor}
    >
      {children}
    </Anchor>
  )
}

/** A user by initials, name and tag, as a way to their page. */
export function PersonLink({ userId, person }: { userId: string; person: Named }) {
  return (
    <UserLink userId={userId} c="inherit" underline="hover" display="block">
      <Person person={person} />
    </UserLink>
  )
}

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
