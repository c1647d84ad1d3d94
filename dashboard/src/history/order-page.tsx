import './history.css'
import type { Order } from '@laurel/sdk'
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { orderQuery } from '../coin-calls/order-query.ts'
import { ReturnDialog } from '../coin-calls/return-dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Figure, Figures } from '../components/figure.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { coinText, countText, netText } from '../format/coins.ts'
import { percentOf } from '../format/percent.ts'
import { Page } from '../layout/page.tsx'
import { memberLabelOf, membersByIdQuery } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { type Correction, CorrectionDialogs, DeedButtons, useDeeds } from './corrections.tsx'
import { LineDrawer } from './line-drawer.tsx'
import type { HistoryLine } from './queries.ts'
import { Timeline } from './timeline.tsx'

/** All about one order: its lines, the net, and how much of it came back. */
export function OrderPage() {
  const { reference } = useParams({ from: '/signed-in/history/orders/$reference' })
  const query = useQuery(orderQuery(reference))
  const [isReturning, returning] = useDisclosure(false)
  const mayReturn = useMay('returnOrder')
  const share = query.data?.returnedShare
  return (
    <Page
      title={reference}
      part="Order"
      description={
        <>
          <Link to="/history/orders">All orders</Link>
          <Link to="/history" search={{ reference }}>
            In the history
          </Link>
        </>
      }
      actions={
        mayReturn &&
        share !== undefined &&
        share !== '1' && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={returning.open}
          >
            {share === '0' ? 'Return' : 'Return more'}
          </Button>
        )
      }
    >
      <Loaded query={query} loading={<LoadingRows rows={6} />}>
        {(order) =>
          order ? (
            <FoundOrder order={order} />
          ) : (
            <EmptyState
              icon={IconPackage}
              title="No such order"
              action={
                <Button variant="default" component={Link} to="/history/orders">
                  Find another order
                </Button>
              }
            >
              Nothing was awarded or spent with this number. Capitals and spaces matter.
            </EmptyState>
          )
        }
      </Loaded>
      <ReturnDialog isOpen={isReturning} reference={reference} close={returning.close} />
    </Page>
  )
}

function FoundOrder({ order }: { order: Order }) {
  const [lineId, setLineId] = useState<string>()
  const [correction, setCorrection] = useState<Correction | null>(null)
  const deedsOf = useDeeds()
  const lines = useNamedLines(order)
  const { totals, returnedShare, reference } = order
  return (
    <>
      <Figures>
        <Figure
          label="Net in wallets"
          value={netText(totals.net)}
          note={totals.atLeast ? 'Of the latest lines only' : undefined}
        />
        <Figure
          label="Into wallets"
          value={coinText(totals.credited)}
          tone="brass"
          link={(props) => <Link to="/history" search={{ reference, direction: 'in' }} {...props} />}
        />
        <Figure
          label="Out of wallets"
          value={coinText(totals.debited)}
          link={(props) => <Link to="/history" search={{ reference, direction: 'out' }} {...props} />}
        />
        <Figure label="Of the order" value={cameBackText(returnedShare)}>
          <CameBack share={returnedShare} />
        </Figure>
      </Figures>
      <Section title="Lines">
        <Timeline
          lines={lines}
          label={`Lines of ${reference}`}
          open={({ id }) => setLineId(id)}
          hasOrders={false}
          actions={(line) => <DeedButtons line={line} deeds={deedsOf(line)} start={setCorrection} />}
        />
        {order.next && (
          <Text size="sm" c="dimmed">
            These are the latest of {countText(totals.lines)} lines.{' '}
            <Link to="/history" search={{ reference }}>
              See all
            </Link>
          </Text>
        )}
      </Section>
      <LineDrawer id={lineId} close={() => setLineId(undefined)} start={setCorrection} />
      <CorrectionDialogs correction={correction} close={() => setCorrection(null)} />
    </>
  )
}

/** "60 % came back". */
const cameBackText = (share: string) => (share === '0' ? 'Nothing' : `${percentOf(share)} came back`)

function CameBack({ share }: { share: string }) {
  return (
    <svg className="came-back" aria-hidden>
      <rect width={`${Number(share) * 100}%`} height={6} rx={3} />
    </svg>
  )
}

function useNamedLines({ lines }: Order): HistoryLine[] {
  const ids = [...new Set(lines.flatMap(({ userId }) => userId ?? []))]
  const { data: members = [] } = useQuery(membersByIdQuery(ids))
  const names = new Map(members.map((member) => [member.userId, memberLabelOf(member)]))
  return lines.map((line) => ({ ...line, user: names.get(line.userId ?? '') ?? null }))
}
