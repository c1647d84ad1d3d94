import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Named } from './names.ts'
import { Person } from './person.tsx'

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
