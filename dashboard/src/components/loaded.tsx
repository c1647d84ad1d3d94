import { Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorAlert } from './error-alert.tsx'

/** Shows the data of a query, its loading state, or its error with a retry button. */
export function Loaded<Data>({
  query,
  loading = <LoadingRows />,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error'> & { refetch: () => unknown }
  loading?: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  return loading
}

export function LoadingRows({ rows = 5, height = 36 }: { rows?: number; height?: number }) {
  const keys = Array.from({ length: rows }, (_, row) => `row ${row}`)
  return (
    <Stack gap="xs" role="status" aria-label="Loading">
      {keys.map((key) => (
        <Skeleton key={key} height={height} />
      ))}
    </Stack>
  )
}
