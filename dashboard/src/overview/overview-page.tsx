import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Loaded, Outline } from '../components/loaded.tsx'
import { Page } from '../layout/page.tsx'
import { GetStarted } from './get-started.tsx'
import { PERIOD_DEFAULT } from './period.ts'
import { PeriodSwitch } from './period-switch.tsx'
import { Programme } from './programme.tsx'
import { latestAwardsQuery } from './queries.ts'

/** How the programme is doing; before its first award, how to get there. */
export function OverviewPage() {
  const { days = PERIOD_DEFAULT } = useSearch({ from: '/signed-in/' })
  const latest = useQuery(latestAwardsQuery)
  const isEmpty = latest.data?.length === 0
  // Whoever was on the way to the first award sees the last steps ticked too.
  const [isNewcomer, setNewcomer] = useState(false)
  if (isEmpty && !isNewcomer) setNewcomer(true)
  return (
    <Page
      title="Overview"
      about={isEmpty ? undefined : 'How your programme is doing. Days are UTC days, and today is not over.'}
      actions={!isEmpty && <PeriodSwitch days={days} />}
    >
      <Loaded query={latest} outline={<Outline rows={6} height={96} />}>
        {(awards) => (
          <Stack gap="lg">
            {isNewcomer && <GetStarted isAwarded={!isEmpty} />}
            {!isEmpty && <Programme days={days} latest={awards} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
