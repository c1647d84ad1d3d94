import { Table } from '@mantine/core'
import { coinText } from '../format/coins.ts'
import { PersonLink } from '../members/member-link.tsx'
import type { Place } from './queries.ts'

/** The lines of a board; that of the user who was looked for stands out. */
export function BoardTable({
  places,
  amountTitle,
  found,
}: {
  places: Place[]
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
        {places.map(({ position, userId, person, amount }) => (
          <Table.Tr
            key={userId}
            bg={userId === found ? 'var(--mantine-primary-color-light)' : undefined}
            aria-current={userId === found || undefined}
          >
            <Table.Td className="number">{position}</Table.Td>
            <Table.Td maw={0} w="100%">
              <PersonLink userId={userId} person={person} />
            </Table.Td>
            <Table.Td className="number">{coinText(amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
