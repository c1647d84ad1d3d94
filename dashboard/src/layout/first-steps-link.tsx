import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FIRST_STEPS, stepsDone, useFirstDayQuery, useFirstDayStage } from './first-day.ts'

/** How far the first day is, until all of it is done or it is hidden. */
export function FirstStepsLink({ onChoose }: { onChoose: () => void }) {
  const { stage } = useFirstDayStage()
  return stage === 'begun' ? <Progress onChoose={onChoose} /> : null
}

function Progress({ onChoose }: { onChoose: () => void }) {
  const { data: day } = useQuery(useFirstDayQuery())
  if (!day || stepsDone(day) === FIRST_STEPS) return null
  return (
    <Link
      to="/"
      hash="first-steps"
      className="area area-apart"
      activeOptions={{ exact: true, includeHash: true, includeSearch: false }}
      onClick={onChoose}
    >
      <IconFlag size={18} stroke={1.7} aria-hidden />
      <span className="area-text">First steps</span>
      <span className="area-count">
        {stepsDone(day)} of {FIRST_STEPS}
      </span>
    </Link>
  )
}
