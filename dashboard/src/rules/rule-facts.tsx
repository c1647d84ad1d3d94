import { Stack, Table, Text, Title } from '@mantine/core'
import { Card } from '../components/card.tsx'
import { CopyableValue } from '../components/copyable.tsx'
import { Facts } from '../components/description-list.tsx'
import { Moment } from '../components/timestamp.tsx'
import { coinText, countText } from '../format/coins.ts'
import { Participants } from './participants.tsx'
import { typeTitle } from './rule-type-cards.tsx'
import type { RuleData } from './rule-values.ts'
import { RuleWords } from './rule-words.tsx'
import { StatusBadge } from './status-badge.tsx'

/** Everything that is known of a rule. */
export function RuleFacts({ rule }: { rule: RuleData }) {
  const limit = Number(rule.userLimitAward)
  return (
    <Card title="What it does">
      <RuleWords rule={rule} />
      <Facts
        facts={{
          Participants: <Participants rule={rule} />,
          Coins: coinText(rule.coinValue),
          Type: typeTitle(rule.type),
          ...(rule.type === 'batched' && {
            'Awards for one payment': countText(Number(rule.completionNumber)),
          }),
          'For one person': limit === -1 ? 'No limit' : `At most ${countText(limit)} times`,
          Condition: rule.condition || 'None',
          Created: <Moment at={rule.createdAt} />,
          'Last changed': <Moment at={rule.updatedAt} />,
          Id: <CopyableValue text={rule.id} what="the id of the rule" />,
        }}
      />
      {rule.type === 'combined' && <SubRules rules={rule.rules} />}
    </Card>
  )
}

function SubRules({ rules }: Pick<RuleData, 'rules'>) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Sub-rules
      </Title>
      <Table verticalSpacing="xs" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name and condition</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rules.map((sub) => (
            <Table.Tr key={sub.name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={550}>
                  {sub.name}
                </Text>
                <Text size="sm" c="dimmed">
                  {sub.condition}
                </Text>
              </Table.Td>
              <Table.Td>
                <StatusBadge status={sub.status} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
