import type { Overview } from '@laurel/sdk'
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { SimpleGrid, VisuallyHidden } from '@mantine/core'
import type { BarShapeProps } from 'recharts'
import { Card } from '../components/card.tsx'
import { coinText, countText } from '../format/coins.ts'
import { dayText } from '../format/dates.ts'
import { axisOf } from './chart-axis.ts'

/** Colours with enough contrast on the cards of both schemes. */
const GOOD = 'laurel.5'
const OTHER = 'indigo.5'
const QUIET = 'gray.6'
const BAD = 'red.6'

type Day = Overview['days'][number]
type Bars = { name: string; color: string; of: (day: Day) => number }
type Column = { title: string; of: (day: Day) => string }

/** The last day is today. */
export function Charts({ days }: { days: Day[] }) {
  return (
    <>
      <DayChart
        title="Coins"
        description="Issued by awards, and spent by users."
        days={days}
        bars={[
          { name: 'Issued', color: GOOD, of: ({ issued }) => Number(issued) },
          { name: 'Spent', color: OTHER, of: ({ returned }) => Number(returned) },
        ]}
        valueText={coinText}
        columns={[
          { title: 'Issued', of: ({ issued }) => coinText(issued) },
          { title: 'Spent', of: ({ returned }) => coinText(returned) },
        ]}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <DayChart
          title="Awards"
          description="The outcome of each award."
          days={days}
          isStacked
          bars={[
            { name: 'Paid', color: GOOD, of: ({ paid }) => paid },
            { name: 'Counted', color: QUIET, of: ({ counted }) => counted },
            { name: 'Refused', color: BAD, of: ({ refused }) => refused },
          ]}
          valueText={countText}
          columns={[
            { title: 'Paid', of: ({ paid }) => countText(paid) },
            { title: 'Counted', of: ({ counted }) => countText(counted) },
            { title: 'Refused', of: ({ refused }) => countText(refused) },
          ]}
        />
        <DayChart
          title="Participants"
          description="Users who were paid on the day."
          days={days}
          isStacked
          bars={[
            {
              name: 'Paid before',
              color: GOOD,
              of: ({ participants, newParticipants }) => participants - newParticipants,
            },
            { name: 'New', color: OTHER, of: ({ newParticipants }) => newParticipants },
          ]}
          valueText={countText}
          columns={[
            { title: 'Participants', of: ({ participants }) => countText(participants) },
            { title: 'New', of: ({ newParticipants }) => countText(newParticipants) },
          ]}
        />
      </SimpleGrid>
    </>
  )
}

/** Bars by day, with the numbers of the day in a table for screen readers. */
function DayChart({
  title,
  description,
  days,
  isStacked = false,
  bars,
  valueText,
  columns,
}: {
  title: string
  description: string
  days: Day[]
  isStacked?: boolean
  bars: Bars[]
  valueText: (value: number) => string
  columns: Column[]
}) {
  const today = days.at(-1)?.date
  const heights = days.map((day) => bars.map(({ of }) => of(day)))
  const largest = heights.map((values) =>
    isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values),
  )
  const { ticks, labelOf, width } = axisOf(Math.max(...largest))
  return (
    <Card title={title} description={description}>
      <div aria-hidden>
        <BarChart
          h={240}
          type={isStacked ? 'stacked' : 'default'}
          dataKey="day"
          data={days.map((day) => ({
            day: day.date === today ? 'Today' : dayText(day.date),
            isToday: day.date === today,
            ...Object.fromEntries(bars.map(({ name, of }) => [name, of(day)])),
          }))}
          series={bars.map(({ name, color }) => ({ name, color }))}
          withLegend
          legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
          tickLine="none"
          valueFormatter={valueText}
          xAxisProps={{ interval: 'equidistantPreserveEnd', minTickGap: 24 }}
          yAxisProps={{
            ticks,
            domain: [0, ticks.at(-1) ?? 1],
            interval: 0,
            tickFormatter: labelOf,
            width,
          }}
          gridProps={{ syncWithTicks: true }}
          barProps={{ shape: DayBar }}
          barChartProps={{ accessibilityLayer: false, barGap: 0, margin: { top: 10, right: 16 } }}
        />
      </div>
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
                <th scope="row">
                  {dayText(day.date)}
                  {day.date === today && ', so far'}
                </th>
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

/** The bar of today, which is incomplete, is pale with a dashed outline. */
function DayBar({ x, y, width, height, fill, fillOpacity, payload }: BarShapeProps) {
  const partial = payload?.isToday && {
    'data-partial': true,
    fillOpacity: 0.3,
    stroke: fill,
    strokeDasharray: '3 2',
  }
  return <rect x={x} y={y} width={width} height={height} fill={fill} fillOpacity={fillOpacity} {...partial} />
}
