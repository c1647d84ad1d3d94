import { SegmentedControl, Text, TextInput } from '@mantine/core'
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
  const refresh = useRefreshCoins()
  const bodyOf = ({ direction, coins, reason, reference }: Values) => ({
    userId: member.userId,
    coins: `${direction === 'take' ? '-' : ''}${typedNumber(coins)}`,
    reason: reason.trim(),
    ...(reference.trim() && { reference: reference.trim() }),
  })
  const { form, ...submission } = useServerForm({
    initialValues: { direction: 'add', coins: '', reason: '', reference: '' } as Values,
    validate: ({ coins }) => ({ coins: coins.trim() ? unclearNumber(coins) : 'This is required.' }),
    send: async (values) => {
      const body = bodyOf(values)
      const { coins } = await idempotentSend(body, (key) =>
        dataOf(api.POST('/api/v1/laas/coins/adjust', { body, ...key })),
      )
      await refresh()
      const done = values.direction === 'add' ? 'added to' : 'taken from'
      notifications.show({ message: `${coinsText(coins)} were ${done} the wallet of ${memberName(member)}.` })
      close()
    },
  })
  const values = form.getValues()
  // The reason does not change what happens, and may still be missing.
  const forecast = useForecast(
    values.coins.trim() ? { ...bodyOf(values), reason: 'Forecast' } : null,
    (body) => dataOf(api.POST('/api/v1/laas/coins/adjust', { params: { query: DRY_RUN }, body })),
  )
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
      <Forecast refusal={forecast.refusal} formError={submission.formError} wallet={forecast.data?.wallet} />
    </DialogForm>
  )
}

type Values = { direction: 'add' | 'take'; coins: string; reason: string; reference: string }
