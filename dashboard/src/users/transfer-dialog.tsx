import { Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { api, dataOf } from '../api/client.ts'
import { useOnce } from '../api/idempotency.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { balanceAfter, coinsText, coinText } from '../format/coins.ts'
import { memberName } from '../members/member-name.ts'
import { useRefreshUser } from './refresh-user.ts'
import type { UserDialog, UserForm } from './user-dialog.ts'

/** Takes coins from a wallet back to the partner. */
export function TransferDialog({ isOpen, close, member }: UserDialog) {
  const sendOnce = useOnce()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Take coins back from ${memberName(member)}`}>
      <TransferForm member={member} close={close} sendOnce={sendOnce} />
    </Dialog>
  )
}

function TransferForm({ member, close, sendOnce }: UserForm) {
  const refresh = useRefreshUser()
  const { form, ...sending } = useServerForm({
    initialValues: { coins: '', narration: '' },
    send: async ({ coins, narration }) => {
      const body = { userId: member.userId, coins: coins.trim(), ...(narration && { narration }) }
      await sendOnce(body, (key) =>
        dataOf(api.POST('/api/v1/laas/coins/transfer-from-user-wallet', { body, ...key })),
      )
      await refresh()
      notifications.show({ message: `${coinsText(body.coins)} were taken back from ${memberName(member)}.` })
      close()
    },
  })
  const balance = member.wallet.coins
  const after = balanceAfter(balance, form.getValues().coins)
  return (
    <DialogForm sending={sending} action="Take back" close={close}>
      <Text size="sm">
        The coins leave the wallet and come back to you. Points and the boards of earners do not change.
      </Text>
      <TextInput
        label="Coins"
        description={`The wallet holds ${coinText(balance)}`}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('coins')}
      />
      <Textarea label="Note (optional)" autosize {...form.getInputProps('narration')} />
      {after && (
        <Text size="sm" role="status">
          {after.isEnough
            ? `Balance ${coinText(balance)} → ${coinText(after.left)}`
            : 'That is more than the wallet holds.'}
        </Text>
      )}
    </DialogForm>
  )
}
