import { Anchor, Group, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { coinText } from '../format/coins.ts'
import { Participants } from './participants.tsx'
import { typeTitle } from './rule-type-cards.tsx'
import type { RuleData } from './rule-values.ts'
import { StatusBadge } from './status-badge.tsx'

/** Rules, one a line; on a phone only what fits. */
export function RuleTable({ rules }: { rules: RuleData[] }) {
  return (
    <Table verticalSpacing="sm" horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Rule</Table.Th>
          <Table.Th visibleFrom="sm">Type</Table.Th>
          <Table.Th className="number">Coins</Table.Th>
          <Table.Th>Participants</Table.Th>
          <Table.Th visibleFrom="sm">Status</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rules.map((rule) => (
          <Table.Tr key={rule.id}>
            <Table.Td>
              <Stack gap={2}>
                <Anchor
                  renderRoot={(props) => <Link to="/rules/$ruleId" params={{ ruleId: rule.id }} {...props} />}
                  fw={550}
                  size="sm"
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {rule.name}
                </Anchor>
                <Text size="xs" c="dimmed" lineClamp={1} visibleFrom="sm">
                  {rule.condition}
                </Text>
                <Group gap="xs" hiddenFrom="sm">
                  <Text size="xs" c="dimmed">
                    {typeTitle(rule.type)} · {rule.status}
                  </Text>
                </Group>
              </Stack>
            </Table.Td>
            <Table.Td visibleFrom="sm">{typeTitle(rule.type)}</Table.Td>
            <Table.Td className="number">{coinText(rule.coinValue)}</Table.Td>
            <Table.Td>
              <Participants rule={rule} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <StatusBadge status={rule.status} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
