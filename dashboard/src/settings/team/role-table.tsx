import { Table, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { ROLES_BY_OPERATION } from '../../api/roles.ts'
import { ROLE_WORDS, ROLES, type Role } from '../roles.ts'

/** What there is to do, each with an operation of the API that stands for it. */
const ABILITIES = [
  ['See rules, users, boards, transactions and the team', 'listRules'],
  ['Award rules, reverse awards, take coins back', 'awardRule'],
  ['Take users in and end memberships', 'createUser'],
  ['Create and change rules', 'createRule'],
  ['Set up webhooks, try the user details address', 'createWebhook'],
  ['See what was done to the accounts of the team', 'listAuditEvents'],
  ['Publish boards, change addresses', 'changeOwnPartner'],
  ['Create and revoke secrets', 'createSecret'],
  ['Invite, change and remove team members', 'inviteTeamMember'],
] as const

const may = (role: Role, operation: keyof typeof ROLES_BY_OPERATION): boolean => {
  const roles: readonly string[] = ROLES_BY_OPERATION[operation]
  return roles.includes(role)
}

export function RoleTable() {
  return (
    <Table verticalSpacing="sm" className="roles">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <VisuallyHidden>What</VisuallyHidden>
          </Table.Th>
          {ROLES.map((role) => (
            <Table.Th key={role} ta="center">
              {ROLE_WORDS[role].name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ABILITIES.map(([words, operation]) => (
          <Table.Tr key={operation}>
            <Table.Th scope="row" fw={400}>
              {words}
            </Table.Th>
            {ROLES.map((role) => (
              <Table.Td key={role} ta="center">
                <Allowed isAllowed={may(role, operation)} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Allowed({ isAllowed }: { isAllowed: boolean }) {
  const Icon = isAllowed ? IconCheck : IconMinus
  const color = isAllowed ? 'var(--mantine-primary-color-light-color)' : 'var(--mantine-color-dimmed)'
  return (
    <>
      <Icon size={18} color={color} aria-hidden />
      <VisuallyHidden>{isAllowed ? 'Yes' : 'No'}</VisuallyHidden>
    </>
  )
}
