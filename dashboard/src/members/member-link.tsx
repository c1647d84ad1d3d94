import './member-link.css'
import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Avatar } from '../components/avatar.tsx'
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
      renderRoot={(props) => <Link to="/members/$userId" params={{ userId }} {...props} />}
      {...anchor}
    >
      {children}
    </Anchor>
  )
}

/** A user's avatar, name and tag, linked to the user's page. */
export function MemberLink({ userId, user }: { userId: string; user: DisplayName }) {
  return (
    <UserLink userId={userId} c="inherit" underline="hover" display="block">
      <MemberLabel user={user} />
    </UserLink>
  )
}

/** A user's avatar, name and tag in one line; what is too long is cut. */
export function MemberLabel({ user: { name, tag } }: { user: DisplayName }) {
  return (
    <span className="member">
      <Avatar seed={tag ?? name} />
      <bdi className="member-name cut">{name}</bdi>
      {tag && tag !== name && <span className="member-tag cut">@{tag}</span>}
    </span>
  )
}
