import { Progress, Stack, Text } from '@mantine/core'
import { countText } from '../format/coins.ts'

/** How many people a rule has paid of those that it can pay. */
export function Participants({
  rule,
}: {
  rule: { name: string; participants: string; maxNumberOfParticipant: string }
}) {
  const [paid, most] = [Number(rule.participants), Number(rule.maxNumberOfParticipant)]
  const text = `${countText(paid)} of ${countText(most)}`
  return (
    <Stack gap={4} miw={120}>
      <Text size="sm" className="figure" style={{ whiteSpace: 'nowrap' }}>
        {text}
        {paid >= most && ' · full'}
      </Text>
      <Progress
        value={Math.min(100, (paid / most) * 100)}
        size="sm"
        aria-label={`Participants of ${rule.name}: ${text}`}
      />
    </Stack>
  )
}
