import { ActionIcon, Button, List, Menu, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconDoorExit, IconDots, IconGift } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../api/client.ts'
import { useIdempotentSend } from '../api/idempotency.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Dialog, useMenuButton } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { balanceAfter, coinsText, coinText } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { memberName, possessive } from '../members/member-name.ts'
import type { Member } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { AwardDialog } from './award-dialog.tsx'
import { type UserDialog, type UserForm, useRefreshUser } from './user-dialog.ts'

export function UserActions({ member }: { member: Member }) {
  const [isAwarding, awarding] = useDisclosure(false)
  const [isTaking, taking] = useDisclosure(false)
  const [isEnding, ending] = useDisclosure(false)
  const { button, fromMenu } = useMenuButton()
  const mayAward = useMay('awardRule')
  const mayTake = useMay('transferCoins')
  const mayEnd = useMay('endMembership')
  if (!mayAward && !mayTake && !mayEnd) return null
  return (
    <>
      {mayAward && (
        <Button leftSection={<IconGift size={18} aria-hidden />} onClick={awarding.open}>
          Award a rule
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="default"
            size={36}
            aria-label={`More actions on ${memberName(member)}`}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayTake && (
            <Menu.Item
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={fromMenu(taking.open)}
            >
              Transfer coins
            </Menu.Item>
          )}
          {mayEnd && (
            <Menu.Item leftSection={<IconDoorExit size={16} aria-hidden />} onClick={fromMenu(ending.open)}>
              End the membership
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <AwardDialog isOpen={isAwarding} close={awarding.close} member={member} />
      <TransferDialog isOpen={isTaking} close={taking.close} member={member} />
      <EndDialog isOpen={isEnding} close={ending.close} member={member} />
    </>
  )
}

function TransferDialog({ isOpen, close, member }: UserDialog) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Transfer coins from ${memberName(member)}`}>
      <TransferForm member={member} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

function TransferForm({ member, close, idempotentSend }: UserForm) {
  const refresh = useRefreshUser()
  const { form, ...submission } = useServerForm({
    initialValues: { coins: '', narration: '' },
    validate: ({ coins }) => ({ coins: unclearNumber(coins) }),
    send: async ({ coins, narration }) => {
      const body = { userId: member.userId, coins: typedNumber(coins), ...(narration && { narration }) }
      await idempotentSend(body, (key) =>
        dataOf(api.POST('/api/v1/laas/coins/transfer-from-user-wallet', { body, ...key })),
      )
      await refresh()
      notifications.show({ message: `${coinsText(body.coins)} were transferred from ${memberName(member)}.` })
      close()
    },
  })
  const balance = member.wallet.coins
  const after = balanceAfter(balance, typedNumber(form.getValues().coins))
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

function EndDialog({ isOpen, close, member }: UserDialog) {
  const navigate = useNavigate()
  const refresh = useRefreshUser()
  const name = memberName(member)

  async function end(): Promise<void> {
    const params = { path: { userId: member.userId } }
    await dataOf(api.DELETE('/api/v1/laas/users/{userId}', { params }))
    notifications.show({ message: `The membership of ${name} has ended.` })
    await navigate({ to: '/users' })
    await refresh()
  }

  return (
    <ConfirmDialog
      title={`End the membership of ${name}?`}
      action="End the membership"
      isOpen={isOpen}
      close={close}
      confirm={end}
    >
      <List size="sm" spacing={6}>
        <List.Item>{name} disappears from all boards and counts.</List.Item>
        <List.Item>Awards and transfers are refused.</List.Item>
        <List.Item>Your apps lose access to {possessive(name)} account.</List.Item>
        <List.Item>
          The wallet ({coinsText(member.wallet.coins)}), points and progress are kept, and return when {name}{' '}
          rejoins.
        </List.Item>
      </List>
    </ConfirmDialog>
  )
}
