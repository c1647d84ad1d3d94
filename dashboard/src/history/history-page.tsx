import { coinName } from '../format/coins.ts'
import './history.css'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconBook2, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { ReturnDialog } from '../coin-calls/return-dialog.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { totalsText } from '../format/sentences.ts'
import { useMay } from '../session/roles.ts'
import { type Correction, CorrectionDialogs } from './corrections.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { Filters } from './filter-bar.tsx'
import { type HistoryFilter, isFiltered, matchesHistory } from './history-filter.ts'
import { HistoryFrame } from './history-frame.tsx'
import { LineDrawer } from './line-drawer.tsx'
import { LineTable } from './line-table.tsx'
import { type HistoryLine, historyQuery, totalsQuery } from './queries.ts'

/** Everything that was decided and moved, and who came and left, in one list. */
export function HistoryPage() {
  const { line, ...filter } = useSearch({ from: '/signed-in/history' })
  const navigate = useNavigate({ from: '/history' })
  const mayExport = useMay('exportTransactions')
  const mayReturn = useMay('returnOrder')
  const [isExporting, exporting] = useDisclosure(false)
  const [isReturning, returning] = useDisclosure(false)
  const [correction, setCorrection] = useState<Correction | null>(null)
  const openLine = (id: string | undefined) =>
    void navigate({ search: { ...filter, line: id }, resetScroll: false, replace: id === undefined })
  // Who joined and left has nothing more to show than the member.
  const open = ({ kind, userId, id }: HistoryLine) =>
    kind === 'membership' ? void navigate({ to: '/members/$userId', params: { userId } }) : openLine(id)
  return (
    <HistoryFrame
      actions={
        <>
          {mayReturn && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={returning.open}
            >
              Return an order
            </Button>
          )}
          {mayExport && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={exporting.open}
            >
              Export
            </Button>
          )}
        </>
      }
    >
      <Filters filter={filter} show={(next) => void navigate({ search: next })} />
      {isFiltered(filter) && <Totals filter={filter} />}
      <Lines key={JSON.stringify(filter)} filter={filter} open={open} />
      <LineDrawer id={line} close={() => openLine(undefined)} start={setCorrection} />
      <CorrectionDialogs correction={correction} close={() => setCorrection(null)} />
      <ExportDialog filter={filter} isOpen={isExporting} close={exporting.close} />
      <ReturnDialog isOpen={isReturning} reference={filter.reference ?? ''} close={returning.close} />
    </HistoryFrame>
  )
}

/** The sums of what is filtered. A list that loads shows its own error. */
function Totals({ filter }: { filter: HistoryFilter }) {
  const { data: totals } = useQuery(totalsQuery(filter))
  return (
    <p className="history-totals" role="status">
      {totals ? <strong>{totalsText(totals)}</strong> : '…'}
      {totals?.atLeast && ' · summed up over the latest lines only; choose fewer days for an exact sum'}
    </p>
  )
}

function Lines({ filter, open }: { filter: HistoryFilter; open: (line: HistoryLine) => void }) {
  // The filter is new with every render; its parts are not.
  const text = JSON.stringify(filter)
  const matches = useCallback((event: LiveEvent) => matchesHistory(JSON.parse(text), event), [text])
  const options = historyQuery(filter)
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'line', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  return (
    <CursorList
      query={query}
      rowsOf={({ lines }) => lines}
      loading={<LoadingRows rows={12} />}
      empty={<NoLines filter={filter} />}
      liveList={liveList}
    >
      {(lines) => <LineTable lines={lines} open={open} />}
    </CursorList>
  )
}

function NoLines({ filter }: { filter: HistoryFilter }) {
  if (isFiltered(filter))
    return (
      <EmptyState
        icon={IconBook2}
        title="Nothing found"
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/history" search={{}} {...props} />}>
            Show everything
          </Button>
        }
      >
        Choose other days, another kind, member, rule or order.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconBook2}
      title="Nothing happened yet"
      action={
        <Button component={Link} to="/rules">
          Go to the rules
        </Button>
      }
    >
      Every award appears here, whatever its outcome, and every movement of {coinName().many}.
    </EmptyState>
  )
}
