import { Text } from '@mantine/core'
import { Card } from '../../components/card.tsx'
import { Moment } from '../../components/timestamp.tsx'
import { useMay } from '../../session/roles.ts'
import type { Invitation } from '../queries.ts'
import { SettingRow, SettingRows } from '../setting-row.tsx'
import { RoleBadge } from './role-badge.tsx'
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
        <SettingRows label="Invitations">
          {invitations.map((invitation) => (
            <SettingRow
              key={invitation.id}
              name={invitation.email}
              value={<RoleBadge role={invitation.role} />}
              about={
                <>
                  Sent <Moment at={invitation.createdAt} /> · good until <Moment at={invitation.expiresAt} />
                </>
              }
              action={mayInvite && <WithdrawInvitation invitation={invitation} />}
            />
          ))}
        </SettingRows>
      )}
    </Card>
  )
}
