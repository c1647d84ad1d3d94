import { LaurelError, type Rule } from '@laurel/sdk'
import { Anchor, Button, Grid, Stack, Text, Title } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconGift, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type MouseEvent, useCallback, useRef, useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { DecisionRow } from '../awards/decision-row.tsx'
import { isDecision, ruleDecisionsQuery } from '../awards/queries.ts'
import { CopyableValue } from '../components/copyable.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import type { LiveEvent } from '../event-stream/events.ts'
import { useLiveList } from '../event-stream/live-list.ts'
import { coinText, countText } from '../format/coins.ts'
import { NotFoundPage } from '../layout/error-pages.tsx'
import { Page } from '../layout/page.tsx'
import { UserLink } from '../members/member-link.tsx'
import { useMay } from '../session/roles.ts'
import { RULES, ruleQuery } from './queries.ts'
import { RequestCard } from './request-card.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleStatusBadge, RuleSummary } from './rule-summary.tsx'
import { typeTitle } from './rule-text.ts'
import { RuleUse } from './rule-use.tsx'
import { RuleVersions } from './rule-versions.tsx'

export function RulePage() {
  const { ruleId } = useParams({ from: '/signed-in/rules/$ruleId' })
  const query = useQuery(ruleQuery(ruleId))
  if (isUnknown(query.error)) return <NotFoundPage />
  if (query.data) return <KnownRule key={ruleId} rule={query.data} />
  return (
    <Page title="Rule">
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}

/** No rule has the id of the address, or it is no id at all. */
const isUnknown = (error: unknown): boolean =>
  error instanceof LaurelError && (error.status === 404 || error.status === 400)

function KnownRule({ rule }: { rule: Rule }) {
  const [isEditing, setEditing] = useState(false)
  const mayChange = useMay('changeRule')
  const editButton = useRef<HTMLButtonElement>(null)
  // The button is unmounted while the rule is edited, so it must get the focus back.
  useDidUpdate(() => {
    if (!isEditing) editButton.current?.focus()
  }, [isEditing])
  return (
    <Page
      title={rule.name}
      status={<RuleStatusBadge rule={rule} />}
      description={
        <Anchor component={Link} to="/rules" size="sm">
          All rules
        </Anchor>
      }
      actions={
        mayChange && (
          <>
            <StatusButton rule={rule} />
            {!isEditing && (
              <Button
                ref={editButton}
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
            )}
          </>
        )
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {isEditing ? (
              <RuleEditor rule={rule} onDone={() => setEditing(false)} />
            ) : (
              <>
                <RuleDetails rule={rule} />
                <RuleUse rule={rule} />
              </>
            )}
            <RuleDecisions key={rule.name} ruleId={rule.id} ruleName={rule.name} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <RequestCard rule={rule} isBesideForm={isEditing} />
            <RuleVersions key={rule.id} ruleId={rule.id} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function StatusButton({ rule }: { rule: Rule }) {
  const queryClient = useQueryClient()
  const isActive = rule.status === 'active'
  const change = useMutation({
    mutationFn: () => laurel.rules.change(rule.id, { status: isActive ? 'inactive' : 'active' }),
    onSuccess: (changed) => {
      queryClient.setQueryData(ruleQuery(rule.id).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: [RULES] })
      const now =
        changed.status === 'active' ? 'active: it can be awarded' : 'inactive: awards of it are refused'
      notifications.show({ message: `“${rule.name}” is now ${now}.` })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  // The second click of a double click would undo the first.
  const press = ({ detail: clicks }: MouseEvent) => {
    if (clicks < 2) change.mutate()
  }
  return (
    <Button variant="default" loading={change.isPending} onClick={press}>
      {isActive ? 'Deactivate' : 'Activate'}
    </Button>
  )
}

function RuleDetails({ rule }: { rule: Rule }) {
  return (
    <Section title="What it does" isFirst>
      <RuleSummary rule={rule} />
      <DescriptionList
        items={{
          Coins: `${coinText(rule.coinValue)}${rule.perUnit ? ' per unit' : ''}`,
          Type: typeTitle(rule.type),
          ...(rule.type === 'batched' && {
            'Awards for one payment': countText(Number(rule.completionNumber)),
          }),
          ...(rule.maxCoinsPerAward !== '-1' && { 'Most per award': coinText(rule.maxCoinsPerAward) }),
          Condition: rule.condition || 'None',
          'Shown to users': rule.shownToUsers ? 'Yes' : 'No',
          Created: <Time at={rule.createdAt} format="full" />,
          'Last changed': <Time at={rule.updatedAt} format="full" />,
          Id: <CopyableValue text={rule.id} what="the id of the rule" />,
        }}
      />
      {rule.type === 'combined' && <SubRules rules={rule.rules} />}
    </Section>
  )
}

function SubRules({ rules }: Pick<Rule, 'rules'>) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Sub-rules
      </Title>
      <DataTable
        label="Parts of the rule"
        rows={rules}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Name', cell: ({ name }) => name, width: '36%', phone: 'title' },
          { name: 'Condition', cell: ({ condition }) => condition, isLong: true, phone: 'more' },
          {
            name: 'Status',
            cell: ({ status }) => (
              <Status tone={status === 'active' ? 'good' : 'quiet'}>
                {status === 'active' ? 'Active' : 'Inactive'}
              </Status>
            ),
            width: '20%',
            phone: 'value',
          },
        ]}
      />
    </Stack>
  )
}

const DECISIONS_PER_PAGE = 10

function RuleDecisions({ ruleId, ruleName }: { ruleId: string; ruleName: string }) {
  const matches = useCallback(
    (event: LiveEvent) => isDecision(event) && event.data.ruleId === ruleId,
    [ruleId],
  )
  const options = ruleDecisionsQuery({ ruleName, limit: DECISIONS_PER_PAGE })
  const liveList = useLiveList({ queryKey: options.queryKey, noun: 'award', matches })
  const query = useInfiniteQuery({ ...options, ...liveList.queryOptions })
  return (
    <Section title="Recent awards">
      <CursorList
        query={query}
        rowsOf={({ decisions }) => decisions}
        liveList={liveList}
        empty={
          <EmptyState icon={IconGift} title="Not awarded yet">
            Send the request on this page from your backend, or award the rule on the page of a user.
          </EmptyState>
        }
      >
        {(decisions) => (
          <ul className="rows">
            {decisions.map((decision) => (
              <DecisionRow
                key={decision.id}
                decision={decision}
                subject={
                  <>
                    <UserLink userId={decision.userId} fw={550}>
                      {decision.user.name}
                    </UserLink>
                    {decision.ruleName !== ruleName && (
                      <Text size="sm" c="dimmed">
                        {decision.ruleName}
                      </Text>
                    )}
                  </>
                }
              />
            ))}
          </ul>
        )}
      </CursorList>
    </Section>
  )
}
