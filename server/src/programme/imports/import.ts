import type { RecordedActor } from '../ledger/actor.ts'

/** How many lines one transaction works off: few, because the partner's awards wait for it. */
export const BATCH_LINES_MAX = 500
export const LINES_MAX = 1_000_000
export const BYTES_MAX = 100 * 1_048_576

export const IMPORT_STATUSES = ['receiving', 'running', 'finished', 'cancelled'] as const
type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** A file of members. Lines are counted without the header of a CSV file and without empty lines. */
export type Import = {
  id: string
  status: ImportStatus
  actor: RecordedActor
  /** Lines received, worked off, made members and refused. */
  lines: number
  done: number
  created: number
  refused: number
  createdAt: Date
  finishedAt: Date | null
}

export const REFUSAL_REASONS = ['invalid', 'already_member'] as const

/** A line that made no member. */
export type LineRefusal = {
  /** The number of the line in the file, from 1. */
  line: number
  externalId: string | null
  reason: (typeof REFUSAL_REASONS)[number]
  problem: string
}

/** Percent of the lines that are worked off, rounded down. */
export const percentOf = ({ status, lines, done }: Pick<Import, 'status' | 'lines' | 'done'>): number => {
  if (status === 'finished') return 100
  return lines === 0 || status === 'receiving' ? 0 : Math.floor((done / lines) * 100)
}
