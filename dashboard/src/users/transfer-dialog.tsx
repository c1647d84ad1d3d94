import { Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Forecast, useCoinCall } from '../components/coin-call.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
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
  const bodyOf = ({ coins, reference, narration }: typeof NO_INPUT) => ({
    userId: member.userId,
    coins: typedNumber(coins),
    ...(reference.trim() && { reference: reference.trim() }),
    ...(narration && { narration }),
  })
  const { form, submission, forecast } = useCoinCall({
    call: laurel.coins.transfer,
    initialValues: NO_INPUT,
    validate: ({ coins }) => ({ coins: unclearNumber(coins) }),
    bodyOf,
    forecastOf: (values) => (values.coins.trim() ? bodyOf(values) : null),
    onDone: (_, { coins }) => {
      notifications.show({
        message: `${coinsText(typedNumber(coins))} were transferred from ${memberName(member)}.`,
      })
      close()
    },
    idempotentSend,
  })
  return (
    <DialogForm submission={submission} action="Transfer" close={close}>
      <Text size="sm">
        The coins move from the wallet to you. Points and the boards of earners do not change.
      </Text>
      <TextInput
        label="Coins"
        description={`The wallet holds ${coinText(member.wallet.coins)}`}
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
      <Forecast forecast={forecast} />
    </DialogForm>
  )
}

const NO_INPUT = { coins: '', reference: '', narration: '' }
