import type { AwardDecision, CoinDecision, Hold } from '@laurel/sdk'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdjustDialog } from '../coin-calls/adjust-dialog.tsx'
import { AwardDialog } from '../coin-calls/award-dialog.tsx'
import { type HoldDeed, HoldDialogs } from '../coin-calls/hold-dialogs.tsx'
import { RefundDialog } from '../coin-calls/refund-dialog.tsx'
import { ReverseDialog } from '../coin-calls/reverse-dialog.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorAlert } from '../components/error-alert.tsx'
import { coinsOf } from '../format/coins.ts'
import { lineText, refusalText } from '../format/sentences.ts'
import { membersByIdQuery } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { type HistoryLine, holdOfLineQuery, isOfHold, leftToRefundQuery } from './queries.ts'

/** What can be done about a line. */
type Deed = 'reverse' | 'refund' | 'again' | 'add' | HoldDeed

const DEED_TEXT: Record<Deed, string> = {
  reverse: 'Reverse',
  refund: 'Refund',
  again: 'Award again',
  add: 'Add by hand',
  capture: 'Capture',
  release: 'Release',
}

export type Correction = { line: HistoryLine; deed: Deed }

/** The deeds that make sense for a line and that the reader may do. A list does not know which holds are active. */
export function useDeeds(): (line: HistoryLine, hold?: Hold | null) => Deed[] {
  const may = {
    reverse: useMay('reverseAward'),
    refund: useMay('refundCoins'),
    again: useMay('awardRule'),
    add: useMay('adjustCoins'),
    capture: useMay('captureHold'),
    release: useMay('releaseHold'),
  }
  return (line, hold = null) => possibleDeeds(line, hold).filter((deed) => may[deed])
}

function possibleDeeds(line: HistoryLine, hold: Hold | null): Deed[] {
  const isRefused = line.outcome === 'refused'
  if (hold?.status === 'active') return ['capture', 'release']
  if (line.kind === 'award') {
    if (isRefused) return ['again', 'add']
    return line.reversed ? [] : ['reverse']
  }
  return line.kind === 'transfer' && !isRefused ? ['refund'] : []
}

/** The buttons of the deeds, with names that a screen reader can tell apart. */
export function DeedButtons({
  line,
  deeds,
  start,
  size = 'compact-xs',
}: {
  line: HistoryLine
  deeds: Deed[]
  start: (correction: Correction) => void
  size?: 'compact-xs' | 'compact-sm'
}) {
  const subject = 'ruleName' in line && line.ruleName ? line.ruleName : lineText(line)
  return deeds.map((deed) => (
    <Button
      key={deed}
      size={size}
      variant="default"
      aria-label={`${DEED_TEXT[deed]}: ${subject}`}
      onClick={() => start({ line, deed })}
    >
      {DEED_TEXT[deed]}
    </Button>
  ))
}

/** The dialog of a deed. What it is about stays while it closes. */
export function CorrectionDialogs({
  correction,
  close,
}: {
  correction: Correction | null
  close: () => void
}) {
  const [kept, setKept] = useState(correction)
  if (correction && correction !== kept) setKept(correction)
  if (!kept) return null
  const { line } = kept
  const deed = correction?.deed ?? null
  return (
    <>
      {line.kind === 'award' && <AwardCorrections award={line} deed={deed} close={close} />}
      {line.kind === 'transfer' && <Refund spending={line} isOpen={deed === 'refund'} close={close} />}
      {isOfHold(line) && (
        <EndHold line={line} deed={deed === 'capture' || deed === 'release' ? deed : null} close={close} />
      )}
    </>
  )
}

type AwardProps = { award: AwardDecision; deed: Deed | null; close: () => void }

function AwardCorrections({ award, deed, close }: AwardProps) {
  const query = useQuery(membersByIdQuery([award.userId]))
  const [member] = query.data ?? []
  if (!member) return <NotLoaded query={query} isOpen={deed !== null} close={close} />
  const { reference, ruleName, units, reason } = award
  const why = reason && `${ruleName}: ${refusalText(reason).toLowerCase()}`
  return (
    <>
      <ReverseDialog award={deed === 'reverse' ? award : null} member={member} close={close} />
      <AwardDialog
        isOpen={deed === 'again'}
        member={member}
        close={close}
        start={{ ruleName, units, reference }}
      />
      <AdjustDialog
        isOpen={deed === 'add'}
        member={member}
        close={close}
        start={{ coins: award.coins === '0' ? '' : award.coins, reference, reason: why ?? '' }}
      />
    </>
  )
}

function Refund({ spending, isOpen, close }: { spending: CoinDecision; isOpen: boolean; close: () => void }) {
  const query = useQuery(membersByIdQuery([spending.userId]))
  const [member] = query.data ?? []
  const leftQuery = useQuery(leftToRefundQuery(spending))
  const { data: left } = leftQuery
  if (!member || left === undefined)
    return <NotLoaded query={query.isError ? query : leftQuery} isOpen={isOpen} close={close} />
  const { id, coins } = spending
  return (
    <RefundDialog
      spending={isOpen ? { id, coins, left: left > 0n ? coinsOf(left) : '0' } : null}
      member={member}
      close={close}
    />
  )
}

function EndHold({ line, deed, close }: { line: CoinDecision; deed: HoldDeed | null; close: () => void }) {
  const holdQuery = useQuery(holdOfLineQuery(line))
  const memberQuery = useQuery(membersByIdQuery([line.userId]))
  const [member] = memberQuery.data ?? []
  if (!member || !holdQuery.data)
    return (
      <NotLoaded query={holdQuery.isError ? holdQuery : memberQuery} isOpen={deed !== null} close={close} />
    )
  return <HoldDialogs hold={holdQuery.data} deed={deed} member={member} close={close} />
}

/** Says why a dialog cannot open. What it needs is there in a moment otherwise. */
function NotLoaded({
  query: { error, refetch },
  isOpen,
  close,
}: {
  query: { error: unknown; refetch: () => unknown }
  isOpen: boolean
  close: () => void
}) {
  if (!error) return null
  return (
    <Dialog isOpen={isOpen} close={close} title="The member could not be loaded">
      <ErrorAlert error={error} retry={() => void refetch()} />
    </Dialog>
  )
}
