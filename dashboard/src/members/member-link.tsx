import { Anchor, type AnchorProps, Avatar, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DisplayName } from './member-name.ts'

/** Links to the page of a user. */
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

/** A user's initials, name and tag, linked to the user's page. */
export function MemberLink({ userId, user }: { userId: string; user: DisplayName }) {
  return (
    <UserLink userId={userId} c="inherit" underline="hover" display="block">
      <MemberLabel user={user} />
    </UserLink>
  )
}

/** A user's initials, name and tag. Avatars are not loaded: their addresses are not trusted. */
export function MemberLabel({ user: { name, tag } }: { user: DisplayName }) {
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
