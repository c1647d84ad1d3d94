import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'

const inEcosystem = (eco: string) => ({ params: { path: { eco } } })

export const secretsQuery = (eco: string) =>
  queryOptions({
    queryKey: ['secrets'],
    queryFn: async () => {
      const { secrets } = await dataOf(api.GET('/api/v1/{eco}/partners/me/secrets', inEcosystem(eco)))
      return secrets
    },
  })

/** How the user-details address answered the last time it was asked, for someone who joined by tag or for a try. */
export const userDetailsQuery = (eco: string) =>
  queryOptions({
    queryKey: ['user-details'],
    queryFn: () => dataOf(api.GET('/api/v1/{eco}/partners/me/user-details', inEcosystem(eco))),
  })
