import { Badge } from '@mantine/core'
import { outcomeInWords } from './decision-in-words.ts'
import type { Decision } from './queries.ts'

const COLOURS: Record<string, string> = { paid: 'laurel', counted: 'blue', refused: 'red' }

/** What came of an award, in a few words. */
export function DecisionBadge({ decision }: { decision: Decision }) {
  return (
    <Badge
      component="span"
      variant="dot"
      color={decision.reversed ? 'gray' : (COLOURS[decision.outcome] ?? 'gray')}
      tt="none"
      fw={500}
    >
      {outcomeInWords(decision)}
    </Badge>
  )
}
