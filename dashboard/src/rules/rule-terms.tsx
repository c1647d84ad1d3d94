import './when-section.css'
import type { Rule } from '@laurel/sdk'
import { Anchor, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CopyableValue } from '../components/copyable.tsx'
import { DataTable } from '../components/data-table.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { Section } from '../components/section.tsx'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { maximumText } from './rule-limits.ts'
import { coinTimes, ruleText, typeTitle } from './rule-text.ts'

/** What the sentence at the top of the page leaves out. */
export function RuleTerms({ rule }: { rule: Rule }) {
  const maximum = maximumText(rule)
  const [shown] = coinTimes(rule)
  const sentences = [
    ...ruleText(rule)
      .slice(1)
      .filter((sentence) => sentence !== shown),
    ...(maximum ? [maximum] : []),
  ]
  return (
    <Section title="Terms">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {rule.condition || 'It has no condition.'}
      </Text>
      <List size="sm" spacing={4} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Expression label="Only when" source={rule.when} />
      <Expression label="Units" source={rule.unitsFrom} />
      {rule.activityType !== null && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/history/activities" search={{ type: rule.activityType ?? undefined }} {...props} />
          )}
        >
          Its activities
        </Anchor>
      )}
      {rule.type === 'combined' && <SubRules rules={rule.rules} />}
      <DescriptionList
        items={{
          Type: typeTitle(rule.type),
          'Shown to members': rule.shownToUsers ? 'Yes' : 'No',
          Created: <Time at={rule.createdAt} format="day" />,
          'Last changed': <Time at={rule.updatedAt} format="full" />,
        }}
      />
      <CopyableValue text={rule.id} what="the id of the rule" />
    </Section>
  )
}

/** For those who read expressions; the sentences above say the same in words. */
const Expression = ({ label, source }: { label: string; source: string | null }) =>
  source && (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <code className="expression-text">{source}</code>
    </div>
  )

function SubRules({ rules }: Pick<Rule, 'rules'>) {
  return (
    <Stack gap="xs">
      <DataTable
        label="Parts of the rule"
        rows={rules}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Sub-rule', cell: ({ name }) => name, width: '40%', phone: 'title' },
          { name: 'Condition', cell: ({ condition }) => condition, isLong: true, phone: 'more' },
          {
            name: 'Status',
            cell: ({ status }) => (
              <Status tone={status === 'active' ? 'good' : 'quiet'}>
                {status === 'active' ? 'Active' : 'Paused'}
              </Status>
            ),
            width: '26%',
            phone: 'value',
          },
        ]}
      />
    </Stack>
  )
}
