import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../components/card.tsx'
import { dayText } from '../format/dates.ts'
import type { Overview } from './queries.ts'

type Day = Overview['days'][number]
export type Column = { title: string; of: (day: Day) => string | number }

/** A chart over the days, and the same numbers as a table for those who cannot see it. */
export function DayChart({
  title,
  about,
  days,
  columns,
  children,
}: {
  title: string
  about: string
  days: Day[]
  columns: Column[]
  children: ReactNode
}) {
  return (
    <Card title={title} about={about}>
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
