import { Table, Text } from '@mantine/core'
import { useMay } from '../../session/may.ts'
import { Card } from '../../shared/card.tsx'
import { Moment } from '../../shared/moment.tsx'
import type { Invitation } from '../queries.ts'
import { ROLE_WORDS } from '../roles.ts'
import { WithdrawInvitation } from './withdraw-invitation.tsx'

export function InvitationsCard({ invitations }: { invitations: Invitation[] }) {
  const mayInvite = useMay('inviteTeamMember')
  const nobody = mayInvite
    ? 'Nobody is invited at the moment. Invite someone, and they stay here until they have joined.'
    : 'Nobody is invited at the moment. Owners can invite.'
  return (
    <Card title="Invitations" about="Those who were asked and have not joined yet.">
      {invitations.length === 0 ? (
        <Text size="sm">{nobody}</Text>
      ) : (
        <Table.ScrollContainer minWidth={600} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>E-mail</Table.Th>
                <Table.Th>Role</Table.Th>
                <Table.Th>Sent</Table.Th>
                <Table.Th>Good until</Table.Th>
                {mayInvite && <Table.Th aria-label="Actions" />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {invitations.map((invitation) => (
                <Table.Tr key={invitation.id}>
                  <Table.Td>{invitation.email}</Table.Td>
                  <Table.Td>{ROLE_WORDS[invitation.role].name}</Table.Td>
                  <Table.Td>
                    <Moment at={invitation.createdAt} />
                  </Table.Td>
                  <Table.Td>
                    <Moment at={invitation.expiresAt} />
                  </Table.Td>
                  {mayInvite && (
                    <Table.Td ta="right">
                      <WithdrawInvitation invitation={invitation} />
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  )
}
