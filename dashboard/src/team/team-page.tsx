import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../components/card.tsx'
import { Loaded } from '../components/loaded.tsx'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'
import { InvitationsCard, Invite } from './invitations.tsx'
import { teamQuery } from './queries.ts'
import { RoleTable } from './roles.tsx'
import { MemberRows } from './team-members.tsx'

export function TeamPage() {
  const { partner } = useSession()
  const team = useQuery(teamQuery)
  const mayInvite = useMay('inviteTeamMember')
  return (
    <SettingsFrame part="Team" actions={mayInvite && <Invite />}>
      <Loaded query={team}>
        {({ members, invitations }) => (
          <Stack gap="lg">
            <Card title="Members" description={`Everyone who can sign in for ${partner.partnerName}.`}>
              <MemberRows members={members} />
            </Card>
            <InvitationsCard invitations={invitations} />
            <Card title="What each role may do">
              <RoleTable />
            </Card>
          </Stack>
        )}
      </Loaded>
    </SettingsFrame>
  )
}
