import { Badge } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { Moment } from '../../components/timestamp.tsx'
import { useMay } from '../../session/roles.ts'
import { useSession } from '../../session/session.ts'
import type { Member } from '../queries.ts'
import { SettingRow, SettingRows } from '../setting-row.tsx'
import { type MemberAct, MemberDialog } from './member-dialog.tsx'
import { MemberMenu } from './member-menu.tsx'
import { RoleBadge } from './role-badge.tsx'

export function MemberRows({ members }: { members: Member[] }) {
  const { person } = useSession()
  const mayChange = useMay('changeRole')
  const [act, setAct] = useState<MemberAct | null>(null)
  const [isOpen, { open, close }] = useDisclosure(false)
  const begin = (next: MemberAct) => {
    setAct(next)
    open()
  }
  return (
    <>
      <SettingRows label="Members">
        {members.map((member) => (
          <SettingRow
            key={member.id}
            name={member.email}
            value={
              <>
                <RoleBadge role={member.role} />
                {member.id === person.id && (
                  <Badge variant="default" tt="none" fw={500}>
                    You
                  </Badge>
                )}
              </>
            }
            about={
              <>
                Second factor {member.secondFactor ? 'on' : 'off'} · joined <Moment at={member.createdAt} />
              </>
            }
            action={mayChange && <MemberMenu member={member} choose={(is) => begin({ is, member })} />}
          />
        ))}
      </SettingRows>
      <MemberDialog act={act} isOpen={isOpen} close={close} />
    </>
  )
}
