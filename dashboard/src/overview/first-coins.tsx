import type { Member, NewBulkAward, Rule } from '@laurel/sdk'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { pageSentence, sentenceOf } from '../api/sentence.ts'
import { FormError } from '../components/error-alert.tsx'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinName, countText } from '../format/coins.ts'
import { UserLink } from '../members/member-link.tsx'
import { memberName } from '../members/member-name.ts'
import { awardRefusalText } from '../rules/forecast-text.ts'
import { titleOf } from '../rules/rule-text.ts'

/** What a first order is worth. */
const UNITS = '10'
/** A rule that needs more awards for one payment is awarded where its progress can be seen. */
const AWARDS_MAX = 100

/** Gives the member what the rule pays, with as many awards as one payment needs. */
export function FirstCoins({ rule, member, onGiven }: { rule: Rule; member: Member; onGiven: () => void }) {
  const refresh = useRefreshCoins()
  const idempotentSend = useIdempotentSend()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const awards = awardsFor(rule, member)
  const name = memberName(member)
  if (awards === null)
    return (
      <Text size="sm">
        {countsOncePerPeriod(rule) &&
          `“${titleOf(rule)}” counts one award a ${rule.countPer}, so its first ${coinName().many} come later. `}
        Award “{titleOf(rule)}” on the page of{' '}
        <UserLink userId={member.userId} underline="always">
          <bdi>{name}</bdi>
        </UserLink>
        .
      </Text>
    )

  async function give(list: NewBulkAward[]): Promise<void> {
    setSending(true)
    setProblem(null)
    try {
      const results = await idempotentSend(list, (key) => laurel.awards.grantMany(list, key))
      const failure = results.find((each) => !each.ok)
      if (failure && !failure.ok)
        setProblem(failure.reason === 'invalid' ? pageSentence(failure.message) : awardRefusalText(failure))
      else onGiven()
      await refresh()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Stack>
      <FormError>{problem}</FormError>
      <Group gap="md">
        <Button loading={isSending} onClick={() => void give(awards)}>
          Give the first {coinName().many}
        </Button>
        <Text size="sm" c="dimmed" miw={0} style={{ overflowWrap: 'anywhere' }}>
          To <bdi>{name}</bdi>
          {occasionOf(rule)}.
        </Text>
      </Group>
    </Stack>
  )
}

/** The awards that lead to one payment; null when they are not for one button. */
function awardsFor(rule: Rule, { userId }: Member): NewBulkAward[] | null {
  const count = rule.type === 'batched' ? Number(rule.completionNumber) : 1
  if (rule.type === 'combined' || count > AWARDS_MAX || countsOncePerPeriod(rule)) return null
  const award = {
    userId,
    ruleName: rule.name,
    narration: 'First award',
    ...(rule.perUnit && { units: UNITS }),
  }
  return Array.from({ length: count }, () => award)
}

const countsOncePerPeriod = ({ type, countPer, completionNumber }: Rule): boolean =>
  type === 'batched' && countPer !== 'call' && completionNumber !== '1'

function occasionOf(rule: Rule): string {
  if (rule.perUnit) return `, as for an order of ${UNITS}`
  return rule.type === 'batched' ? `, as after ${countText(Number(rule.completionNumber))} times` : ''
}
