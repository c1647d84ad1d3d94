import type { OwnPartner, PartnerChanges } from '@laurel/sdk'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { currentSession, setSession } from '../api/session.ts'

/** The partner of the signed-in team member. */
export const partnerQuery = queryOptions({
  queryKey: ['partner'],
  queryFn: () => laurel.partner.read(),
})

/** Shows the saved details of the partner everywhere: times and names of coins are shown by those in the session. */
export function useKeepPartner(): (partner: OwnPartner) => OwnPartner {
  const queryClient = useQueryClient()
  return (partner) => {
    queryClient.setQueryData(partnerQuery.queryKey, partner)
    const session = currentSession()
    if (session) setSession({ ...session, partner })
    return partner
  }
}

export function useChangePartner() {
  const keep = useKeepPartner()
  return async (changes: PartnerChanges): Promise<OwnPartner> => keep(await laurel.partner.change(changes))
}

const RECOUNT_POLL_MS = 1_000

/** How far the days are counted in a new time zone; null when they are. */
export const recountQuery = queryOptions({
  queryKey: ['recount'],
  queryFn: async () => (await laurel.transactions.statement()).recount,
  refetchInterval: ({ state }) => (state.data ? RECOUNT_POLL_MS : false),
})

export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: async () => (await laurel.secrets.list()).secrets,
})

/** The result of the last request to the user-details address. */
export const userDetailsQuery = queryOptions({
  queryKey: ['user-details'],
  queryFn: () => laurel.partner.userDetails(),
})
