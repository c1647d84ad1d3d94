import './history.css'
import { Button, Group, TextInput } from '@mantine/core'
import { IconPackage, IconSearch } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { lineText } from '../format/sentences.ts'
import { HistoryFrame } from './history-frame.tsx'

const LINES_READ = 100

/** The orders of the latest lines, each with its last one. */
const latestOrdersQuery = queryOptions({
  queryKey: ['orders', 'latest'],
  queryFn: async () => {
    const { decisions } = await laurel.decisions.list({ kind: 'all', limit: LINES_READ })
    const orders = new Map<string, (typeof decisions)[number]>()
    for (const line of decisions)
      if (line.reference && !orders.has(line.reference)) orders.set(line.reference, line)
    return [...orders].map(([reference, line]) => ({ reference, line }))
  },
  meta: { live: true },
})

/** Finds an order by its number, and lists the latest ones. */
export function OrdersPage() {
  const query = useQuery(latestOrdersQuery)
  return (
    <HistoryFrame part="Orders">
      <FindOrder />
      <Section title="Latest orders" isFirst>
        <Loaded query={query} loading={<LoadingRows rows={8} />}>
          {(orders) =>
            orders.length === 0 ? (
              <EmptyState icon={IconPackage} title="No orders lately">
                Awards and payments that name an order appear here.
              </EmptyState>
            ) : (
              <DataTable
                label="Latest orders"
                rows={orders}
                keyOf={({ reference }) => reference}
                link={({ reference }, props) => (
                  <Link to="/history/orders/$reference" params={{ reference }} {...props} />
                )}
                columns={[
                  { name: 'Order', cell: ({ reference }) => <bdi>{reference}</bdi>, phone: 'title' },
                  {
                    name: 'Last line',
                    cell: ({ line }) => (
                      <>
                        {lineText(line)}
                        {'ruleName' in line && line.ruleName && (
                          <span className="quiet"> · {line.ruleName}</span>
                        )}
                      </>
                    ),
                    phone: 'more',
                  },
                  {
                    name: 'When',
                    cell: ({ line }) => <Time at={line.createdAt} />,
                    isAmount: true,
                    width: '16%',
                    phone: 'aside',
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Section>
    </HistoryFrame>
  )
}

function FindOrder() {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const reference = text.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (reference) void navigate({ to: '/history/orders/$reference', params: { reference } })
      }}
    >
      <Group gap="sm">
        <TextInput
          type="search"
          aria-label="Number of an order"
          placeholder="Number of an order"
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          w={{ base: '100%', xs: 320 }}
        />
        <Button type="submit" variant="default" disabled={!reference}>
          Show the order
        </Button>
      </Group>
    </form>
  )
}
