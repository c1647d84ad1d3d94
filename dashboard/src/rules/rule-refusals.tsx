import type { Rule, RuleResults } from '@laurel/sdk'
import { IconMoodCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { countText } from '../format/coins.ts'
import { refusalText } from '../format/sentences.ts'
import type { RuleSearch } from './rule-search.ts'

/** Why awards of the rule were refused in the chosen days. A click shows those awards. */
export function RuleRefusals({
  rule,
  results: { reasons, totals },
  search,
}: {
  rule: Rule
  results: RuleResults
  search: RuleSearch
}) {
  if (reasons.length === 0)
    return (
      <EmptyState icon={IconMoodCheck} title="Nothing was refused">
        No award of this rule was refused in these days.
      </EmptyState>
    )
  return (
    <DataTable
      label="Refusals by reason"
      rows={reasons}
      keyOf={({ reason }) => reason}
      link={({ reason }, props) => (
        <Link
          to="/rules/$ruleId"
          params={{ ruleId: rule.id }}
          search={{ ...search, tab: 'awards', outcome: 'refused', reason, day: undefined }}
          resetScroll={false}
          {...props}
        />
      )}
      columns={[
        { name: 'Reason', cell: ({ reason }) => refusalText(reason), phone: 'title' },
        {
          name: 'Count',
          cell: ({ count }) => countText(count),
          isAmount: true,
          width: '16%',
          phone: 'value',
        },
        {
          name: 'Share',
          cell: ({ count }) => (
            <>
              {percentText(count, totals.refused)}
              <span className="bar" data-tone="full" aria-hidden>
                <span style={{ width: `${totals.refused === 0 ? 0 : (count / totals.refused) * 100}%` }} />
              </span>
            </>
          ),
          isAmount: true,
          width: '20%',
          phone: 'aside',
        },
        {
          name: 'People',
          cell: ({ people, peopleAtLeast }) => `${peopleAtLeast ? 'at least ' : ''}${countText(people)}`,
          isAmount: true,
          width: '20%',
          phone: 'more',
        },
      ]}
    />
  )
}

/** "12 %", and "< 1 %" for what rounding would hide. */
function percentText(count: number, all: number): string {
  const percent = all === 0 ? 0 : Math.round((count / all) * 100)
  return percent === 0 && count > 0 ? '< 1 %' : `${percent} %`
}
