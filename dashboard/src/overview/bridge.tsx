import type { Overview } from '@laurel/sdk'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Figure, Figures } from '../components/figure.tsx'
import { changeText, coinText, counted, signedText } from '../format/coins.ts'
import { kindLabel, linesOfKind } from '../format/statement-kinds.ts'
import { dayIn, dayText } from '../format/time.ts'

type Movements = Overview['kinds'][number]

/** From the coins in wallets before the days to those after them: every kind of movement, and the sum is exact. */
export function Bridge({ overview, isCompared }: { overview: Overview; isCompared: boolean }) {
  const [showsAll, setShowsAll] = useState(false)
  const { from, to, totals, kinds, timeZone } = overview
  const moved = kinds.filter(({ movements }) => movements > 0)
  const shown = showsAll ? kinds : moved
  return (
    <div>
      <Figures>
        <Figure label={`Opening, ${dayText(from)}`} value={coinText(totals.opening)} />
        {shown.map((movements) => (
          <KindFigure
            key={movements.kind}
            movements={movements}
            days={{ from, to }}
            isCompared={isCompared}
            note={movements.kind === 'reversed' ? besideText(totals) : undefined}
          />
        ))}
        <Figure
          label={to >= dayIn(timeZone) ? 'Now' : `Closing, ${dayText(to)}`}
          value={coinText(totals.closing)}
        />
      </Figures>
      {moved.length < kinds.length && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          ml={-7}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll
            ? 'Hide kinds without movements'
            : `… ${counted(kinds.length - moved.length, 'kind')} at 0`}
        </Button>
      )}
    </div>
  )
}

function KindFigure({
  movements: { kind, coins, change, previousCoins, movements },
  days,
  isCompared,
  note,
}: {
  movements: Movements
  days: { from: string; to: string }
  isCompared: boolean
  note: string | undefined
}) {
  const lines = linesOfKind(kind)
  const isCredit = !change.startsWith('-')
  return (
    <Figure
      label={kindLabel(kind)}
      value={movements === 0 ? '0' : signedText(change.replace('-', ''), isCredit)}
      tone={isCredit && movements > 0 ? 'brass' : 'ink'}
      change={isCompared ? changeText(previousCoins, coins) : null}
      note={note}
      link={lines && ((props) => <Link to="/history" search={{ ...lines, ...days }} {...props} />)}
    />
  )
}

/** What reversals did not take from wallets; it is in no sum. */
function besideText({ fromExpired, owed, writtenOff }: Overview['totals']): string | undefined {
  const parts = [
    ...(fromExpired === '0' ? [] : [`${coinText(fromExpired)} had expired`]),
    ...(owed === '0' ? [] : [`${coinText(owed)} owed`]),
    ...(writtenOff === '0' ? [] : [`${coinText(writtenOff)} written off`]),
  ]
  return parts.length > 0 ? parts.join(' · ') : undefined
}
