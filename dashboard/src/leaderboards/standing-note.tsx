import { Alert, Text } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { coinsText, countText, ordinal } from '../format/coins.ts'
import type { BoardPart } from './board.ts'

/** Where the user stands who was looked for. */
export function StandingNote({
  part: { standing, count },
  unit,
  forget,
}: {
  part: BoardPart
  unit: 'point' | 'coin'
  forget: () => void
}) {
  if (!standing) return null
  const { person, position, amount } = standing
  return (
    <Alert
      icon={<IconUserSearch aria-hidden />}
      withCloseButton
      closeButtonLabel="Show the whole board"
      onClose={forget}
      role="status"
    >
      {position === 0 ? (
        <>
          <Name>{person.name}</Name> is not on this board.
        </>
      ) : (
        <>
          <Name>{person.name}</Name> stands {ordinal(position)} of {countText(count)} with{' '}
          {coinsText(amount, unit)}.
        </>
      )}
    </Alert>
  )
}

const Name = ({ children }: { children: string }) => (
  <Text span inherit fw={600}>
    {children}
  </Text>
)
