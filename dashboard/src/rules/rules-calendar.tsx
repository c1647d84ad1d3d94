import './rules-calendar.css'
import type { Rule } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { laurel } from '../api/laurel.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { coinsText } from '../format/coins.ts'
import { addDays, dayIn, dayText, programmeZone } from '../format/time.ts'
import { RULES } from './queries.ts'
import { RuleStatusBadge } from './rule-summary.tsx'
import { titleOf } from './rule-text.ts'

const RULES_MAX = 100
const DAYS_BEFORE = 28
const DAYS_SHOWN = 12 * 7
const TICK_DAYS = 14

const calendarQuery = queryOptions({
  queryKey: [RULES, 'calendar'],
  queryFn: async () => laurel.rules.list({ limit: RULES_MAX }),
  meta: { live: true },
})

/** When each rule runs: four weeks back, eight weeks ahead. */
export function RulesCalendar() {
  const query = useQuery(calendarQuery)
  return (
    <Loaded query={query} loading={<LoadingRows rows={6} />}>
      {({ data, count }) => {
        if (data.length === 0)
          return (
            <EmptyState icon={IconCalendar} title="No rules yet">
              Rules appear here with their start and end.
            </EmptyState>
          )
        return (
          <>
            <Calendar rules={data} />
            {count > data.length && (
              <Text size="sm" c="dimmed">
                The newest {data.length} of {count} rules are shown.
              </Text>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function Calendar({ rules }: { rules: Rule[] }) {
  const today = dayIn(programmeZone())
  const first = addDays(today, -DAYS_BEFORE)
  const ticks = Array.from({ length: DAYS_SHOWN / TICK_DAYS }, (_, index) =>
    addDays(first, index * TICK_DAYS),
  )
  return (
    <div className="calendar">
      <div className="calendar-days" aria-hidden>
        {ticks.map((day) => (
          <span key={day} style={{ left: `${shareOf(day, first) * 100}%` }}>
            {dayText(day)}
          </span>
        ))}
      </div>
      <ul className="rows">
        {rules.map((rule) => (
          <CalendarRow key={rule.id} rule={rule} first={first} today={today} />
        ))}
      </ul>
    </div>
  )
}

function CalendarRow({ rule, first, today }: { rule: Rule; first: string; today: string }) {
  const zone = programmeZone()
  const startsOn = dayIn(zone, new Date(rule.startsAt ?? rule.createdAt))
  const endsOn = rule.endsAt && dayIn(zone, new Date(rule.endsAt))
  const from = Math.max(0, shareOf(startsOn, first))
  const to = endsOn === null ? 1 : Math.min(1, shareOf(endsOn, first))
  return (
    <li className="calendar-row">
      <div className="calendar-name">
        <Link to="/rules/$ruleId" params={{ ruleId: rule.id }} className="row-link cut" dir="auto">
          {titleOf(rule)}
        </Link>
        <RuleStatusBadge rule={rule} />
      </div>
      <div className="calendar-line">
        <span className="calendar-today" style={{ left: `${shareOf(today, first) * 100}%` }} />
        {to > from && (
          <span
            className="calendar-bar"
            data-paused={rule.status === 'active' ? undefined : true}
            style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
            title={spanText(startsOn, endsOn, rule)}
          />
        )}
        <span className="unseen">{spanText(startsOn, endsOn, rule)}</span>
      </div>
    </li>
  )
}

const shareOf = (day: string, first: string): number =>
  (Date.parse(day) - Date.parse(first)) / (Date.parse(addDays(first, DAYS_SHOWN)) - Date.parse(first))

function spanText(startsOn: string, endsOn: string | null, { coinValue, perUnit }: Rule): string {
  const until = endsOn === null ? 'without an end' : `until ${dayText(endsOn)}`
  return `From ${dayText(startsOn)} ${until}, ${coinsText(coinValue)}${perUnit ? ' per unit' : ''}`
}
