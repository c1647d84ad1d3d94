import type { Role } from '@laurel/sdk'
import { ROLES_BY_OPERATION } from '../api/roles.ts'
import { useSession } from './session.ts'

export const ROLES = ['owner', 'manager', 'support', 'read-only'] as const satisfies Role[]

export const ROLE_TEXT: Record<Role, { name: string; description: string }> = {
  owner: { name: 'Owner', description: 'Everything, including the team, addresses and secrets' },
  manager: {
    name: 'Manager',
    description: 'Runs the programme: rules, webhooks and everything that support does',
  },
  support: { name: 'Support', description: 'Helps users: awards, reversals and transfers' },
  'read-only': { name: 'Read-only', description: 'Sees the programme, changes nothing' },
}

/** Whether the role of the signed-in team member may call an operation. */
export function useMay(operation: keyof typeof ROLES_BY_OPERATION): boolean {
  const { person } = useSession()
  const roles: readonly string[] = ROLES_BY_OPERATION[operation]
  return roles.includes(person.role)
}
