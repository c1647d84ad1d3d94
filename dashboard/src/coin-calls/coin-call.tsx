import type { DecideOptions, Refusal, Result } from '@laurel/sdk'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { type ServerFormOptions, useServerForm } from '../components/server-form.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { type RefusalFacts, refusalSentence } from '../format/sentences.ts'

const FORECAST = 'forecast'
const TYPING_PAUSE_MS = 300

/** A refusal says what the wallet holds and which counters it met. */
const EXPANDED = { expand: ['decision', 'wallet'] } satisfies DecideOptions

type CoinCall<Values, Body, Data> = Omit<ServerFormOptions<Values>, 'send'> & {
  call: (body: Body, options: DecideOptions) => Promise<Result<Data>>
  bodyOf: (values: Values) => Body
  /** What to forecast, if not the body as it is; null when there is nothing to forecast. */
  forecastOf?: (values: Values) => Body | null
  /** What the sentence of a refusal can say beside what the service does. */
  factsOf?: (values: Values) => RefusalFacts
  onSend?: () => void
  onDone: (data: Data, values: Values) => unknown
  /** Shows a refusal; otherwise it is above the form. */
  onRefused?: (refusal: Refusal, values: Values) => unknown
  /** Whether rows of lists change that were there before. */
  isPastChanged?: boolean
  /** A dialog that outlives its form keeps the key itself. */
  idempotentSend?: IdempotentSend
}

/** What a call would do now: its data, or why it would be refused. Neither while that is not known. */
type Forecast<Data> = { data: Data | undefined; reason: string | null; refusal: string | null }

/** The form of a call that decides about coins: forecasts it while someone types, and makes it once. */
export function useCoinCall<Values extends Record<string, unknown>, Body, Data>({
  call,
  bodyOf,
  forecastOf = bodyOf,
  factsOf,
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
      const result = await (idempotentSend ?? sendOnce)(body, (key) => call(body, { ...key, ...EXPANDED }))
      if (!result.ok && !onRefused) {
        // Something has changed since the forecast, which would contradict the refusal.
        void queryClient.resetQueries({ queryKey: [FORECAST] })
        void refresh()
        return { ...result, message: sentenceOfRefusal(result, factsOf?.(values)) }
      }
      // The outcome first: lists may take long to load again.
      if (result.ok) await onDone(result.data, values)
      else await onRefused?.(result, values)
      void refresh()
      return undefined
    },
  })
  const values = form.getValues()
  const result = useForecast(forecastOf(values), call)
  const forecast: Forecast<Data> = {
    data: result?.ok ? result.data : undefined,
    reason: result && !result.ok ? result.reason : null,
    refusal: result && !result.ok ? sentenceOfRefusal(result, factsOf?.(values)) : null,
  }
  return { form, submission, forecast }
}

/** What the service says about the wallet is newer than what the page knows. */
export function sentenceOfRefusal({ reason, decision, wallet }: Refusal, facts: RefusalFacts = {}): string {
  return refusalSentence(reason, {
    ...facts,
    ...(decision?.counters && { counters: decision.counters }),
    ...(decision?.retryAt && { retryAt: decision.retryAt }),
    ...(wallet && { balance: wallet.coins, available: wallet.available, held: wallet.held }),
  })
}

/** What a call with this body would lead to now. */
function useForecast<Body, Data>(
  body: Body | null,
  call: (body: Body, options: DecideOptions) => Promise<Result<Data>>,
): Result<Data> | undefined {
  const text = body === null ? null : JSON.stringify(body)
  const [typed] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const { data: result, isError } = useQuery({
    // Another dialog may send the same body to another address.
    queryKey: [FORECAST, useId(), typed],
    queryFn: typed === null ? skipToken : () => call(JSON.parse(typed), { dryRun: true, ...EXPANDED }),
    gcTime: 0,
    retry: false,
    // Others may move coins while the dialog is open.
    meta: { live: true },
  })
  // A forecast that could not be read again may be outdated.
  return !isError && text !== null && typed === text ? result : undefined
}
