import { Anchor, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { activityQuery } from '../activities/queries.ts'
import { CopyableValue } from '../components/copyable.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Time } from '../components/time.tsx'
import { coinsText, coinsTitle, coinText, countText } from '../format/coins.ts'
import { holdText, lifeText, lineDetail, lineText, reasonText, walletChange } from '../format/sentences.ts'
import { actorText } from '../members/actor.ts'
import { UserLink } from '../members/member-link.tsx'
import { isForEveryone } from '../rules/rule-text.ts'
import { type Correction, DeedButtons, useDeeds } from './corrections.tsx'
import { OrderLink } from './order-link.tsx'
import { type HistoryLine, holdOfLineQuery, isOfHold, lineQuery } from './queries.ts'

/** All that is known about a line, and what can be done about it. */
export function LineDrawer({
  id,
  close,
  start,
}: {
  id: string | undefined
  close: () => void
  start: (correction: Correction) => void
}) {
  return (
    <Drawer opened={id !== undefined} onClose={close} position="right" title="Line of the history">
      {id !== undefined && <FoundLine id={id} start={start} />}
    </Drawer>
  )
}

function FoundLine({ id, start }: { id: string; start: (correction: Correction) => void }) {
  const query = useQuery(lineQuery(id))
  return (
    <Loaded query={query} loading={<LoadingRows rows={6} height={28} />}>
      {(line) =>
        line ? (
          <LineDetails line={line} start={start} />
        ) : (
          <EmptyState icon={IconReceipt} title="Not found">
            Check the address.
          </EmptyState>
        )
      }
    </Loaded>
  )
}

function LineDetails({ line, start }: { line: HistoryLine; start: (correction: Correction) => void }) {
  const { data: hold = null } = useQuery(holdOfLineQuery(line))
  const deeds = useDeeds()(line, hold)
  const activityId = line.kind === 'award' ? line.activityId : null
  const why = line.kind === 'award' ? reasonText(line) : lineDetail(line)
  return (
    <Stack>
      <div>
        <Text size="xl" className="display" style={{ overflowWrap: 'anywhere' }}>
          {lineText(line)}
        </Text>
        {why && <Text size="sm">{why}</Text>}
      </div>
      {deeds.length > 0 && (
        <Group gap="xs">
          <DeedButtons line={line} deeds={deeds} start={start} size="compact-sm" />
        </Group>
      )}
      <DescriptionList
        cols={1}
        items={{
          ...(activityId && { Activity: <ActivityLink id={activityId} /> }),
          ...(hold && { 'This hold now': holdText(hold) }),
          ...itemsOf(line),
        }}
      />
    </Stack>
  )
}

function ActivityLink({ id }: { id: string }) {
  const { data: activity } = useQuery(activityQuery(id))
  return (
    <Anchor
      size="sm"
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/history/activities" search={{ activity: id }} {...props} />}
    >
      <bdi>{activity?.type ?? 'Open'}</bdi>
    </Anchor>
  )
}

const HoldLink = ({ id }: { id: string }) => (
  <Anchor size="sm" renderRoot={(props) => <Link to="/history" search={{ line: id }} {...props} />}>
    Open
  </Anchor>
)

function itemsOf(line: HistoryLine): Record<string, ReactNode> {
  const change = walletChange(line)
  const life = lifeText(line)
  return {
    ...(line.userId &&
      line.user && {
        Member: (
          <UserLink userId={line.userId}>
            <bdi>{line.user.name}</bdi>
          </UserLink>
        ),
      }),
    ...('ruleName' in line && line.ruleName && { Rule: <RuleName line={line} /> }),
    ...('units' in line && line.units && { Units: coinText(line.units) }),
    ...(change && line.balanceAfter && { 'In the wallet after this': coinsText(line.balanceAfter) }),
    ...(life && { 'Can be spent': life }),
    ...('holdId' in line &&
      line.holdId &&
      line.holdId !== line.id && { Hold: <HoldLink id={line.holdId} /> }),
    ...(line.kind === 'award' && countersOf(line)),
    ...('note' in line && line.note && { [isReason(line) ? 'Reason' : 'Note']: line.note }),
    ...(line.reference && { Order: <OrderLink reference={line.reference} /> }),
    When: <Time at={line.createdAt} format="exact" />,
    ...(line.actor && { By: actorText(line.actor) }),
    ...Object.fromEntries(Object.entries(line.metadata ?? {}).map(([key, value]) => [`“${key}”`, value])),
    ...(line.kind !== 'membership' && { Id: <CopyableValue text={line.id} what="the id" /> }),
  }
}

/** What a backend writes about an award, an order or a hold is no reason for a correction. */
const isReason = (line: HistoryLine): boolean =>
  line.kind !== 'award' && line.kind !== 'transfer' && !isOfHold(line)

/** A reversal knows the name of the rule alone. */
function RuleName({ line }: { line: HistoryLine }) {
  const name = 'ruleName' in line ? line.ruleName : null
  const version = line.ruleVersion ? ` · version ${countText(line.ruleVersion)}` : ''
  if (line.kind !== 'award') return `${name}${version}`
  return (
    <>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/rules/$ruleId" params={{ ruleId: line.ruleId }} {...props} />}
      >
        {name}
      </Anchor>
      {version}
    </>
  )
}

const NO_LIMIT = -1

/** How far the counters of the rule were at that moment. */
function countersOf({ counters, outcome }: Extract<HistoryLine, { kind: 'award' }>): Record<string, string> {
  const { progress, completionNumber, userAwards, userLimitAward, participants, maxNumberOfParticipant } =
    counters
  const { userCoins, userCoinLimit, budgetUsed, coinBudget, memberCoins, memberCoinLimit } = counters
  return {
    ...(completionNumber > 1 &&
      outcome !== 'paid' && { Progress: `${countText(progress)} of ${countText(completionNumber)}` }),
    ...(userLimitAward !== NO_LIMIT && {
      'Payments to this member': `${countText(userAwards)} of ${countText(userLimitAward)}`,
    }),
    ...(userCoins &&
      userCoinLimit !== String(NO_LIMIT) && {
        [`${coinsTitle()} to this member`]: `${coinText(userCoins)} of ${coinText(userCoinLimit)}`,
      }),
    ...(budgetUsed &&
      coinBudget !== String(NO_LIMIT) && {
        Budget: `${coinText(budgetUsed)} of ${coinText(coinBudget)} used`,
      }),
    ...(memberCoins &&
      memberCoinLimit && {
        'All rules to this member': `${coinText(memberCoins)} of ${coinText(memberCoinLimit)}`,
      }),
    'People paid by the rule': isForEveryone({ maxNumberOfParticipant: String(maxNumberOfParticipant) })
      ? countText(participants)
      : `${countText(participants)} of ${countText(maxNumberOfParticipant)}`,
  }
}
