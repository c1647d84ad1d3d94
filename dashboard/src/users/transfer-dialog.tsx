import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { api, dataOf } from '../api/client.ts'
import { coinsText } from '../awards/decision-in-words.ts'
import { coinText } from '../shared/coins.ts'
import { balanceAfter } from '../shared/exact-coins.ts'
import { Problem } from '../shared/problem.tsx'
import { useServerForm } from '../shared/server-form.ts'
import { useOnce } from '../shared/use-once.ts'
import { memberName } from './member-name.ts'
import type { Member } from './queries.ts'
import { useRefreshUser } from './refresh-user.ts'

/** Takes coins from a wallet back to the partner. */
export function TransferDialog({
  opened,
  onClose,
  member,
}: {
  opened: boolean
  onClose: () => void
  member: Member
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Take coins back from ${memberName(member)}`} centered>
      <TransferForm member={member} onClose={onClose} />
    </Modal>
  )
}

function TransferForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const sendOnce = useOnce()
  const refresh = useRefreshUser()
  const { form, submit, isSending, problem } = useServerForm({
    initialValues: { coins: '', narration: '' },
    send: async ({ coins, narration }) => {
      const body = { userId: member.userId, coins: coins.trim(), ...(narration && { narration }) }
      await sendOnce(body, (key) =>
        dataOf(api.POST('/api/v1/laas/coins/transfer-from-user-wallet', { body, ...key })),
      )
      await refresh()
      notifications.show({ message: `${coinsText(body.coins)} were taken back from ${memberName(member)}.` })
      onClose()
    },
  })
  const balance = member.wallet.coins
  const after = balanceAfter(balance, form.getValues().coins)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          The coins leave the wallet and come back to you. Points and the boards of earners do not change.
        </Text>
        <Problem>{problem}</Problem>
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Take back
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
