import type { Overview } from '@laurel/sdk'
import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '../components/card.tsx'
import { countText } from '../format/coins.ts'
import { refusalText } from './refusal-text.ts'

export function Refusals({ refusals }: { refusals: Overview['refusals'] }) {
  const most = refusals[0]?.count ?? 0
  return (
    <Card title="Refusals by reason" description="Refused awards change nothing.">
      {refusals.length === 0 && <Text size="sm">No award was refused in this period.</Text>}
      <Stack gap="md" component="ul" className="rows">
        {refusals.map(({ reason, count }) => {
          const { text, action, to, search } = refusalText(reason)
          return (
            <li key={reason}>
              <Group justify="space-between" wrap="nowrap" align="baseline">
                <Text size="sm">{text}</Text>
                <Text size="sm" fw={600} className="figure">
                  {countText(count)}
                </Text>
              </Group>
              <Progress value={(count / most) * 100} color="red.6" size="sm" my={4} aria-hidden />
              <Anchor size="xs" renderRoot={(props) => <Link to={to} search={search} {...props} />}>
                {action}
              </Anchor>
            </li>
          )
        })}
      </Stack>
    </Card>
  )
}
