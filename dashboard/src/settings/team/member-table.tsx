import { Badge, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../session/may.ts'
import { useSession } from '../../session/session-state.ts'
import { Moment } from '../../shared/moment.tsx'
import type { Member } from '../queries.ts'
import { ROLE_WORDS } from '../roles.ts'
import { type MemberAct, MemberDialogs } from './member-dialogs.tsx'
import { MemberMenu } from './member-menu.tsx'

export function MemberTable({ members }: { members: Member[] }) {
  const { person } = useSession()
  const mayChange = useMay('changeRole')
  const [act, setAct] = useState<MemberAct | null>(null)
  return (
    <>
      <Table.ScrollContainer minWidth={600} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>E-mail</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th>Second factor</Table.Th>
              <Table.Th>Joined</Table.Th>
              {mayChange && <Table.Th aria-label="Actions" />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map((member) => (
              <Table.Tr key={member.id}>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <Text size="sm">{member.email}</Text>
                    {member.id === person.id && (
                      <Badge variant="default" tt="none" fw={500}>
                        You
                      </Badge>
                    )}
                  </Group>
                </Table.Td>
                <Table.Td>{ROLE_WORDS[member.role].name}</Table.Td>
                <Table.Td>
                  <Badge variant="dot" color={member.secondFactor ? 'laurel' : 'gray'} tt="none" fw={500}>
                    {member.secondFactor ? 'On' : 'Off'}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  <Moment at={member.createdAt} />
                </Table.Td>
                {mayChange && (
                  <Table.Td ta="right">
                    <MemberMenu member={member} choose={(is) => setAct({ is, member })} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <MemberDialogs act={act} close={() => setAct(null)} />
    </>
  )
}
