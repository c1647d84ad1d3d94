import type { Role } from '@laurel/sdk'
import { Badge, Radio, type RadioGroupProps, Stack, Table, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { ROLES_BY_OPERATION } from '../api/roles.ts'
import { ROLE_TEXT, ROLES } from '../session/roles.ts'

export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge variant="dot" color={role === 'owner' ? 'laurel' : 'gray'} tt="none" fw={500}>
      {ROLE_TEXT[role].name}
    </Badge>
  )
}

export function RoleChoice(props: Omit<RadioGroupProps, 'children'>) {
  return (
    <Radio.Group label="Role" {...props}>
      <Stack gap="xs" mt="xs">
        {ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            label={ROLE_TEXT[role].name}
            description={ROLE_TEXT[role].description}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** What roles differ in, each with an operation of the API that represents it. */
const ABILITIES = [
  ['See rules, users, boards, transactions and the team', 'listRules'],
  ['Award rules, reverse awards, transfer coins', 'awardRule'],
  ['Onboard users and end memberships', 'createUser'],
  ['See which client secrets there are', 'listSecrets'],
  ['Create and change rules', 'createRule'],
  ['Set up webhooks, try the user details address', 'createWebhook'],
  ['See the audit log', 'listAuditEvents'],
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
              {ROLE_TEXT[role].name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ABILITIES.map(([ability, operation]) => (
          <Table.Tr key={operation}>
            <Table.Th scope="row" fw={400}>
              {ability}
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
