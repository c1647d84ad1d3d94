import './coins-by-day.css'
import { Tooltip } from '@mantine/core'
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Tooltip as ChartTooltip,
  DefaultZIndexes,
  ReferenceLine,
  ResponsiveContainer,
  usePlotArea,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts'
import { coinsTitle, coinText, titled } from '../format/coins.ts'
import { dayText, wholeDayText } from '../format/time.ts'
import { mirroredAxisOf } from './chart-axis.ts'

/** Coins of a day, as the API has them. */
type CoinDay = { date: string; issued: string; spent: string }

/** Something that happened on a day, such as a new version of a rule: a tick on the axis with a tip. */
type DayMark = { date: string; text: string }

type Drawn = { date: string; up: number; down: number; isToday: boolean }

/** What the two sides of the axis are called, in small letters. */
type DayNames = { up: string; down: string }

const NAMES: DayNames = { up: 'issued', down: 'spent' }

const HEIGHT = 240
const MARK_HEIGHT = 8
/** Half of the first label of the axis. */
const LEFT = 14

/**
 * Bars by day: issued above the axis, spent below it, the days of another period as thin steps. A click on a bar calls
 * `onDay`; the same figures are in a table for screen readers.
 */
export function CoinsByDay({
  days,
  before = [],
  today,
  marks = [],
  limit,
  height = HEIGHT,
  caption = `${coinsTitle()} by day`,
  names = NAMES,
  onDay,
}: {
  days: CoinDay[]
  /** The coins issued in the period that is compared, day by day from its first. */
  before?: { issued: string }[]
  /** The bar of this day is hatched: it is incomplete. */
  today: string
  marks?: DayMark[]
  /** Coins that a day can pay at most, as a dashed line. */
  limit?: number | undefined
  height?: number
  caption?: string
  /** What is above the axis, and what is below it. */
  names?: DayNames
  onDay?: (date: string) => void
}) {
  const data: Drawn[] = days.map(({ date, issued, spent }) => ({
    date,
    up: Number(issued),
    down: -Number(spent),
    isToday: date === today,
  }))
  const ghost = before.slice(0, days.length).map(({ issued }) => Number(issued))
  const { ticks, labelOf, width } = mirroredAxisOf(
    Math.max(0, limit ?? 0, ...data.map(({ up }) => up), ...ghost),
    Math.max(0, ...data.map(({ down }) => -down)),
  )
  const domain: [number, number] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const press = ({ payload }: { payload?: Drawn }) => {
    if (payload) onDay?.(payload.date)
  }
  return (
    <figure className="coins-by-day">
      <div aria-hidden data-pressable={onDay !== undefined || undefined}>
        <ResponsiveContainer width="100%" height={height}>
          <BarChart
            data={data}
            stackOffset="sign"
            accessibilityLayer={false}
            barCategoryGap={days.length > 60 ? 1 : 2}
            margin={{ top: 8, right: 0, bottom: marks.length > 0 ? MARK_HEIGHT : 0, left: LEFT }}
          >
            <defs>
              <Hatch id="hatch-issued" colour="var(--brass-fill)" />
              <Hatch id="hatch-spent" colour="var(--spend)" />
            </defs>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="date"
              tickFormatter={dayText}
              tickLine={false}
              axisLine={false}
              interval="equidistantPreserveStart"
              minTickGap={32}
            />
            <YAxis
              ticks={ticks}
              domain={domain}
              interval={0}
              tickFormatter={labelOf}
              width={width}
              tickLine={false}
              axisLine={false}
              orientation="right"
            />
            <ChartTooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--sunk)', fillOpacity: 0.6 }}
              content={({ active, label }) => {
                const at = days.findIndex(({ date }) => date === label)
                const day = days[at]
                return active && day ? (
                  <DayTip day={day} before={before[at]?.issued} today={today} names={names} />
                ) : null
              }}
            />
            <Bar dataKey="up" stackId="coins" isAnimationActive={false} shape={IssuedBar} onClick={press} />
            <Bar dataKey="down" stackId="coins" isAnimationActive={false} shape={SpentBar} onClick={press} />
            {limit !== undefined && <ReferenceLine y={limit} stroke="var(--clay)" strokeDasharray="4 3" />}
            <Ghost values={ghost} count={days.length} domain={domain} />
          </BarChart>
        </ResponsiveContainer>
      </div>
      {marks.length > 0 && <Marks marks={marks} days={days} axisWidth={width} />}
      <DayTable days={days} today={today} caption={caption} names={names} />
    </figure>
  )
}

/** What the colours mean; it stands in the heading of the chart. */
export function CoinsLegend({ comparison, names = NAMES }: { comparison?: string | null; names?: DayNames }) {
  return (
    <span className="coins-legend">
      <span data-kind="issued">{names.up}</span>
      <span data-kind="spent">{names.down}</span>
      {comparison && <span data-kind="before">{comparison}</span>}
    </span>
  )
}

function Hatch({ id, colour }: { id: string; colour: string }) {
  return (
    <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={5} height={5} fill={colour} fillOpacity={0.2} />
      <line x1={0} y1={0} x2={0} y2={5} stroke={colour} strokeWidth={2} />
    </pattern>
  )
}

const IssuedBar = (bar: BarShapeProps) => <DayBar bar={bar} kind="issued" colour="var(--brass-fill)" />
const SpentBar = (bar: BarShapeProps) => <DayBar bar={bar} kind="spent" colour="var(--spend)" />

function DayBar({ bar, kind, colour }: { bar: BarShapeProps; kind: 'issued' | 'spent'; colour: string }) {
  const { x = 0, y = 0, width = 0, height = 0, payload } = bar
  const top = Math.min(y, y + height)
  const tall = Math.abs(height)
  const isToday = Boolean((payload as Drawn | undefined)?.isToday)
  if (tall === 0 || width <= 0) return null
  return (
    <rect
      x={x}
      y={top}
      width={width}
      height={tall}
      rx={Math.min(2, width / 2)}
      fill={isToday ? `url(#hatch-${kind})` : colour}
      data-partial={isToday || undefined}
    />
  )
}

/** The period before, as one line of steps over the whole width. */
function Ghost({
  values,
  count,
  domain: [low, high],
}: {
  values: number[]
  count: number
  domain: [number, number]
}) {
  const area = usePlotArea()
  if (!area || values.length === 0) return null
  const band = area.width / count
  const yOf = (value: number) => area.y + area.height * (1 - (value - low) / (high - low))
  const path = values
    .map((value, index) => {
      const [left, right, y] = [area.x + index * band, area.x + (index + 1) * band, yOf(value)]
      return `${index === 0 ? `M${left} ${y}` : `V${y}`}H${right}`
    })
    .join('')
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.line}>
      <path d={path} fill="none" stroke="var(--slate)" strokeWidth={1} data-ghost pointerEvents="none" />
    </ZIndexLayer>
  )
}

function DayTip({
  day,
  before,
  today,
  names,
}: {
  day: CoinDay
  before: string | undefined
  today: string
  names: DayNames
}) {
  return (
    <div className="day-tip">
      <strong>
        {wholeDayText(day.date)}
        {day.date === today && ', so far'}
      </strong>
      <span>
        {coinText(day.issued)} {names.up}
      </span>
      <span>
        {coinText(day.spent)} {names.down}
      </span>
      {before !== undefined && (
        <span>
          {coinText(before)} {names.up} before
        </span>
      )}
    </div>
  )
}

/** Ticks below the axis, each at its day. */
function Marks({ marks, days, axisWidth }: { marks: DayMark[]; days: CoinDay[]; axisWidth: number }) {
  const shown = marks.flatMap((mark) => {
    const index = days.findIndex(({ date }) => date === mark.date)
    return index < 0 ? [] : [{ ...mark, share: (index + 0.5) / days.length }]
  })
  return (
    <ul className="day-marks" style={{ marginInline: `${LEFT}px ${axisWidth}px` }} aria-label="What changed">
      {shown.map(({ date, text, share }) => (
        <li key={`${date} ${text}`} style={{ left: `${share * 100}%` }}>
          <Tooltip label={`${dayText(date)}: ${text}`}>
            <button type="button" aria-label={`${dayText(date)}: ${text}`} />
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}

function DayTable({
  days,
  today,
  caption,
  names,
}: {
  days: CoinDay[]
  today: string
  caption: string
  names: DayNames
}) {
  return (
    <div className="unseen">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{titled(names.up)}</th>
            <th scope="col">{titled(names.down)}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, issued, spent }) => (
            <tr key={date}>
              <th scope="row">
                {dayText(date)}
                {date === today && ', so far'}
              </th>
              <td>{coinText(issued)}</td>
              <td>{coinText(spent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
