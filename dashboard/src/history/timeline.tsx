import './history.css'
import type { ReactNode } from 'react'
import { Amount } from '../components/amount.tsx'
import { Time } from '../components/time.tsx'
import { coinText } from '../format/coins.ts'
import { lineDetail, lineText, shortLife, walletChange } from '../format/sentences.ts'
import { dayIn, programmeZone, wholeDayText } from '../format/time.ts'
import { actorText } from '../members/actor.ts'
import { UserLink } from '../members/member-link.tsx'
import { LineIcon } from './line-icon.tsx'
import { OrderLink } from './order-link.tsx'
import type { HistoryLine } from './queries.ts'
import { daysOf } from './timeline-days.ts'

/** Lines by day, newest first, with corrections below what they correct. */
export function Timeline({
  lines,
  label,
  open,
  actions,
  hasOrders = true,
}: {
  lines: HistoryLine[]
  label: string
  open: (line: HistoryLine) => void
  /** What can be done about a line. */
  actions: (line: HistoryLine, children: HistoryLine[]) => ReactNode
  /** Whether lines name their order, on a page that is not about one. */
  hasOrders?: boolean
}) {
  const zone = programmeZone()
  const days = daysOf(lines, (at) => dayIn(zone, new Date(at)))
  return (
    <ul className="timeline" aria-label={label}>
      {days.map(({ day, groups }) => (
        <li key={day}>
          <h3>{wholeDayText(day)}</h3>
          <ul className="day-lines">
            {groups.flatMap(({ line, children }) =>
              [line, ...children].map((each) => (
                <LineRow
                  key={`${each.kind} ${each.seq}`}
                  line={each}
                  isChild={each !== line}
                  open={open}
                  actions={actions(each, each === line ? children : [])}
                  hasOrder={hasOrders}
                />
              )),
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function LineRow({
  line,
  isChild,
  open,
  actions,
  hasOrder,
}: {
  line: HistoryLine
  isChild: boolean
  open: (line: HistoryLine) => void
  actions: ReactNode
  hasOrder: boolean
}) {
  const change = walletChange(line)
  return (
    <li className="line" data-child={isChild || undefined}>
      <LineIcon line={line} />
      <div className="line-main">
        <div className="line-first">
          <Title line={line} open={open} />
          {line.user && line.userId && (
            <UserLink userId={line.userId} className="cut">
              <bdi>{line.user.name}</bdi>
            </UserLink>
          )}
          {hasOrder && line.reference && <OrderLink reference={line.reference} />}
        </div>
        <div className="line-second cut">{besideText(line)}</div>
      </div>
      <div className="line-actions">{actions}</div>
      <div className="line-coins">
        {change && <Amount {...change} />}
        {change && line.balanceAfter && (
          <small title="In the wallet after this">{coinText(line.balanceAfter)}</small>
        )}
      </div>
      <div className="line-time">
        <Time at={line.createdAt} />
      </div>
    </li>
  )
}

/** Who joined and left has nothing to open. */
function Title({ line, open }: { line: HistoryLine; open: (line: HistoryLine) => void }) {
  const text = (
    <>
      {lineText(line)}
      {'ruleName' in line && line.ruleName && <span className="quiet"> · {line.ruleName}</span>}
    </>
  )
  if (line.kind === 'membership') return <span className="cut">{text}</span>
  return (
    <button type="button" className="row-link cut" onClick={() => open(line)}>
      {text}
    </button>
  )
}

/** Why, what somebody wrote, and who did it. */
const besideText = (line: HistoryLine): string =>
  [
    lineDetail(line),
    'note' in line ? line.note : null,
    shortLife(line),
    'returnId' in line && line.returnId ? 'with the return of the order' : null,
    line.actor && actorText(line.actor),
  ]
    .filter(Boolean)
    .join(' · ')
