import './finance.css'
import './print.css'
import type { ReactNode } from 'react'
import { Tabs } from '../components/tabs.tsx'
import { Page } from '../layout/page.tsx'
import type { FinanceSearch } from './finance-search.ts'

/** The frame of the pages of finance. The pages of one month keep it from tab to tab. */
export function FinanceFrame({
  part,
  search = {},
  status,
  description,
  actions,
  children,
}: {
  part: string
  search?: FinanceSearch
  status?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { month, asOf } = search
  return (
    <div className="finance">
      <Page title="Finance" part={part} status={status} description={description} actions={actions}>
        <Tabs
          label="Finance"
          tabs={[
            { to: '/finance', label: 'Statement', isExact: true, search: { month, asOf } },
            { to: '/finance/months', label: 'Months' },
            { to: '/finance/rules', label: 'By rule', search: { month, asOf } },
            { to: '/finance/liability', label: 'Liability' },
          ]}
        />
        {children}
      </Page>
    </div>
  )
}
