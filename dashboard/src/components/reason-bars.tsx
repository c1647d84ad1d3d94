import './reason-bars.css'
import type { ReactNode } from 'react'
import { countText } from '../format/coins.ts'

type Reason = {
  key: string
  text: string
  count: number
  /** Leads to the lines behind the bar: `(props) => <Link to="…" {...props} />`. */
  link?: (props: { className: string; children: ReactNode }) => ReactNode
}

/** How often each reason was given, as bars. */
export function ReasonBars({ reasons, label }: { reasons: Reason[]; label: string }) {
  const most = Math.max(1, ...reasons.map(({ count }) => count))
  return (
    <ul className="reason-bars" aria-label={label}>
      {reasons.map(({ key, text, count, link }) => (
        <li key={key}>
          {link ? link({ className: 'row-link', children: text }) : <span>{text}</span>}
          <svg width="100%" height={6} aria-hidden>
            <rect width={`${Math.max(1, (count / most) * 100)}%`} height={6} rx={2} fill="var(--clay)" />
          </svg>
          <span className="number">{countText(count)}</span>
        </li>
      ))}
    </ul>
  )
}
