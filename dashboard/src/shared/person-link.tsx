import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Named } from './names.ts'
import { Person } from './person.tsx'

/** A user, as a way to their page. */
export function PersonLink({ userId, person }: { userId: string; person: Named }) {
  return (
    <Anchor
      c="inherit"
      underline="hover"
      display="block"
      renderRoot={(props) => <Link to="/users/$userId" params={{ userId }} {...props} />}
    >
      <Person name={person.name} tag={person.tag} />
    </Anchor>
  )
}
