import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { errorText } from '../activities/outcome-text.ts'
import { DataTable } from '../components/data-table.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { counted, countText } from '../format/coins.ts'
import { refusalText } from '../format/sentences.ts'
import { wholeDayText } from '../format/time.ts'

type Count = { count: number }

/** What the results of a rule tell about activities. */
export type ActivityResults = {
  ruleId: string
  activityRefusals?: { reasons: (Count & { reason: string })[] }
  evaluationErrors?: {
    days: (Count & { date: string })[]
    latest: { activityId: string; ruleName: string; error: string; createdAt: string }[]
  }
}

/** What the rule refused inside activities. It is no award, so Refused % leaves it out. */
export function ActivityRefusals({ results: { activityRefusals } }: { results: ActivityResults }) {
  const { reasons = [] } = activityRefusals ?? {}
  if (reasons.length === 0) return null
  const count = reasons.reduce((sum, each) => sum + each.count, 0)
  return (
    <Section
      title="Refused inside activities"
      description={`${counted(count, 'time')} in these days; an activity that a rule refuses is not a refused award`}
    >
      <DataTable
        label="Refused inside activities"
        rows={reasons}
        keyOf={({ reason }) => reason}
        columns={[
          { name: 'Reason', cell: ({ reason }) => refusalText(reason), phone: 'title' },
          {
            name: 'Count',
            cell: ({ count }) => countText(count),
            isAmount: true,
            width: '20%',
            phone: 'value',
          },
        ]}
      />
    </Section>
  )
}

/** Activities for which the conditions of the rule failed: a count per day, and the last ones. */
export function EvaluationErrors({ results: { evaluationErrors } }: { results: ActivityResults }) {
  const { days = [], latest = [] } = evaluationErrors ?? {}
  if (days.length === 0 && latest.length === 0) return null
  return (
    <Section
      title="Conditions that failed"
      description="A property was missing or of another kind, so the rule did not match"
    >
      {days.length > 0 && (
        <Text size="sm">
          {days
            .slice(-7)
            .map(({ date, count }) => `${wholeDayText(date)}: ${countText(count)}`)
            .join(' · ')}
        </Text>
      )}
      <DataTable
        label="Conditions that failed"
        rows={latest}
        keyOf={({ activityId, ruleName }) => `${activityId} ${ruleName}`}
        link={({ activityId }, props) => (
          <Link to="/history/activities" search={{ activity: activityId }} {...props} />
        )}
        columns={[
          { name: 'Why', cell: ({ error }) => errorText(error), phone: 'title' },
          {
            name: 'When',
            cell: ({ createdAt }) => <Time at={createdAt} />,
            isAmount: true,
            width: '22%',
            phone: 'aside',
          },
        ]}
      />
    </Section>
  )
}
