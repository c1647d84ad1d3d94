import { Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { api, dataOf } from '../api/client.ts'
import { useIdempotentSend } from '../api/idempotency.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { DRY_RUN, Forecast, useForecast } from '../components/forecast.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinsText, coinText } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { memberName } from '../members/member-name.ts'
import type { UserDialog, UserForm } from './user-dialog.ts'

export function TransferDialog({ isOpen, close, member }: UserDialog) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Transfer coins from ${memberName(member)}`}>
      <TransferForm member={member} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

function TransferForm({ member, close, idempotentSend }: UserForm) {
  const refresh = useRefreshCoins()
  const bodyOf = ({ coins, reference, narration }: typeof NO_INPUT) => ({
    userId: member.userId,
    coins: typedNumber(coins),
    ...(reference.trim() && { reference: reference.trim() }),
    ...(narration && { narration }),
  })
  const { form, ...submission } = useServerForm({
    initialValues: NO_INPUT,
    validate: ({ coins }) => ({ coins: unclearNumber(coins) }),
    send: async (values) => {
      const body = bodyOf(values)
      await idempotentSend(body, (key) =>
        dataOf(api.POST('/api/v1/laas/coins/transfer-from-user-wallet', { body, ...key })),
      )
      await refresh()
      notifications.show({ message: `${coinsText(body.coins)} were transferred from ${memberName(member)}.` })
      close()
    },
  })
  const balance = member.wallet.coins
  const values = form.getValues()
  const forecast = useForecast(values.coins.trim() ? bodyOf(values) : null, (body) =>
    dataOf(api.POST('/api/v1/laas/coins/transfer-from-user-wallet', { params: { query: DRY_RUN }, body })),
  )
  return (
    <DialogForm submission={submission} action="Transfer" close={close}>
      <Text size="sm">
        The coins move from the wallet to you. Points and the boards of earners do not change.
      </Text>
      <TextInput
        label="Coins"
        description={`The wallet holds ${coinText(balance)}`}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('coins')}
      />
      <TextInput
        label="Reference (optional)"
        description="Such as the number of an order, to find or return it later"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('reference')}
      />
      <Textarea label="Note (optional)" autosize {...form.getInputProps('narration')} />
      <Forecast refusal={forecast.refusal} formError={submission.formError} wallet={forecast.data?.wallet} />
    </DialogForm>
  )
}

const NO_INPUT = { coins: '', reference: '', narration: '' }
