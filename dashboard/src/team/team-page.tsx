import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
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
            <Section
              title="People"
              description={`Everyone who can sign in for ${partner.partnerName}.`}
              isFirst
            >
              <MemberRows members={members} />
            </Section>
            <InvitationsCard invitations={invitations} />
            <Section title="What each role may do">
              <RoleTable />
            </Section>
          </Stack>
        )}
      </Loaded>
    </SettingsFrame>
  )
}
