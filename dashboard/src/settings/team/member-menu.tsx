import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMenuButton } from '../../components/dialog.tsx'
import { useSession } from '../../session/session.ts'
import type { Member } from '../queries.ts'
import type { MemberAct } from './member-dialog.tsx'

export function MemberMenu({ member, choose }: { member: Member; choose: (is: MemberAct['is']) => void }) {
  const { person } = useSession()
  const { button, fromMenu } = useMenuButton()
  const chosen = (is: MemberAct['is']) => fromMenu(() => choose(is))
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Actions for ${member.email}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={chosen('another role')}>Change the role</Menu.Item>
        {member.secondFactor && member.id !== person.id && (
          <Menu.Item onClick={chosen('no second factor')}>Remove the second factor</Menu.Item>
        )}
        <Menu.Item color="red" onClick={chosen('removal')}>
          Remove from the team
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
