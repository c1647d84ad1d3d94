import type { Activity, RuleEvaluation } from '@laurel/sdk'
import { Anchor, Drawer, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorText, evaluationTitle, unmatchedText } from '../activities/outcome-text.ts'
import { activityQuery } from '../activities/queries.ts'
import { CopyableValue } from '../components/copyable.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { coinsText } from '../format/coins.ts'
import { reasonText, refusalSentence } from '../format/sentences.ts'
import { actorText } from '../members/actor.ts'
import { UserLink } from '../members/member-link.tsx'
import type { DisplayName } from '../members/member-name.ts'
import { OrderLink } from './order-link.tsx'

type NamedActivity = Activity & { user: DisplayName }

/** All that is known about an activity: what was told, and what every rule made of it. */
export function ActivityDrawer({ id, close }: { id: string | undefined; close: () => void }) {
  return (
    <Drawer opened={id !== undefined} onClose={close} position="right" title="Activity">
      {id !== undefined && <FoundActivity id={id} />}
    </Drawer>
  )
}

function FoundActivity({ id }: { id: string }) {
  const query = useQuery(activityQuery(id))
  return (
    <Loaded query={query} loading={<LoadingRows rows={6} height={28} />}>
      {(activity) => <Details activity={activity} />}
    </Loaded>
  )
}

function Details({ activity }: { activity: NamedActivity }) {
  const { evaluations = [], properties } = activity
  return (
    <Stack>
      <Text size="xl" className="display" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{activity.type}</bdi>
      </Text>
      <DescriptionList cols={1} items={itemsOf(activity)} />
      <Section title="Rules">
        {evaluations.length === 0 ? (
          <Text size="sm" c="dimmed">
            No rule asked for this activity.
          </Text>
        ) : (
          <Stack gap="sm">
            {evaluations.map((evaluation) => (
              <Evaluation
                key={`${evaluation.ruleId} ${evaluation.ruleName}`}
                evaluation={evaluation}
                activity={activity}
              />
            ))}
          </Stack>
        )}
      </Section>
      <Section title="Properties">
        {properties === null ? (
          <Text size="sm" c="dimmed">
            None, or they are deleted.
          </Text>
        ) : (
          <pre className="activity-properties">{JSON.stringify(properties, null, 2)}</pre>
        )}
      </Section>
    </Stack>
  )
}

function itemsOf(activity: NamedActivity): Record<string, ReactNode> {
  const { userId, user, reference, createdAt, occurredAt, walletBefore, actor, metadata, id } = activity
  return {
    Member: (
      <UserLink userId={userId}>
        <bdi>{user.name}</bdi>
      </UserLink>
    ),
    ...(reference && { Order: <OrderLink reference={reference} /> }),
    When: <Time at={createdAt} format="exact" />,
    ...(occurredAt !== createdAt && { 'It happened': <Time at={occurredAt} format="exact" /> }),
    'Wallet before': `${coinsText(walletBefore.coins)} · ${coinsText(walletBefore.points, 'point')}`,
    By: actorText(actor),
    ...Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [`“${key}”`, value])),
    Id: <CopyableValue text={id} what="the id" />,
  }
}

/** What one rule made of the activity, and why. */
function Evaluation({ evaluation, activity }: { evaluation: RuleEvaluation; activity: NamedActivity }) {
  const { ruleId, ruleName } = evaluation
  const { tone, title } = evaluationTitle(evaluation)
  const award = activity.awards.find((each) => each.ruleId === ruleId && each.ruleName === ruleName)
  return (
    <div>
      <Status tone={tone}>
        {award?.awarded ? `Paid ${coinsText(award.decision?.coins ?? '0')}` : title}
      </Status>{' '}
      <Anchor
        size="sm"
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props) => <Link to="/rules/$ruleId" params={{ ruleId }} {...props} />}
      >
        <bdi>{ruleName}</bdi>
      </Anchor>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {whyText(evaluation, activity)}
        {award && (
          <>
            {' '}
            <Anchor
              size="sm"
              underline="always"
              renderRoot={(props) => <Link to="/history" search={{ line: award.id }} {...props} />}
            >
              In the history
            </Anchor>
          </>
        )}
      </Text>
    </div>
  )
}

function whyText({ ruleId, ruleName, reason, error }: RuleEvaluation, { awards, refused }: Activity): string {
  if (error !== null) return errorText(error)
  if (reason !== null) return unmatchedText(reason)
  const isThis = (each: { ruleId: string; ruleName: string }) =>
    each.ruleId === ruleId && each.ruleName === ruleName
  const refusal = refused.find(isThis)
  if (refusal) return refusalSentence(refusal.reason, { ruleName, retryAt: refusal.retryAt, isPast: true })
  const decision = awards.find(isThis)?.decision
  if (!decision?.counters) return ''
  const { outcome, coins, counters } = decision
  return reasonText({
    ruleName,
    outcome,
    reason: null,
    coins,
    left: coins,
    reversed: false,
    counters,
  })
}
