import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: () => laurel.team.list(),
})
