import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useSession } from '../../session/session-state.ts'
import type { Member } from '../queries.ts'
import type { MemberAct } from './member-dialogs.tsx'

export function MemberMenu({ member, choose }: { member: Member; choose: (is: MemberAct['is']) => void }) {
  const { person } = useSession()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${member.email}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => choose('another role')}>Change the role</Menu.Item>
        {member.secondFactor && member.id !== person.id && (
          <Menu.Item onClick={() => choose('no second factor')}>Remove the second factor</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => choose('removal')}>
          Remove from the team
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
