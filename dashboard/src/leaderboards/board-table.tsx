import { Table } from '@mantine/core'
import { coinText } from '../format/coins.ts'
import { MemberLink } from '../members/member-link.tsx'
import type { BoardEntry } from './queries.ts'

/** The entries of a board, with the found user highlighted. */
export function BoardTable({
  entries,
  amountTitle,
  found,
}: {
  entries: BoardEntry[]
  amountTitle: string
  found?: string | undefined
}) {
  return (
    <Table verticalSpacing="xs" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className="number" w={56}>
            #
          </Table.Th>
          <Table.Th>User</Table.Th>
          <Table.Th className="number">{amountTitle}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map(({ position, userId, user, amount }) => (
          <Table.Tr
            key={userId}
            bg={userId === found ? 'var(--mantine-primary-color-light)' : undefined}
            aria-current={userId === found || undefined}
          >
            <Table.Td className="number">{position}</Table.Td>
            <Table.Td maw={0} w="100%">
              <MemberLink userId={userId} user={user} />
            </Table.Td>
            <Table.Td className="number">{coinText(amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
