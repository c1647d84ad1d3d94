import './year-board.css'
import type { CoinBoardType } from '@laurel/sdk'
import { Group, Stack, Table, Text } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { laurel } from '../api/laurel.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { coinName, coinText } from '../format/coins.ts'
import { MemberLink } from '../members/member-link.tsx'
import type { DisplayName } from '../members/member-name.ts'
import { readDisplayNames } from '../members/queries.ts'

export function YearBoard({
  title,
  description,
  empty,
  type,
  year,
  controls,
}: {
  title: string
  description: string
  empty: string
  type: CoinBoardType
  year: number
  controls: ReactNode
}) {
  const query = useQuery(yearQuery(type, year))
  return (
    <Section title={`${title} of ${year}`} description={description} isFirst>
      <Group gap="sm">{controls}</Group>
      <Loaded query={query} loading={<LoadingRows rows={8} />}>
        {(board) =>
          board.rows.length === 0 ? (
            <EmptyState icon={IconCalendarOff} title={`The board of ${year} is empty`}>
              {empty}
            </EmptyState>
          ) : (
            <Stack gap="sm">
              <HeatTable board={board} title={`${title} by month of ${year}`} />
              <Text size="sm" c="dimmed">
                A stronger colour means more {coinName().many}. The table shows the members with the most of
                the year, out of the first {FIRST_OF_MONTH} of each month.
              </Text>
            </Stack>
          )
        }
      </Loaded>
    </Section>
  )
}

/** The strongest shade that keeps the text's contrast in both schemes. */
const COLOUR_MAX_PERCENT = 45

/** Users by month, shaded by amount. */
function HeatTable({ board: { months, rows, most }, title }: { board: YearTable; title: string }) {
  return (
    <Table.ScrollContainer
      ref={showLatest}
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
              Member
            </Table.Th>
            {months.map((month) => (
              <Table.Th key={month} className="number" scope="col">
                <abbr title={month}>{month.slice(0, 3)}</abbr>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ userId, user, coins }) => (
            <Table.Tr key={userId}>
              <Table.Th className="who" scope="row">
                <MemberLink userId={userId} user={user} isShort />
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

/** Scrolls to the latest months where not all fit. */
function showLatest(container: HTMLElement | null): void {
  if (container) container.scrollLeft = container.scrollWidth
}

function shade(amount: string | null, most: number): string | undefined {
  const share = most > 0 ? Math.max(0, Number(amount)) / most : 0
  if (share === 0) return undefined
  const percent = 5 + Math.round(share * (COLOUR_MAX_PERCENT - 5))
  return `color-mix(in srgb, var(--brass-fill) ${percent}%, var(--page))`
}

/** Entries read per month, and users shown. */
const FIRST_OF_MONTH = 100
const ROWS_MAX = 25

/** A user's coins by month; null when the user is not among the entries read for that month. */
type YearRow = { userId: string; user: DisplayName; coins: (string | null)[] }
type YearTable = { months: string[]; rows: YearRow[]; most: number }

const yearQuery = (type: CoinBoardType, year: number) =>
  queryOptions({
    queryKey: ['coin board', { type, year }],
    meta: { live: true },
    queryFn: async (): Promise<YearTable> => {
      const board = await laurel.boards.coinsOfYear({ type, year, limit: FIRST_OF_MONTH })
      const months = Object.entries(board.leaderboards)
      const byMonth = months.map(
        ([, entries]) => new Map(entries.map(({ userId, coins }) => [userId, coins])),
      )
      const sums = new Map<string, number>()
      for (const [, entries] of months)
        for (const { userId, coins } of entries) sums.set(userId, (sums.get(userId) ?? 0) + Number(coins))
      const top = [...sums].toSorted(([, left], [, right]) => right - left).slice(0, ROWS_MAX)
      const nameOf = await readDisplayNames(top.map(([userId]) => userId))
      const rows = top.map(([userId]) => ({
        userId,
        user: nameOf(userId),
        coins: byMonth.map((coinsOf) => coinsOf.get(userId) ?? null),
      }))
      const most = Math.max(0, ...rows.flatMap(({ coins }) => coins.map(Number)))
      return { months: months.map(([name]) => name), rows, most }
    },
  })
