import { LaurelNotFound } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'

const LINES_MAX = 100

/** Everything with one reference, the latest lines first; null when nothing has it. */
export const orderQuery = (reference: string) =>
  queryOptions({
    queryKey: ['orders', reference],
    enabled: reference !== '',
    queryFn: async () => {
      try {
        return await laurel.orders.read(reference, { limit: LINES_MAX })
      } catch (error) {
        if (error instanceof LaurelNotFound) return null
        throw error
      }
    },
    meta: { live: true },
  })
