import type { AwardDecision, Decision, Member, Rule } from '@laurel/sdk'
import { useLocalStorage } from '@mantine/hooks'
import { queryOptions } from '@tanstack/react-query'
import { useCallback } from 'react'
import { laurel } from '../api/laurel.ts'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'

/** How far a new partner is, as the data says. */
export type FirstDay = {
  rule: Rule | undefined
  member: Member | undefined
  /** The first award that paid. */
  payment: AwardDecision | undefined
  /** Whether a colleague was invited, or a system has a key. */
  isShared: boolean
  /** The first award that a system asked for. */
  call: AwardDecision | undefined
}

/** More awards than these are not a first day. */
const AWARDS_READ = 100

/** Begins with the key of the team, so that an invitation counts at once. */
const KEY = ['team', 'first day']

/** Reads how far a new partner is. */
export function useFirstDayQuery() {
  const maySeeSecrets = useMay('listSecrets')
  return queryOptions({
    queryKey: [...KEY, maySeeSecrets],
    meta: { live: true },
    staleTime: 0,
    queryFn: async (): Promise<FirstDay> => {
      const [rules, members, { decisions }, team, secrets] = await Promise.all([
        laurel.rules.list({ status: 'active', limit: 1 }),
        laurel.users.list({ limit: 1 }),
        laurel.decisions.list({ limit: AWARDS_READ }),
        laurel.team.list(),
        maySeeSecrets ? laurel.secrets.list() : { secrets: [] },
      ])
      // The latest are first.
      const awards = decisions.filter(isAward)
      return {
        rule: rules.data[0],
        member: members.data[0],
        payment: awards.findLast(({ outcome }) => outcome === 'paid'),
        isShared: team.members.length > 1 || team.invitations.length > 0 || secrets.secrets.length > 0,
        call: awards.findLast(({ actor }) => actor.kind === 'client'),
      }
    },
  })
}

const isAward = (decision: Decision): decision is AwardDecision => decision.kind === 'award'

export const FIRST_STEPS = 5

export const stepsDone = ({ rule, member, payment, isShared, call }: FirstDay): number =>
  [rule, member, payment, isShared, call].filter(Boolean).length

type Stage = 'begun' | 'hidden' | 'done'

const STAGES_KEY = 'laurel-first-day'

/** Whether this browser shows the steps of the first day; undefined where they did not begin. */
export function useFirstDayStage() {
  const { partnerId } = useSession().partner
  const [stages, setStages] = useLocalStorage<Record<string, Stage>>({
    key: STAGES_KEY,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const setStage = useCallback(
    (stage: Stage) => setStages((all) => ({ ...all, [partnerId]: stage })),
    [partnerId, setStages],
  )
  return { stage: stages[partnerId], setStage }
}
