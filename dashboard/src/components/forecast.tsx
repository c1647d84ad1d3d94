import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { ApiFailure } from '../api/failure.ts'
import { coinsText } from '../format/coins.ts'

const TYPING_PAUSE_MS = 300

/** The query of a request that writes nothing and tells what it would do. */
export const DRY_RUN = { dryRun: 'true' } as const

/** What a request with this body would do now, asked for while someone types. */
export function useForecast<Body, Data>(body: Body | null, send: (body: Body) => Promise<Data>) {
  const [asked] = useDebouncedValue(body === null ? null : JSON.stringify(body), TYPING_PAUSE_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['forecast', asked],
    queryFn: asked === null ? skipToken : () => send(JSON.parse(asked)),
    gcTime: 0,
    retry: false,
  })
  const isCurrent = !isFetching && body !== null && asked === JSON.stringify(body)
  return {
    data: isCurrent ? data : undefined,
    refusal: isCurrent && error instanceof ApiFailure && error.isRefusal ? error.message : null,
  }
}

/** What would happen, and "After this the wallet has 12 coins."; or why it would be refused. */
export function Forecast({
  refusal,
  formError,
  wallet,
  children,
}: {
  refusal: string | null
  /** Shown above the form already. */
  formError: string | null
  wallet?: { coins: string } | undefined
  children?: string | undefined
}) {
  const after = wallet && `After this the wallet has ${coinsText(wallet.coins)}.`
  const text = refusal ?? [children, after].filter(Boolean).join(' ')
  return (
    <Text size="sm" role="status" c={refusal ? 'var(--mantine-color-error)' : undefined} mih={22}>
      {text === formError ? '' : text}
    </Text>
  )
}
