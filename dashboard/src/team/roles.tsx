import type { Role } from '@laurel/sdk'
import { Radio, type RadioGroupProps, Stack, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { ROLES_BY_OPERATION } from '../api/roles.ts'
import { DataTable } from '../components/data-table.tsx'
import { Status } from '../components/status.tsx'
import { ROLE_TEXT, ROLES } from '../session/roles.ts'

export function RoleBadge({ role }: { role: Role }) {
  return <Status tone={role === 'owner' ? 'good' : 'quiet'}>{ROLE_TEXT[role].name}</Status>
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
  ['See rules, members, boards and history', 'listRules'],
  ['Award, reverse, take and refund', 'awardRule'],
  ['Add members and end memberships', 'createUser'],
  ['See which client secrets there are', 'listSecrets'],
  ['Create and change rules', 'createRule'],
  ['Set up webhooks and lookups', 'createWebhook'],
  ['See the audit log', 'listAuditEvents'],
  ['Publish boards, change settings', 'changeOwnPartner'],
  ['Create and revoke secrets', 'createSecret'],
  ['Invite, change and remove team members', 'inviteTeamMember'],
] as const

const may = (role: Role, operation: keyof typeof ROLES_BY_OPERATION): boolean => {
  const roles: readonly string[] = ROLES_BY_OPERATION[operation]
  return roles.includes(role)
}

export function RoleTable() {
  return (
    <DataTable
      label="What each role may do"
      rows={[...ABILITIES]}
      keyOf={([, operation]) => operation}
      hasFixedColumns
      columns={[
        { name: 'What', isNameHidden: true, cell: ([ability]) => <span className="long">{ability}</span> },
        ...ROLES.map((role) => ({
          name: ROLE_TEXT[role].name,
          cell: ([, operation]: (typeof ABILITIES)[number]) => <Allowed isAllowed={may(role, operation)} />,
          width: '15%' as const,
        })),
      ]}
    />
  )
}

function Allowed({ isAllowed }: { isAllowed: boolean }) {
  const Icon = isAllowed ? IconCheck : IconMinus
  return (
    <>
      <Icon size={16} color={isAllowed ? 'var(--leaf)' : 'var(--muted)'} aria-hidden />
      <VisuallyHidden>{isAllowed ? 'Yes' : 'No'}</VisuallyHidden>
    </>
  )
}
