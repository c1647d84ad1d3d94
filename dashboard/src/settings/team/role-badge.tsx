import { Badge } from '@mantine/core'
import { ROLE_WORDS, type Role } from '../../session/roles.ts'

export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge variant="dot" color={role === 'owner' ? 'laurel' : 'gray'} tt="none" fw={500}>
      {ROLE_WORDS[role].name}
    </Badge>
  )
}
