import type { ExpiryForecast as Forecast } from '@laurel/sdk'
import { Anchor } from '@mantine/core'
import { IconClockX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { coinName, coinsTitle, coinText, countText } from '../format/coins.ts'
import { moneyText } from '../format/money.ts'
import { monthText } from '../format/time.ts'
import { useMay } from '../session/roles.ts'
import { expiryQuery } from './queries.ts'
import { ShareBar } from './share-bar.tsx'

/** What will expire in each of the next twelve months. */
export function ExpiryForecast() {
  const query = useQuery(expiryQuery)
  return (
    <Section
      title="What will expire"
      description={`By the end of each month, if members spend none of these ${coinName().many} before. What is held joins them when it comes back.`}
    >
      <Loaded query={query} loading={<LoadingRows rows={5} />}>
        {(forecast) => (forecast.coins === '0' ? <Nothing /> : <Months forecast={forecast} />)}
      </Loaded>
    </Section>
  )
}

function Nothing() {
  const mayChange = useMay('changeOwnPartner')
  return (
    <EmptyState icon={IconClockX} title="Nothing expires">
      None of the {coinName().many} in wallets will expire.{' '}
      {mayChange && (
        <Anchor inherit component={Link} to="/settings" underline="always">
          Say when {coinName().many} expire
        </Anchor>
      )}
    </EmptyState>
  )
}

type Row = Forecast['later'] & { name: string }

function Months({ forecast: { months, later, coins: all, value, coinValue } }: { forecast: Forecast }) {
  const money = (worth: string | null) => (worth && coinValue ? moneyText(worth, coinValue.currency) : '')
  const rows: Row[] = [
    ...months.map((month) => ({ ...month, name: monthText(month.month) })),
    ...(later.coins === '0' ? [] : [{ ...later, name: 'Later' }]),
  ]
  return (
    <DataTable
      label="What will expire"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: 'Month', cell: ({ name }) => name, phone: 'title' },
        {
          name: 'Share',
          cell: ({ coins }) => <ShareBar coins={coins} all={all} />,
          width: '26%',
          phone: 'more',
        },
        {
          name: coinsTitle(),
          cell: ({ coins }) => coinText(coins),
          isAmount: true,
          width: '18%',
          phone: 'value',
        },
        { name: 'Members', cell: ({ members }) => countText(members), isAmount: true, width: '14%' },
        ...(coinValue
          ? ([
              {
                name: 'Value',
                cell: (row: Row) => money(row.value),
                isAmount: true,
                width: '18%',
                phone: 'aside',
              },
            ] as const)
          : []),
      ]}
      footer={
        <tr>
          <td data-phone="title">Total</td>
          <td />
          <td data-amount data-phone="value">
            {coinText(all)}
          </td>
          <td />
          {coinValue && (
            <td data-amount data-phone="aside">
              {money(value)}
            </td>
          )}
        </tr>
      }
    />
  )
}
