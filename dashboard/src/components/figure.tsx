import './figure.css'
import type { ReactNode } from 'react'

/** Figures side by side, with rules between their lines. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>
}

/** A label, its value and how it changed. `link` leads to what is behind the figure. */
export function Figure({
  label,
  value,
  change,
  note,
  tone = 'ink',
  size = 'normal',
  link,
  children,
}: {
  label: ReactNode
  value: ReactNode
  /** "+6 %", against the period that is compared. */
  change?: string | null | undefined
  note?: ReactNode
  /** Coins that came in are brass. */
  tone?: 'ink' | 'brass' | 'clay'
  size?: 'normal' | 'hero'
  link?: ((props: { className: string; children: ReactNode }) => ReactNode) | undefined
  /** A drawing below the figure. */
  children?: ReactNode
}) {
  const text = (
    <span className="figure-value display" data-tone={tone} data-size={size}>
      {value}
    </span>
  )
  return (
    <div className="figure-box" data-size={size}>
      <dt>{label}</dt>
      <dd>
        {link ? link({ className: 'figure-link', children: text }) : text}
        {change && <span className="figure-change">{change}</span>}
      </dd>
      {note && <dd className="figure-note">{note}</dd>}
      {children && <dd>{children}</dd>}
    </div>
  )
}
