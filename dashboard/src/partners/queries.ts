import type { OwnPartner, PartnerChanges } from '@laurel/sdk'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { currentSession, setSession } from '../api/session.ts'

/** The partner of the signed-in team member. */
export const partnerQuery = queryOptions({
  queryKey: ['partner'],
  queryFn: () => laurel.partner.read(),
})

export function useChangePartner() {
  const queryClient = useQueryClient()
  return async (changes: PartnerChanges): Promise<OwnPartner> => {
    const changed = await laurel.partner.change(changes)
    queryClient.setQueryData(partnerQuery.queryKey, changed)
    // Times and coins are shown by the settings of the partner in the session.
    const session = currentSession()
    if (session) setSession({ ...session, partner: changed })
    return changed
  }
}

export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: async () => (await laurel.secrets.list()).secrets,
})

/** The result of the last request to the user-details address. */
export const userDetailsQuery = queryOptions({
  queryKey: ['user-details'],
  queryFn: () => laurel.partner.userDetails(),
})
