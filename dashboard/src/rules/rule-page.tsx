import './rule-page.css'
import { LaurelError, type Rule } from '@laurel/sdk'
import { Alert, Anchor, Button, Code } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { RangePicker } from '../components/range-picker.tsx'
import { Tabs } from '../components/tabs.tsx'
import { Time } from '../components/time.tsx'
import { NotFoundPage } from '../layout/error-pages.tsx'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { ActivityRefusals, EvaluationErrors } from './evaluation-errors.tsx'
import { ruleQuery, ruleResultsQuery } from './queries.ts'
import { PauseButton, RuleMenu } from './rule-actions.tsx'
import { RuleAwards } from './rule-awards.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleLeft } from './rule-left.tsx'
import { RulePeople } from './rule-people.tsx'
import { RuleRefusals } from './rule-refusals.tsx'
import { Results } from './rule-results.tsx'
import type { RuleSearch } from './rule-search.ts'
import { RuleStatusBadge } from './rule-summary.tsx'
import { RuleTerms } from './rule-terms.tsx'
import { coinTimes, ruleText, titleOf } from './rule-text.ts'
import { RuleVersions } from './rule-versions.tsx'

export function RulePage() {
  const { ruleId } = useParams({ from: '/signed-in/rules/$ruleId' })
  const query = useQuery(ruleQuery(ruleId))
  if (isUnknown(query.error)) return <NotFoundPage />
  if (query.data) return <KnownRule key={ruleId} rule={query.data} />
  return (
    <Page title="Rule">
      <Loaded query={query} loading={<LoadingRule />}>
        {() => null}
      </Loaded>
    </Page>
  )
}

/** No rule has the id of the address, or it is no id at all. */
const isUnknown = (error: unknown): boolean =>
  error instanceof LaurelError && (error.status === 404 || error.status === 400)

const LoadingRule = () => (
  <>
    <LoadingRows rows={1} height={96} />
    <LoadingRows rows={1} height={240} />
    <LoadingRows rows={6} />
  </>
)

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
      title={titleOf(rule)}
      part="Rules"
      status={<RuleStatusBadge rule={rule} />}
      description={<Described rule={rule} />}
      actions={
        <>
          {mayChange && !isEditing && (
            <Button
              ref={editButton}
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          )}
          {mayChange && <PauseButton rule={rule} />}
          <RuleMenu rule={rule} />
        </>
      }
    >
      {rule.archivedAt !== null && (
        <Alert icon={<IconArchive aria-hidden />} color="gray">
          Archived on <Time at={rule.archivedAt} format="day" />. It pays nothing and is hidden from lists.
        </Alert>
      )}
      {isEditing ? <RuleEditor rule={rule} onDone={() => setEditing(false)} /> : <RuleResults rule={rule} />}
    </Page>
  )
}

function Described({ rule }: { rule: Rule }) {
  return (
    <>
      <p className="rule-sentence">{[ruleText(rule)[0], coinTimes(rule)[0]].filter(Boolean).join(' ')}</p>
      <span>
        <Anchor component={Link} to="/rules" size="sm">
          All rules
        </Anchor>
        {rule.displayName !== null && (
          <>
            {' · '}
            <Code>{rule.name}</Code>
          </>
        )}
      </span>
    </>
  )
}

/** What the rule did in the chosen days, who got it, and what is left of it. */
function RuleResults({ rule }: { rule: Rule }) {
  const search = useSearch({ from: '/signed-in/rules/$ruleId' })
  const navigate = useNavigate({ from: '/rules/$ruleId' })
  const query = useQuery(ruleResultsQuery(rule.id, search))
  return (
    <>
      <RangePicker
        search={search}
        onChange={(days) =>
          void navigate({ search: (now) => ({ ...now, day: undefined, ...days }), resetScroll: false })
        }
      />
      <Loaded query={query} loading={<LoadingRule />}>
        {(results) => <Results rule={rule} results={results} search={search} />}
      </Loaded>
      <div className="rule-columns">
        <div className="rule-aside">
          <RuleTabs rule={rule} search={search} />
          {search.tab === 'awards' ? (
            <RuleAwards key={rule.name} rule={rule} search={search} />
          ) : search.tab === 'refusals' ? (
            <Loaded query={query}>
              {(results) => (
                <>
                  <RuleRefusals rule={rule} results={results} search={search} />
                  <ActivityRefusals results={results} />
                </>
              )}
            </Loaded>
          ) : (
            <RulePeople rule={rule} search={search} />
          )}
          {query.data && <EvaluationErrors results={query.data} />}
        </div>
        <aside className="rule-aside" aria-label="About the rule">
          <RuleLeft rule={rule} />
          <RuleVersions rule={rule} />
          <RuleTerms rule={rule} />
        </aside>
      </div>
    </>
  )
}

function RuleTabs({ rule, search }: { rule: Rule; search: RuleSearch }) {
  const tabTo = (label: string, tab: RuleSearch['tab']) => ({
    label,
    to: '/rules/$ruleId' as const,
    params: { ruleId: rule.id },
    search: { ...search, outcome: undefined, reason: undefined, day: undefined, tab },
    isCurrent: search.tab === tab,
  })
  return (
    <Tabs
      label="Parts of the results"
      tabs={[tabTo('People', undefined), tabTo('Awards', 'awards'), tabTo('Refusals', 'refusals')]}
    />
  )
}
