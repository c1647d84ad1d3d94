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
export function MemberLink({ userId, ...label }: { userId: string } & Label) {
  return (
    <UserLink userId={userId} c="inherit" underline="hover" display="block">
      <MemberLabel {...label} />
    </UserLink>
  )
}

/** A short one is without the tag, where only its beginning would fit. */
type Label = { user: DisplayName; isShort?: boolean }

/** A user's avatar, name and tag in one line; what is too long is cut. */
export function MemberLabel({ user: { name, tag }, isShort = false }: Label) {
  return (
    <span className="member">
      <Avatar seed={tag ?? name} />
      <bdi className="member-name cut">{name}</bdi>
      {tag && tag !== name && !isShort && <span className="member-tag cut">@{tag}</span>}
    </span>
  )
}
