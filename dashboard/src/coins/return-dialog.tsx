import type { NewReturn, Return, Shortfall } from '@laurel/sdk'
import { Alert, List, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Forecast, useCoinCall } from '../components/coin-call.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { SHORTFALL_CHOICES } from '../components/shortfall.ts'
import { coinsText, counted } from '../format/coins.ts'
import { percentOf } from '../format/percent.ts'
import { shareOf } from './share.ts'

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
  // Outlives the form: sending again in a reopened dialog has no second effect.
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title="Return an order">
      <ReturnForm reference={reference} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

type FormProps = { reference: string; close: () => void; idempotentSend: IdempotentSend }

function ReturnForm({ reference, close, idempotentSend }: FormProps) {
  const [result, setResult] = useState<Return | null>(null)
  const { form, submission, forecast } = useCoinCall({
    call: laurel.returns.create,
    initialValues: { reference, percent: '100', shortfall: 'refuse' } as Values,
    inputs: { share: 'percent' },
    bodyOf,
    forecastOf: (values) => (values.reference.trim() && !result ? bodyOf(values) : null),
    onSend: () => setResult(null),
    onDone: setResult,
    isPastChanged: true,
    idempotentSend,
  })
  return (
    <DialogForm
      submission={submission}
      action="Return"
      cancel={result ? 'Done' : 'Cancel'}
      isDone={result !== null}
      close={close}
    >
      <Text size="sm">
        Refunds this share of every transfer with the reference, and reverses the same share of every award
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
      {result ? (
        <Result result={result} />
      ) : (
        <Forecast forecast={forecast}>{forecast.data && expectedText(forecast.data)}</Forecast>
      )}
    </DialogForm>
  )
}

const bodyOf = ({ reference, percent, shortfall }: Values): NewReturn => ({
  reference: reference.trim(),
  share: shareOf(percent),
  shortfall,
})

type Values = { reference: string; percent: string; shortfall: Shortfall }

const expectedText = ({ refunds, reversals }: Return) =>
  `It would make ${counted(refunds.length, 'refund')} and reverse ${counted(reversals.length, 'award')}.`

function Result({ result: { refunds, reversals, shareTotal } }: { result: Return }) {
  return (
    <Alert color="laurel" icon={<IconCircleCheck aria-hidden />} title="Returned" role="status">
      <List size="sm" spacing={4}>
        {refunds.map(({ id, coins }) => (
          <List.Item key={id}>{coinsText(coins)} refunded</List.Item>
        ))}
        {reversals.map(({ reversalId, coins, ruleName }) => (
          <List.Item key={reversalId}>
            {coinsText(coins)} of “{ruleName}” reversed
          </List.Item>
        ))}
        <List.Item>{percentOf(shareTotal)} of the order came back so far.</List.Item>
      </List>
    </Alert>
  )
}
