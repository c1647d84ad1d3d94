import './rule-page.css'
import type { Rule } from '@laurel/sdk'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Section } from '../components/section.tsx'
import { coinsOf, coinsText, coinText, countText } from '../format/coins.ts'
import { dateTimeText } from '../format/time.ts'
import { leftOf, PACE_DAYS, paceText } from './budget-pace.ts'
import { recentResultsQuery } from './queries.ts'
import { keptLately } from './rule-pace.ts'
import { phaseOf } from './rule-status.ts'
import { isForEveryone, userLimitText } from './rule-text.ts'
import { windowUse } from './rule-window.ts'

/** What is left of the limits of a rule: its budget, its places and its time. */
export function RuleLeft({ rule }: { rule: Rule }) {
  return (
    <Section title="What is left" isFirst>
      <Stack gap="sm">
        {rule.coinBudget !== '-1' && <Budget rule={rule} />}
        <Places rule={rule} />
        <RuleWindow rule={rule} />
        <Term title="One person">
          {userLimitText(rule)}
          {rule.userCoinLimit !== '-1' &&
            `, and at most ${coinsText(rule.userCoinLimit)} ${periodText(rule.userLimitPeriod)}`}
        </Term>
      </Stack>
    </Section>
  )
}

function Term({ title, bar, children }: { title: string; bar?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      {bar}
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </div>
  )
}

function Bar({ share, label }: { share: number; label: string }) {
  return (
    <span
      className="bar"
      role="img"
      aria-label={label}
      data-tone={share >= 1 ? 'full' : undefined}
      style={{ marginBlock: 6 }}
    >
      <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </span>
  )
}

const periodText = (period: string) => (period === 'total' ? 'in all' : `a ${period}`)
const THIS: Record<string, string> = { total: '', day: ' today', week: ' this week', month: ' this month' }

function Budget({ rule }: { rule: Rule }) {
  const { data } = useQuery(recentResultsQuery(rule.id))
  const pace = data && phaseOf(rule) === 'running' ? keptLately(data.days, PACE_DAYS) : null
  const text = `${coinText(rule.budgetUsed)} of ${coinsText(rule.coinBudget)} paid${THIS[rule.budgetPeriod] ?? ''}`
  return (
    <Term
      title={`Budget: ${coinsText(coinsOf(leftOf(rule)))} left`}
      bar={<Bar share={Number(rule.budgetUsed) / Number(rule.coinBudget)} label={`Budget: ${text}`} />}
    >
      {text}
      {rule.budgetPeriodEnd && `, starts again on ${dateTimeText(rule.budgetPeriodEnd)}`}.{' '}
      {pace && paceText(rule, pace, new Date())}
    </Term>
  )
}

function Places({ rule }: { rule: Rule }) {
  const [paid, most] = [Number(rule.participants), Number(rule.maxNumberOfParticipant)]
  if (isForEveryone(rule))
    return (
      <Term title="Places: no limit">
        {paid === 1 ? '1 person so far' : `${countText(paid)} people so far`}
      </Term>
    )
  const left = most - paid
  const text = `${countText(paid)} of ${countText(most)} people`
  return (
    <Term
      title={left > 0 ? `Places: ${countText(left)} left` : 'Places: none left'}
      bar={<Bar share={paid / most} label={`Places: ${text}`} />}
    >
      {text}
      {left <= 0 && ' · full: only they can be paid again'}
    </Term>
  )
}

function RuleWindow({ rule }: { rule: Rule }) {
  const use = windowUse(rule)
  if (!use) return null
  return (
    <Term title="Time" bar={use.share !== null && <Bar share={use.share} label={use.text} />}>
      {use.text}
    </Term>
  )
}
