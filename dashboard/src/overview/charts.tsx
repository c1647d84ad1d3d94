import '@mantine/charts/styles.css'
import { AreaChart, BarChart } from '@mantine/charts'
import { SimpleGrid, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../components/card.tsx'
import { coinText, countText } from '../format/coins.ts'
import { dayText } from '../format/dates.ts'
import type { Overview } from './queries.ts'

/** Colours with enough contrast on the cards of both schemes. */
const GOOD = 'laurel.5'
const OTHER = 'indigo.5'
const QUIET = 'gray.6'
const BAD = 'red.6'

const FRAME = {
  h: 240,
  withLegend: true,
  legendProps: { verticalAlign: 'bottom', itemSorter: null },
  tickLine: 'none',
  xAxisProps: { minTickGap: 32 },
  yAxisProps: { width: 44, allowDecimals: false },
  dataKey: 'day',
} as const
const ONLY_SEEN = { accessibilityLayer: false }

export function Charts({ days }: { days: Overview['days'] }) {
  return (
    <>
      <CoinsChart days={days} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <AwardsChart days={days} />
        <ParticipantsChart days={days} />
      </SimpleGrid>
    </>
  )
}

const CoinsChart = ({ days }: { days: Overview['days'] }) => (
  <DayChart
    title="Coins"
    description="Issued by awards, and returned to you by users."
    days={days}
    columns={[
      { title: 'Issued', of: ({ issued }) => coinText(issued) },
      { title: 'Returned', of: ({ returned }) => coinText(returned) },
    ]}
  >
    <AreaChart
      {...FRAME}
      areaChartProps={ONLY_SEEN}
      data={days.map(({ date, issued, returned }) => ({
        day: dayText(date),
        Issued: Number(issued),
        Returned: Number(returned),
      }))}
      series={[
        { name: 'Issued', color: GOOD },
        { name: 'Returned', color: OTHER },
      ]}
      curveType="monotone"
      withDots={false}
      valueFormatter={coinText}
    />
  </DayChart>
)

const AwardsChart = ({ days }: { days: Overview['days'] }) => (
  <DayChart
    title="Awards"
    description="The outcome of each award."
    days={days}
    columns={[
      { title: 'Paid', of: ({ paid }) => countText(paid) },
      { title: 'Counted', of: ({ counted }) => countText(counted) },
      { title: 'Refused', of: ({ refused }) => countText(refused) },
    ]}
  >
    <BarChart
      {...FRAME}
      type="stacked"
      barChartProps={ONLY_SEEN}
      data={days.map(({ date, paid, counted, refused }) => ({
        day: dayText(date),
        Paid: paid,
        Counted: counted,
        Refused: refused,
      }))}
      series={[
        { name: 'Paid', color: GOOD },
        { name: 'Counted', color: QUIET },
        { name: 'Refused', color: BAD },
      ]}
      valueFormatter={countText}
    />
  </DayChart>
)

const ParticipantsChart = ({ days }: { days: Overview['days'] }) => (
  <DayChart
    title="Participants"
    description="Users who were paid on the day."
    days={days}
    columns={[
      { title: 'Participants', of: ({ participants }) => countText(participants) },
      { title: 'New', of: ({ newParticipants }) => countText(newParticipants) },
    ]}
  >
    <BarChart
      {...FRAME}
      type="stacked"
      barChartProps={ONLY_SEEN}
      data={days.map(({ date, participants, newParticipants }) => ({
        day: dayText(date),
        'Paid before': participants - newParticipants,
        New: newParticipants,
      }))}
      series={[
        { name: 'Paid before', color: GOOD },
        { name: 'New', color: OTHER },
      ]}
      valueFormatter={countText}
    />
  </DayChart>
)

type Day = Overview['days'][number]
type Column = { title: string; of: (day: Day) => string | number }

/** A chart by day, with the same numbers in a table for screen readers. */
function DayChart({
  title,
  description,
  days,
  columns,
  children,
}: {
  title: string
  description: string
  days: Day[]
  columns: Column[]
  children: ReactNode
}) {
  return (
    <Card title={title} description={description}>
      <div aria-hidden>{children}</div>
      <VisuallyHidden>
        <table>
          <caption>{title} by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {columns.map(({ title: column }) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{dayText(day.date)}</th>
                {columns.map(({ title: column, of }) => (
                  <td key={column}>{of(day)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Card>
  )
}
