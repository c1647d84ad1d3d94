import { QueryClient } from '@tanstack/react-query'

/** The API client retries what is safe to repeat and reports a missing network, so queries do neither. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
