import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'

/** The partner's own details, with whether the boards are published. */
export const partnerQuery = (eco: string) =>
  queryOptions({
    queryKey: ['own partner'],
    queryFn: () => dataOf(api.GET('/api/v1/{eco}/partners/me', { params: { path: { eco } } })),
  })
