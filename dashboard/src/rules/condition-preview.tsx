import './condition-preview.css'
import { LaurelError, type NewConditionTrial } from '@laurel/sdk'
import { Anchor, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorText, unmatchedText } from '../activities/outcome-text.ts'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { Time } from '../components/time.tsx'
import { coinsText } from '../format/coins.ts'
import type { DisplayName } from '../members/member-name.ts'
import { readDisplayNames } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { trialText } from './backtest-text.ts'
import { isTriggerComplete, newRuleBody, type RuleValues } from './rule-values.ts'

const TYPING_PAUSE_MS = 1000
/** Of those that match, and of those that do not. */
const SHOWN_MAX = 3

const previewQuery = (asked: string | null) =>
  queryOptions({
    queryKey: ['rules', 'condition', asked],
    queryFn: asked === null ? skipToken : () => tryCondition(JSON.parse(asked) as NewConditionTrial),
    gcTime: 0,
    retry: false,
  })

async function tryCondition(terms: NewConditionTrial) {
  const tried = await laurel.rules.tryCondition(terms)
  const matching = tried.matching.slice(0, SHOWN_MAX)
  const others = tried.others.slice(0, SHOWN_MAX)
  const nameOf = await readDisplayNames([...matching, ...others].map(({ userId }) => userId))
  const named = <Told extends { userId: string }>(told: Told) => ({ ...told, user: nameOf(told.userId) })
  return { ...tried, matching: matching.map(named), others: others.map(named) }
}

/** The conditions in the form, with what they pay; of a combined rule, those of its sub-rules. */
function termsOf(values: RuleValues): { name: string | null; terms: NewConditionTrial }[] {
  const rule = newRuleBody(values)
  const { activityType, when = null, unitsFrom = null, coinValue, maxCoinsPerAward } = rule
  if (values.type === 'combined')
    return (rule.rules ?? []).flatMap(({ name, activityType, when = null }) =>
      activityType ? [{ name, terms: { activityType, when } }] : [],
    )
  if (!activityType) return []
  const pays = values.type === 'single' && coinValue !== ''
  return [
    {
      name: null,
      terms: {
        activityType,
        when,
        unitsFrom,
        ...(pays && { coinValue, ...(unitsFrom !== null && { maxCoinsPerAward }) }),
      },
    },
  ]
}

/** The latest activities that the form matches, and those that it does not. Asked for once the form rests. */
export function ConditionPreviews({ values }: { values: RuleValues }) {
  const mayTry = useMay('tryCondition')
  if (!mayTry || !isTriggerComplete(values)) return null
  return termsOf(values).map(({ name, terms }, index) => (
    <ConditionPreview key={name ?? index} name={name} asked={JSON.stringify(terms)} />
  ))
}

function ConditionPreview({ name, asked }: { name: string | null; asked: string }) {
  const [settled] = useDebouncedValue(asked, TYPING_PAUSE_MS)
  const isSettled = settled === asked
  const { data: tried, error } = useQuery(previewQuery(isSettled ? asked : null))
  const isDone = isSettled && Boolean(tried ?? error)
  return (
    <Stack gap={4} role="status" data-preview={isDone ? 'done' : undefined}>
      <Text size="sm" fw={550}>
        Latest activities{name && <bdi> · {name}</bdi>}
      </Text>
      {isSettled && error ? (
        <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {problemText(error)}
        </Text>
      ) : isSettled && tried ? (
        <>
          <Text size="sm">{trialText(tried)}</Text>
          <Told
            title="Match"
            lines={tried.matching.map((match) => ({
              ...match,
              aside: match.coins === null ? null : coinsText(match.coins),
              why: null,
            }))}
          />
          <Told
            title="Do not match"
            lines={tried.others.map((other) => ({
              ...other,
              aside: null,
              why: other.error === null ? unmatchedText(other.reason) : errorText(other.error),
            }))}
          />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Looking at the latest activities …
        </Text>
      )}
    </Stack>
  )
}

type Line = { activityId: string; user: DisplayName; createdAt: string; aside: ReactNode; why: string | null }

/** Opens an activity beside the form, which keeps what was typed. */
function Told({ title, lines }: { title: string; lines: Line[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <Text size="xs" c="dimmed" mt={4}>
        {title}
      </Text>
      <ul className="told" aria-label={title}>
        {lines.map(({ activityId, user, createdAt, aside, why }) => (
          <li key={activityId}>
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link to="/history/activities" search={{ activity: activityId }} target="_blank" {...props} />
              )}
            >
              <bdi>{user.name}</bdi>
            </Anchor>
            <span className="told-aside">
              {aside && <b>{aside}</b>}
              {aside && ' · '}
              <Time at={createdAt} />
            </span>
            {why && <span className="told-why">{why}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

const SUBJECTS: Record<string, string> = { when: 'The condition', unitsFrom: 'What it pays for' }

/** Says where an expression is wrong. The form beside it says which other field does not fit. */
function problemText(error: unknown): string {
  if (!(error instanceof LaurelError) || error.status !== 400) return sentenceOf(error)
  const found = error.fields.find(({ field }) => field in SUBJECTS)
  return found
    ? `${SUBJECTS[found.field]} ${found.problem}.`
    : 'A number is missing, or the terms do not fit together yet.'
}
