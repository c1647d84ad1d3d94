import { Table } from '@mantine/core'
import { coinText } from '../format/coins.ts'
import { PersonLink } from '../members/member-link.tsx'
import './heat-table.css'
import type { YearBoard } from './year-query.ts'

/** The strongest colour under which the text of both schemes is still read easily. */
const COLOUR_MAX_PERCENT = 45

/** Users by months; the colour repeats what the numbers say. */
export function HeatTable({ board: { months, rows, most }, title }: { board: YearBoard; title: string }) {
  return (
    <Table.ScrollContainer
      ref={showNewest}
      minWidth={0}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={title}
    >
      <Table className="heat" withRowBorders={false} verticalSpacing={4} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="who" scope="col">
              User
            </Table.Th>
            {months.map((month) => (
              <Table.Th key={month} className="number" scope="col">
                <abbr title={month}>{month.slice(0, 3)}</abbr>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ userId, person, coins }) => (
            <Table.Tr key={userId}>
              <Table.Th className="who" scope="row">
                <PersonLink userId={userId} person={person} />
              </Table.Th>
              {coins.map((amount, index) => (
                <Table.Td key={months[index]} className="number" bg={shade(amount, most)}>
                  {amount === null ? '–' : coinText(amount)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Where not all months have room, the last ones are looked at first. */
function showNewest(container: HTMLElement | null): void {
  if (container) container.scrollLeft = container.scrollWidth
}

function shade(amount: string | null, most: number): string | undefined {
  const share = most > 0 ? Math.max(0, Number(amount)) / most : 0
  if (share === 0) return undefined
  const percent = 5 + Math.round(share * (COLOUR_MAX_PERCENT - 5))
  return `color-mix(in srgb, var(--mantine-color-laurel-5) ${percent}%, var(--laurel-surface))`
}
