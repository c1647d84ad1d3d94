/** A filter of the history. */
type Lines = {
  kind: 'award' | 'opening' | 'added' | 'refund' | 'reversal' | 'transfer' | 'taken' | 'settlement' | 'expiry'
  outcome?: 'paid' | 'moved' | 'reversed'
}

/** How the kinds of a statement are called, and where their lines are: those that moved coins. */
const KINDS: Record<string, { label: string; lines: Lines }> = {
  issued: { label: 'Issued', lines: { kind: 'award', outcome: 'paid' } },
  opened: { label: 'Imported', lines: { kind: 'opening' } },
  added: { label: 'Added by hand', lines: { kind: 'added', outcome: 'moved' } },
  refunded: { label: 'Refunded', lines: { kind: 'refund', outcome: 'moved' } },
  reversed: { label: 'Reversed', lines: { kind: 'reversal', outcome: 'reversed' } },
  spent: { label: 'Spent', lines: { kind: 'transfer', outcome: 'moved' } },
  deducted: { label: 'Taken by hand', lines: { kind: 'taken', outcome: 'moved' } },
  settled: { label: 'Settled', lines: { kind: 'settlement' } },
  expired: { label: 'Expired', lines: { kind: 'expiry' } },
}

/** The label of a kind; one that a later service counts is shown by its name. */
export const kindLabel = (kind: string): string => KINDS[kind]?.label ?? kind

/** The filter of the history that shows the movements of a kind; undefined when it has none. */
export const linesOfKind = (kind: string): Lines | undefined => KINDS[kind]?.lines
