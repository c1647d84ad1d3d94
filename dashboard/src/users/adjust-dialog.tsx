import { SegmentedControl, Text, TextInput } from '@mantine/core'
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

/** Adds coins to a wallet, or takes them, with a reason. */
export function AdjustDialog({ isOpen, close, member }: UserDialog) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Adjust the wallet of ${memberName(member)}`}>
      <AdjustForm member={member} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

function AdjustForm({ member, close, idempotentSend }: UserForm) {
  const bodyOf = ({ direction, coins, reason, reference }: Values) => ({
    userId: member.userId,
    coins: `${direction === 'take' ? '-' : ''}${typedNumber(coins)}`,
    reason: reason.trim(),
    ...(reference.trim() && { reference: reference.trim() }),
  })
  const { form, submission, forecast } = useCoinCall({
    call: laurel.coins.adjust,
    initialValues: { direction: 'add', coins: '', reason: '', reference: '' } as Values,
    validate: ({ coins }) => ({ coins: coins.trim() ? unclearNumber(coins) : 'This is required.' }),
    bodyOf,
    // The reason does not change what happens, and may still be missing.
    forecastOf: (values) => (values.coins.trim() ? { ...bodyOf(values), reason: 'Forecast' } : null),
    onDone: ({ coins }, { direction }) => {
      const done = direction === 'add' ? 'added to' : 'taken from'
      notifications.show({ message: `${coinsText(coins)} were ${done} the wallet of ${memberName(member)}.` })
      close()
    },
    idempotentSend,
  })
  return (
    <DialogForm submission={submission} action="Adjust" close={close}>
      <Text size="sm">
        For goodwill, or to correct a mistake. Points and boards do not change
        {member.wallet.owed === '0' ? '.' : '; what the user owes is settled first.'}
      </Text>
      <SegmentedControl
        aria-label="Direction"
        fullWidth
        data={[
          { value: 'add', label: 'Add' },
          { value: 'take', label: 'Take' },
        ]}
        {...form.getInputProps('direction')}
      />
      <TextInput
        label="Coins"
        description={`The wallet holds ${coinText(member.wallet.coins)}`}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('coins')}
      />
      <TextInput
        label="Reason"
        description="Kept with the transaction, for your team and auditors"
        {...form.getInputProps('reason')}
      />
      <TextInput
        label="Reference (optional)"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('reference')}
      />
      <Forecast forecast={forecast} />
    </DialogForm>
  )
}

type Values = { direction: 'add' | 'take'; coins: string; reason: string; reference: string }
