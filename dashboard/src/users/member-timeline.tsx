import type { Member, Query } from '@laurel/sdk'
import { Button, Group } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { CursorList } from '../components/cursor-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Section } from '../components/section.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { hundredthsOf } from '../format/coins.ts'
import { type Correction, CorrectionDialogs, DeedButtons, useDeeds } from '../history/corrections.tsx'
import { HOLD_KINDS, isListed } from '../history/history-filter.ts'
import { LineDrawer } from '../history/line-drawer.tsx'
import { type HistoryLine, memberHistoryQuery } from '../history/queries.ts'
import { Timeline } from '../history/timeline.tsx'
import { MEMBER_VIEWS, type MemberView } from './member-search.ts'

const VIEWS: Record<MemberView, { label: string; query: Query<'listDecisions'> }> = {
  awards: { label: 'Awards', query: { kind: 'award,reversal' } },
  spent: { label: 'Spent', query: { kind: 'transfer,refund' } },
  held: { label: 'Held and expired', query: { kind: `${HOLD_KINDS.join()},expiry` } },
  corrections: { label: 'Corrections', query: { kind: 'reversal,refund,adjustment,settlement' } },
  refused: { label: 'Refused', query: { kind: 'all', outcome: 'refused' } },
  account: { label: 'Account', query: { kind: 'membership,opening' } },
}

/** Everything about one member, by day, with corrections below what they correct. */
export function MemberTimeline({ member }: { member: Member }) {
  const { show, q, line } = useSearch({ from: '/signed-in/members/$userId' })
  const navigate = useNavigate({ from: '/members/$userId' })
  const [correction, setCorrection] = useState<Correction | null>(null)
  const openLine = (id: string | undefined) =>
    void navigate({
      search: (now) => ({ ...now, line: id }),
      resetScroll: false,
      replace: id === undefined,
    })
  const choose = (view: MemberView | undefined) =>
    void navigate({ search: (now) => ({ ...now, show: view }), resetScroll: false, replace: true })
  return (
    <Section
      title="Timeline"
      isFirst
      actions={
        <SearchBox
          label="Order or note"
          value={q}
          onSearch={(text) =>
            void navigate({ search: (now) => ({ ...now, q: text }), resetScroll: false, replace: true })
          }
          maxLength={100}
          size="xs"
          w={180}
        />
      }
    >
      <Group gap="xs" className="filter-chips" role="group" aria-label="Lines to show">
        {[undefined, ...MEMBER_VIEWS].map((view) => (
          <button
            key={view ?? 'all'}
            type="button"
            className="filter-chip"
            aria-pressed={show === view}
            onClick={() => choose(view)}
          >
            {view ? VIEWS[view].label : 'All'}
          </button>
        ))}
      </Group>
      <Lines
        key={`${show} ${q}`}
        query={{
          ...(show ? VIEWS[show].query : { kind: 'history' }),
          ...(q && { q }),
          userId: member.userId,
        }}
        open={openLine}
        start={setCorrection}
      />
      <LineDrawer id={line} close={() => openLine(undefined)} start={setCorrection} />
      <CorrectionDialogs correction={correction} close={() => setCorrection(null)} />
    </Section>
  )
}

function Lines({
  query: filter,
  open,
  start,
}: {
  query: Query<'listDecisions'> & { userId: string }
  open: (id: string) => void
  start: (correction: Correction) => void
}) {
  // The query is new with every render; its text is not.
  const text = JSON.stringify(filter)
  const matches = useCallback((event: LiveEvent) => isListed(JSON.parse(text), event), [text])
  const options = memberHistoryQuery(filter)
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'line', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  const deedsOf = useDeeds()
  return (
    <CursorList
      query={query}
      rowsOf={({ lines }) => lines}
      loading={<LoadingRows rows={8} />}
      empty={<NoLines isFiltered={filter.kind !== 'history' || filter.q !== undefined} />}
      liveList={liveList}
    >
      {(lines) => (
        <Timeline
          lines={lines}
          label="Timeline"
          open={({ id }) => open(id)}
          actions={(line, children) => (
            <>
              {hasReason(line) && (
                <Button size="compact-xs" variant="default" onClick={() => open(line.id)}>
                  Why?
                </Button>
              )}
              {!isRefunded(line, children) && <DeedButtons line={line} deeds={deedsOf(line)} start={start} />}
            </>
          )}
        />
      )}
    </CursorList>
  )
}

const hasReason = ({ outcome }: HistoryLine) => outcome === 'refused' || outcome === 'counted'

/** Refunds are newer than what they refund, so they are listed before it. */
function isRefunded(line: HistoryLine, children: HistoryLine[]): boolean {
  if (line.kind !== 'transfer') return false
  const left = children
    .filter(({ kind, outcome }) => kind === 'refund' && outcome === 'moved')
    .reduce((sum, { coins }) => sum - (hundredthsOf(coins ?? '0') ?? 0n), hundredthsOf(line.coins) ?? 0n)
  return left <= 0n
}

function NoLines({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon={IconReceipt} title="Nothing of this kind">
        Choose another kind above, or search for something else.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconReceipt} title="Nothing happened yet">
      Awards from your backend or your team appear here, with the reason when they do not pay.
    </EmptyState>
  )
}
