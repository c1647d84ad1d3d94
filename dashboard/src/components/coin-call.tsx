import type { DecideOptions, Refusal, Result } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { pageSentence } from '../api/sentence.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinsText } from '../format/coins.ts'
import { type ServerFormOptions, useServerForm } from './server-form.ts'

const FORECAST = 'forecast'
const TYPING_PAUSE_MS = 300

type CoinCall<Values, Body, Data> = Omit<ServerFormOptions<Values>, 'send'> & {
  call: (body: Body, options: DecideOptions) => Promise<Result<Data>>
  bodyOf: (values: Values) => Body
  /** What to forecast, if not the body as it is; null when there is nothing to forecast. */
  forecastOf?: (values: Values) => Body | null
  onSend?: () => void
  onDone: (data: Data, values: Values) => unknown
  /** Shows a refusal; otherwise it is above the form. */
  onRefused?: (refusal: Refusal, values: Values) => unknown
  /** Whether rows of lists change that were there before. */
  isPastChanged?: boolean
  /** A dialog that outlives its form keeps the key itself. */
  idempotentSend?: IdempotentSend
}

/** The form of a call that decides about coins: forecasts it while someone types, and makes it once. */
export function useCoinCall<Values extends Record<string, unknown>, Body, Data>({
  call,
  bodyOf,
  forecastOf = bodyOf,
  onSend,
  onDone,
  onRefused,
  isPastChanged = false,
  idempotentSend,
  ...options
}: CoinCall<Values, Body, Data>) {
  const refresh = useRefreshCoins({ isPastChanged })
  const queryClient = useQueryClient()
  const sendOnce = useIdempotentSend()
  const { form, ...submission } = useServerForm({
    ...options,
    send: async (values) => {
      onSend?.()
      const body = bodyOf(values)
      const result = await (idempotentSend ?? sendOnce)(body, (key) => call(body, key))
      if (!result.ok && !onRefused) {
        // Something has changed since the forecast, which would contradict the refusal.
        void queryClient.invalidateQueries({ queryKey: [FORECAST] })
        return result
      }
      // The outcome first: lists may take long to load again.
      if (result.ok) await onDone(result.data, values)
      else await onRefused?.(result, values)
      void refresh()
      return undefined
    },
  })
  const forecast = useForecast(forecastOf(form.getValues()), call)
  return { form, submission, forecast: { ...forecast, formError: submission.formError } }
}

/** What a call with this body would do now. */
function useForecast<Body, Data>(
  body: Body | null,
  call: (body: Body, options: DecideOptions) => Promise<Result<Data>>,
) {
  const text = body === null ? null : JSON.stringify(body)
  const [typed] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const {
    data: result,
    isFetching,
    isError,
  } = useQuery({
    // Another dialog may send the same body to another address.
    queryKey: [FORECAST, useId(), typed],
    queryFn: typed === null ? skipToken : () => call(JSON.parse(typed), { dryRun: true }),
    gcTime: 0,
    retry: false,
  })
  // A forecast that could not be read again may be outdated.
  const current = !isFetching && !isError && text !== null && typed === text ? result : undefined
  return {
    data: current?.ok ? current.data : undefined,
    refusal: current && !current.ok ? pageSentence(current.message) : null,
  }
}

/** What would happen, and "After this the wallet has 12 coins."; or why it would be refused. */
export function Forecast({
  forecast: { data, refusal, formError },
  children,
}: {
  /** The error of the form is shown above it already. */
  forecast: {
    data: { wallet?: { coins: string } | null } | undefined
    refusal: string | null
    formError: string | null
  }
  children?: string | undefined
}) {
  const after = data?.wallet && `After this the wallet has ${coinsText(data.wallet.coins)}.`
  const text = refusal ?? [children, after].filter(Boolean).join(' ')
  return (
    <Text size="sm" role="status" c={refusal ? 'var(--mantine-color-error)' : undefined} mih={22}>
      {text === formError ? '' : text}
    </Text>
  )
}
