import { queryOptions } from '@tanstack/react-query'

/** Loads the script of a part that few visits need. `Loaded` shows that it is on its way, or lets people try again. */
export const scriptQuery = <Module extends object>(name: string, load: () => Promise<Module>) =>
  queryOptions({
    queryKey: ['script', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
