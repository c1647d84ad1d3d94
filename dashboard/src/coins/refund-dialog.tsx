import { Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { api, dataOf } from '../api/client.ts'
import { useIdempotentSend } from '../api/idempotency.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { DRY_RUN, Forecast, useForecast } from '../components/forecast.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinsText } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { type Transaction, userNameOf } from './queries.ts'

/** Gives the coins of a transfer back to the user. */
export function RefundDialog({ transfer, close }: { transfer: Transaction | null; close: () => void }) {
  return (
    <Dialog isOpen={transfer !== null} close={close} title="Refund this transfer">
      {transfer && <RefundForm transfer={transfer} close={close} />}
    </Dialog>
  )
}

function RefundForm({ transfer, close }: { transfer: Transaction; close: () => void }) {
  const idempotentSend = useIdempotentSend()
  const refresh = useRefreshCoins({ isPastChanged: true })
  const params = { path: { id: transfer.id } }
  const { form, ...submission } = useServerForm({
    initialValues: { coins: '', narration: '' },
    validate: ({ coins }) => ({ coins: unclearNumber(coins) }),
    send: async (values) => {
      const body = bodyOf(values)
      const refund = await idempotentSend({ id: transfer.id, ...body }, (key) =>
        dataOf(api.POST('/api/v1/laas/coins/transactions/{id}/refund', { params, body, ...key })),
      )
      await refresh()
      notifications.show({
        message: `${coinsText(refund.coins)} were refunded to ${userNameOf(transfer)}.`,
      })
      close()
    },
  })
  const forecast = useForecast(
    { refund: transfer.id, ...bodyOf(form.getValues()) },
    ({ refund: _, ...body }) =>
      dataOf(
        api.POST('/api/v1/laas/coins/transactions/{id}/refund', {
          params: { ...params, query: DRY_RUN },
          body,
        }),
      ),
  )
  return (
    <DialogForm submission={submission} action="Refund" close={close}>
      <Text size="sm">
        {userNameOf(transfer)} transferred {coinsText(transfer.coins)} to you. What is refunded enters the
        wallet again, and the board of spenders falls.
      </Text>
      <TextInput
        label="Coins"
        description="Leave it empty to refund all that is left"
        placeholder="All that is left"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('coins')}
      />
      <Textarea
        label="Reason (optional)"
        description="Shown with the transaction"
        autosize
        {...form.getInputProps('narration')}
      />
      <Forecast refusal={forecast.refusal} formError={submission.formError} wallet={forecast.data?.wallet}>
        {forecast.data && `It would refund ${coinsText(forecast.data.coins)}.`}
      </Forecast>
    </DialogForm>
  )
}

const bodyOf = ({ coins, narration }: { coins: string; narration: string }) => ({
  ...(coins.trim() && { coins: typedNumber(coins) }),
  ...(narration && { narration }),
})
