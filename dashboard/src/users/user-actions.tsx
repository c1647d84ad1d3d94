import { ActionIcon, Button, List, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconDoorExit, IconDots, IconGift, IconPlusMinus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../api/client.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useMenuButton } from '../components/dialog.tsx'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinsText } from '../format/coins.ts'
import { memberName, possessive } from '../members/member-name.ts'
import type { Member } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { AwardDialog } from './award-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import type { UserDialog } from './user-dialog.ts'

export function UserActions({ member }: { member: Member }) {
  const [isAwarding, awarding] = useDisclosure(false)
  const [isTaking, taking] = useDisclosure(false)
  const [isAdjusting, adjusting] = useDisclosure(false)
  const [isEnding, ending] = useDisclosure(false)
  const { button, fromMenu } = useMenuButton()
  const mayAward = useMay('awardRule')
  const mayTake = useMay('transferCoins')
  const mayAdjust = useMay('adjustCoins')
  const mayEnd = useMay('endMembership')
  if (!mayAward && !mayTake && !mayAdjust && !mayEnd) return null
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
          {mayAdjust && (
            <Menu.Item
              leftSection={<IconPlusMinus size={16} aria-hidden />}
              onClick={fromMenu(adjusting.open)}
            >
              Adjust the wallet
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
      <AdjustDialog isOpen={isAdjusting} close={adjusting.close} member={member} />
      <EndDialog isOpen={isEnding} close={ending.close} member={member} />
    </>
  )
}

function EndDialog({ isOpen, close, member }: UserDialog) {
  const navigate = useNavigate()
  const refresh = useRefreshCoins()
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
