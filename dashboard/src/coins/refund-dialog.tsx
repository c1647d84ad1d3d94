import { Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Forecast, useCoinCall } from '../components/coin-call.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { coinsText } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { type Transaction, userNameOf } from './queries.ts'

/** Gives the coins of a transfer back to the user. */
export function RefundDialog({ transfer, close }: { transfer: Transaction | null; close: () => void }) {
  // Outlives the form: sending again in a reopened dialog has no second effect.
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={transfer !== null} close={close} title="Refund this transfer">
      {transfer && <RefundForm transfer={transfer} close={close} idempotentSend={idempotentSend} />}
    </Dialog>
  )
}

type FormProps = { transfer: Transaction; close: () => void; idempotentSend: IdempotentSend }

function RefundForm({ transfer, close, idempotentSend }: FormProps) {
  const { form, submission, forecast } = useCoinCall({
    initialValues: { coins: '', narration: '' },
    validate: ({ coins }) => ({ coins: unclearNumber(coins) }),
    bodyOf: ({ coins, narration }) => ({
      id: transfer.id,
      ...(coins.trim() && { coins: typedNumber(coins) }),
      ...(narration && { narration }),
    }),
    call: ({ id, ...body }, options) => laurel.coins.refund(id, body, options),
    onDone: ({ coins }) => {
      notifications.show({ message: `${coinsText(coins)} were refunded to ${userNameOf(transfer)}.` })
      close()
    },
    isPastChanged: true,
    idempotentSend,
  })
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
      <Forecast forecast={forecast}>
        {forecast.data && `It would refund ${coinsText(forecast.data.coins)}.`}
      </Forecast>
    </DialogForm>
  )
}
