import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { PERIODS, type Period, periodOf } from './period.ts'

/** How far back the overview looks. */
export function PeriodSwitch({ days }: { days: Period }) {
  const navigate = useNavigate()
  return (
    <SegmentedControl
      aria-label="Period"
      value={String(days)}
      onChange={(chosen) =>
        void navigate({ to: '/', search: { days: periodOf(chosen) }, resetScroll: false })
      }
      data={PERIODS.map((period) => ({ value: String(period), label: `${period} days` }))}
    />
  )
}
