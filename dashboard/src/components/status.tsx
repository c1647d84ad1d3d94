import './status.css'
import type { ReactNode } from 'react'

/** What the dot says: works, waits, needs attention, is wrong, or is over. */
export type Tone = 'good' | 'waiting' | 'attention' | 'bad' | 'quiet'

/** A dot and a word. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="status" data-tone={tone}>
      {children}
    </span>
  )
}
