import type { Hold, Member, MemberNow } from '@laurel/sdk'
import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { type HoldDeed, HoldDialogs } from '../coin-calls/hold-dialogs.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { endText, startText } from '../format/coin-times.ts'
import { coinsText, coinsTitle, coinText, counted } from '../format/coins.ts'
import { USERS } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'

const HOLDS_MAX = 100
/** More of a kind are behind a button. */
const SHOWN = 4
/** The service names the next moments only. */
const MOMENTS_MAX = 12

const activeHoldsQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId, 'holds'],
    queryFn: async () => (await laurel.holds.list({ userId, status: 'active', limit: HOLDS_MAX })).data,
    meta: { live: true },
  })

type Moments = Pick<MemberNow['wallet'], 'pendingUntil' | 'expiring'>

/** What waits until when, what is held until when, and what expires when. Nothing for a wallet without any of that. */
export function MemberTimes({
  member,
  wallet: { held, pendingUntil = [], expiring = [] },
}: {
  member: Member
  /** Who left has no moments, and may have holds. */
  wallet: Member['wallet'] & Partial<Moments>
}) {
  const { data: holds = [] } = useQuery({ ...activeHoldsQuery(member.userId), enabled: held !== '0' })
  const [ending, setEnding] = useState<{ hold: Hold; deed: HoldDeed | null } | null>(null)
  if (pendingUntil.length + holds.length + expiring.length === 0 && !ending) return null
  return (
    <Section title={`${coinsTitle()} in time`}>
      <ul className="coin-times">
        <Some
          rows={pendingUntil}
          line={({ coins, at }) => (
            <Line key={at} coins={coins}>
              Can be spent from {startText(at)}
            </Line>
          )}
          more={(count) => `${counted(count, 'later day')} on which more can be spent`}
          endsEarly={pendingUntil.length === MOMENTS_MAX}
        />
        <Some
          rows={holds}
          line={(hold) => <HeldLine key={hold.id} hold={hold} start={(deed) => setEnding({ hold, deed })} />}
          more={(count) => `${counted(count, 'more hold')}`}
        />
        <Some
          rows={expiring}
          line={({ coins, at }) => (
            <Line key={at} coins={coins}>
              Expire {endText(at)}
            </Line>
          )}
          more={(count) => `${counted(count, 'later day')} on which more expire`}
          endsEarly={expiring.length === MOMENTS_MAX}
        />
      </ul>
      {ending && (
        <HoldDialogs {...ending} member={member} close={() => setEnding({ ...ending, deed: null })} />
      )}
    </Section>
  )
}

/** The first rows, and a button for the others. */
function Some<Row>({
  rows,
  line,
  more,
  endsEarly = false,
}: {
  rows: Row[]
  line: (row: Row) => ReactNode
  more: (count: number) => string
  endsEarly?: boolean
}) {
  const [showsAll, setShowsAll] = useState(false)
  // One more line takes no more place than the button.
  const shown = showsAll || rows.length <= SHOWN + 1 ? rows : rows.slice(0, SHOWN)
  return (
    <>
      {shown.map(line)}
      {shown.length < rows.length && (
        <li>
          <Button size="compact-xs" variant="subtle" color="gray" ml={-7} onClick={() => setShowsAll(true)}>
            … {more(rows.length - shown.length)}
          </Button>
        </li>
      )}
      {endsEarly && shown.length === rows.length && <li className="quiet">Later days are not listed.</li>}
    </>
  )
}

function HeldLine({ hold, start }: { hold: Hold; start: (deed: HoldDeed) => void }) {
  const may = { capture: useMay('captureHold'), release: useMay('releaseHold') }
  const deeds = DEEDS.filter(({ deed }) => may[deed])
  const what = `the hold of ${coinsText(hold.coins)}${hold.reference ? ` for ${hold.reference}` : ''}`
  return (
    <Line coins={hold.coins}>
      Held until <Time at={hold.expiresAt} format="full" />
      {hold.reference && (
        <div className="quiet cut" dir="auto">
          for {hold.reference}
        </div>
      )}
      {deeds.length > 0 && (
        <div className="coin-time-deeds">
          {deeds.map(({ deed, label }) => (
            <Button
              key={deed}
              size="compact-xs"
              variant="default"
              aria-label={`${label} ${what}`}
              onClick={() => start(deed)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </Line>
  )
}

const DEEDS: { deed: HoldDeed; label: string }[] = [
  { deed: 'capture', label: 'Capture' },
  { deed: 'release', label: 'Release' },
]

const Line = ({ coins, children }: { coins: string; children: ReactNode }) => (
  <li className="coin-time">
    <span className="coin-time-text">{children}</span>
    <span className="coin-time-amount">{coinText(coins)}</span>
  </li>
)
