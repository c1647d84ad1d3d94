import { type Backtest, LaurelError, type NewBacktest } from '@laurel/sdk'
import { List, Progress, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { countText } from '../format/coins.ts'
import { DAY_MS } from '../format/time.ts'
import { useMay } from '../session/roles.ts'
import { costText, detailTexts } from './backtest-text.ts'

const DAYS = 30
const TYPING_PAUSE_MS = 1000
const POLL_MS = 700
const TRIES_MAX = 10
const TRY_AGAIN_MS = 3000

type Terms = Pick<NewBacktest, 'rule' | 'ruleId' | 'changes'>

const isOver = (backtest: Backtest | undefined): boolean =>
  backtest !== undefined && backtest.status !== 'waiting' && backtest.status !== 'running'

/** Somebody else of the team waits for one too. */
const isBusy = (error: unknown): boolean =>
  error instanceof LaurelError && String(error.reason) === 'backtest_waiting'

const requestedQuery = (terms: string | null, from: string) =>
  queryOptions({
    queryKey: ['backtests', 'requested', terms, from],
    queryFn:
      terms === null ? skipToken : () => laurel.backtests.create({ ...(JSON.parse(terms) as Terms), from }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (count, error) => isBusy(error) && count < TRIES_MAX,
    retryDelay: TRY_AGAIN_MS,
  })

const backtestQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['backtests', id],
    queryFn: id === undefined ? skipToken : () => laurel.backtests.read(id),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : POLL_MS),
    retry: true,
  })

/** What the rule in the form would have paid lately. Asked for once the form rests; a newer one replaces an older one. */
export function LastDaysCost({ terms }: { terms: Terms | null }) {
  const mayTry = useMay('createBacktest')
  const [from] = useState(() => new Date(Date.now() - DAYS * DAY_MS).toISOString())
  const asked = terms === null ? null : JSON.stringify(terms)
  const [settled] = useDebouncedValue(asked, TYPING_PAUSE_MS)
  const current = mayTry && settled === asked ? settled : null
  const requested = useQuery(requestedQuery(current, from))
  const id = requested.data?.id
  const { data: backtest = requested.data } = useQuery(backtestQuery(id))
  useCancelled(id, isOver(backtest))
  if (!mayTry) return null
  return (
    <Stack gap={4} role="status" data-backtest={backtest?.status}>
      <Text size="sm" fw={550}>
        Last {DAYS} days
      </Text>
      {terms === null ? (
        <Text size="sm" c="dimmed">
          Choose an activity and complete the rows to see what it would have paid.
        </Text>
      ) : requested.error ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {problemText(requested.error)}
        </Text>
      ) : (
        <Progressing backtest={settled === asked ? backtest : undefined} />
      )}
    </Stack>
  )
}

/** Ends what no one waits for any more. */
function useCancelled(id: string | undefined, isDone: boolean): void {
  useEffect(() => {
    if (id === undefined || isDone) return undefined
    return () => void laurel.backtests.cancel(id).catch(() => undefined)
  }, [id, isDone])
}

function Progressing({ backtest }: { backtest: Backtest | undefined }) {
  if (backtest?.status === 'failed' || backtest?.status === 'cancelled')
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {backtest.status === 'failed'
          ? 'It could not be tried on the past; change a field to try again.'
          : 'A newer try took its place; change a field to try again.'}
      </Text>
    )
  const result = backtest?.result
  if (!result) {
    const { done = 0, activities = 0, percent = 0 } = backtest?.progress ?? {}
    return (
      <>
        <Text size="sm" c="dimmed">
          {backtest?.status === 'running'
            ? `Trying it on ${countText(done)} of ${countText(activities)} activities …`
            : 'Trying it on the past …'}
        </Text>
        <Progress value={percent} size="xs" aria-label="Progress" />
      </>
    )
  }
  return (
    <>
      <Text>{costText(result)}</Text>
      <List size="sm" spacing={2} c="dimmed">
        {detailTexts(result).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </>
  )
}

/** The form beside it says which field does not fit. */
const problemText = (error: unknown): string =>
  isBusy(error)
    ? 'Somebody else of your team tries a rule just now; change a field to try again.'
    : error instanceof LaurelError && error.status === 400
      ? 'A number is missing, or the terms do not fit together yet.'
      : sentenceOf(error)
