import type { Rule } from '@laurel/sdk'
import { Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { paidLatelyQuery } from '../awards/queries.ts'
import { DescriptionList } from '../components/description-list.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { coinsOf, coinsText, coinText, countText } from '../format/coins.ts'
import { leftOf, PACE_DAYS, paceText } from './budget-pace.ts'
import { phaseOf } from './rule-status.ts'
import { Participants } from './rule-summary.tsx'
import { userLimitText } from './rule-text.ts'

/** What is left of the limits of a rule. */
export function RuleUse({ rule }: { rule: Rule }) {
  const { startsAt, endsAt } = rule
  const left = Number(rule.maxNumberOfParticipant) - Number(rule.participants)
  return (
    <Section title="What is left">
      <Stack>
        {rule.coinBudget !== '-1' && <Budget rule={rule} />}
        <DescriptionList
          items={{
            Participants: <Participants rule={rule} />,
            'Open places': left > 0 ? countText(left) : 'None',
            'Payments per user': userLimitText(rule),
            ...(rule.userCoinLimit !== '-1' && {
              'Most for one user': `${coinsText(rule.userCoinLimit)} ${periodText(rule.userLimitPeriod)}`,
            }),
            ...(startsAt && { Starts: <Time at={startsAt} format="full" /> }),
            ...(endsAt && {
              [phaseOf(rule) === 'ended' ? 'Ended' : 'Ends']: <Time at={endsAt} format="full" />,
            }),
          }}
        />
      </Stack>
    </Section>
  )
}

const periodText = (period: string) => (period === 'total' ? 'in all' : `a ${period}`)
const THIS: Record<string, string> = { total: '', day: ' today', week: ' this week', month: ' this month' }

function Budget({ rule }: { rule: Rule }) {
  const { data: pace } = useQuery(paidLatelyQuery({ ruleName: rule.name, days: PACE_DAYS }))
  const [used, all] = [Number(rule.budgetUsed), Number(rule.coinBudget)]
  const text = `${coinText(rule.budgetUsed)} of ${coinsText(rule.coinBudget)} paid${THIS[rule.budgetPeriod] ?? ''}`
  return (
    <Stack gap={6}>
      <Text size="sm" fw={550}>
        Budget: {coinsText(coinsOf(leftOf(rule)))} left
      </Text>
      <Progress
        value={Math.min(100, (used / all) * 100)}
        color={used >= all ? 'red' : undefined}
        size="lg"
        aria-label={`Budget of ${rule.name}: ${text}`}
      />
      <Text size="sm" c="dimmed">
        {text}
        {rule.budgetPeriodEnd && (
          <>
            , starts again on <Time at={rule.budgetPeriodEnd} format="full" />
          </>
        )}
        . {pace && phaseOf(rule) === 'running' && paceText(rule, pace, new Date())}
      </Text>
    </Stack>
  )
}
