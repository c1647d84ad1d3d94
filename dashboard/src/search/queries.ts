import type { Found } from '@laurel/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'

export const TEXT_LENGTH_MAX = 200

/** What a text finds. Another text cancels the call; what was found stays until there is something else. */
export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    enabled: text !== '',
    queryFn: ({ signal }: { signal: AbortSignal }) => laurel.search.find({ q: text }, { signal }),
    placeholderData: keepPreviousData,
  })

/** How many results there are, of all kinds. */
export const countOf = (found: Found): number =>
  Object.values<unknown[]>({ ...found }).reduce((count, results) => count + results.length, 0)
