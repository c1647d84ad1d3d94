import { Alert, List, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { useIdempotentSend } from '../api/idempotency.ts'
import type { BodyOf, DataOf } from '../api/types.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { DRY_RUN, Forecast, useForecast } from '../components/forecast.tsx'
import { useServerForm } from '../components/server-form.ts'
import { SHORTFALL_CHOICES, type Shortfall } from '../components/shortfall.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinsText, counted } from '../format/coins.ts'
import { percentOf } from '../format/percent.ts'
import { shareOf } from './share.ts'

type Returned = Pick<DataOf<'returnOrder'>, 'refunds' | 'reversals' | 'shareTotal'>

/** Takes an order back by its reference: refunds what was paid with coins, reverses what it earned. */
export function ReturnDialog({
  isOpen,
  reference = '',
  close,
}: {
  isOpen: boolean
  reference?: string
  close: () => void
}) {
  return (
    <Dialog isOpen={isOpen} close={close} title="Return an order">
      <ReturnForm reference={reference} close={close} />
    </Dialog>
  )
}

function ReturnForm({ reference, close }: { reference: string; close: () => void }) {
  const idempotentSend = useIdempotentSend()
  const refresh = useRefreshCoins({ isPastChanged: true })
  const [returned, setReturned] = useState<Returned | null>(null)
  const { form, ...submission } = useServerForm({
    initialValues: { reference, percent: '100', shortfall: 'refuse' } as Values,
    inputs: { share: 'percent' },
    send: async (values) => {
      setReturned(null)
      const body = bodyOf(values)
      setReturned(
        await idempotentSend(body, (key) => dataOf(api.POST('/api/v1/laas/returns', { body, ...key }))),
      )
      await refresh()
    },
  })
  const body = bodyOf(form.getValues())
  const forecast = useForecast(body.reference && !returned ? body : null, (asked) =>
    dataOf(api.POST('/api/v1/laas/returns', { params: { query: DRY_RUN }, body: asked })),
  )
  return (
    <DialogForm
      submission={submission}
      action="Return"
      cancel={returned ? 'Done' : 'Cancel'}
      isDone={returned !== null}
      close={close}
    >
      <Text size="sm">
        Refunds this share of every transfer with the reference, and takes back the same share of every award
        with it: all of it, or nothing.
      </Text>
      <TextInput
        label="Reference"
        description="As your backend sent it, such as the number of the order"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('reference')}
      />
      <TextInput
        label="How much comes back"
        description="Of the whole order, in per cent"
        inputMode="decimal"
        rightSection="%"
        autoComplete="off"
        maw={180}
        {...form.getInputProps('percent')}
      />
      <NativeSelect
        label="When a wallet holds too few coins"
        data={SHORTFALL_CHOICES}
        {...form.getInputProps('shortfall')}
      />
      {returned ? (
        <Result returned={returned} />
      ) : (
        <Forecast
          refusal={forecast.refusal}
          formError={submission.formError}
          wallet={forecast.data?.wallet ?? undefined}
        >
          {forecast.data && expectedText(forecast.data)}
        </Forecast>
      )}
    </DialogForm>
  )
}

const bodyOf = ({ reference, percent, shortfall }: Values): BodyOf<'returnOrder'> => ({
  reference: reference.trim(),
  share: shareOf(percent),
  shortfall,
})

type Values = { reference: string; percent: string; shortfall: Shortfall }

const expectedText = ({ refunds, reversals }: Pick<Returned, 'refunds' | 'reversals'>) =>
  `It would make ${counted(refunds.length, 'refund')} and take back ${counted(reversals.length, 'award')}.`

function Result({ returned: { refunds, reversals, shareTotal } }: { returned: Returned }) {
  return (
    <Alert color="laurel" icon={<IconCircleCheck aria-hidden />} title="Returned" role="status">
      <List size="sm" spacing={4}>
        {refunds.map(({ id, coins }) => (
          <List.Item key={id}>{coinsText(coins)} refunded</List.Item>
        ))}
        {reversals.map(({ reversalId, coins, ruleName }) => (
          <List.Item key={reversalId}>
            {coinsText(coins)} of “{ruleName}” taken back
          </List.Item>
        ))}
        <List.Item>{percentOf(shareTotal)} of the order came back so far.</List.Item>
      </List>
    </Alert>
  )
}
