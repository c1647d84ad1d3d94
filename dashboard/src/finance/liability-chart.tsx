import '../components/coins-by-day.css'
import type { Month } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { mirroredAxisOf } from '../components/chart-axis.ts'
import { coinsText, coinsTitle, coinText } from '../format/coins.ts'
import { moneyText } from '../format/money.ts'
import { monthText, shortMonthText } from '../format/time.ts'
import { currentMonth, monthSearch } from './finance-search.ts'

const HEIGHT = 220

/** The coins in wallets at the end of each month. A click leads to the month; a table has the same figures. */
export function LiabilityChart({ months }: { months: Month[] }) {
  const navigate = useNavigate()
  if (months.length < 2)
    return (
      <Text size="sm" c="dimmed">
        The line begins with the second month.
      </Text>
    )
  const data = months.map(({ month, closing }) => ({ month, coins: Number(closing) }))
  const { ticks, labelOf, width } = mirroredAxisOf(Math.max(...data.map(({ coins }) => coins)), 0)
  return (
    <figure className="coins-by-day">
      <div aria-hidden data-pressable>
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <AreaChart
            data={data}
            accessibilityLayer={false}
            margin={{ top: 8, right: 0, bottom: 0, left: 16 }}
            onClick={({ activeLabel }) => {
              if (activeLabel !== undefined)
                void navigate({ to: '/finance', search: { month: monthSearch(String(activeLabel)) } })
            }}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="month"
              tickFormatter={shortMonthText}
              tickLine={false}
              axisLine={false}
              interval="equidistantPreserveStart"
              minTickGap={16}
            />
            <YAxis
              ticks={ticks}
              domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
              interval={0}
              tickFormatter={labelOf}
              width={width}
              tickLine={false}
              axisLine={false}
              orientation="right"
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--slate)' }}
              content={({ active, label }) => {
                const month = months.find((each) => each.month === label)
                return active && month ? <MonthTip month={month} /> : null
              }}
            />
            <Area
              dataKey="coins"
              isAnimationActive={false}
              stroke="var(--brass-fill)"
              strokeWidth={2.5}
              fill="var(--brass-fill)"
              fillOpacity={0.12}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <MonthFigures months={months} />
    </figure>
  )
}

const nameOf = (month: string): string => `${monthText(month)}${month === currentMonth() ? ', so far' : ''}`

function MonthTip({ month: { month, closing, closingValue, coinValue } }: { month: Month }) {
  return (
    <div className="day-tip">
      <strong>{nameOf(month)}</strong>
      <span>{coinsText(closing)}</span>
      {closingValue && coinValue && <span>{moneyText(closingValue, coinValue.currency)}</span>}
    </div>
  )
}

function MonthFigures({ months }: { months: Month[] }) {
  return (
    <div className="unseen">
      <table>
        <caption>{coinsTitle()} in wallets at the end of each month</caption>
        <tbody>
          {months.map(({ month, closing }) => (
            <tr key={month}>
              <th scope="row">{nameOf(month)}</th>
              <td>{coinText(closing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
