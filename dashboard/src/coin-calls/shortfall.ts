import type { Shortfall } from '@laurel/sdk'

/** What happens when fewer coins can be taken than are reversed. */
export const SHORTFALL_CHOICES: { value: Shortfall; label: string }[] = [
  { value: 'refuse', label: 'Reverse nothing' },
  { value: 'available', label: 'Take what is there, write off the rest' },
  { value: 'owe', label: 'Take what is there, the rest is owed' },
]
