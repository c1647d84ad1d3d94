import type { Member } from '@laurel/sdk'
import { ActionIcon, Button, List, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  IconArrowBackUp,
  IconDoorExit,
  IconDots,
  IconDownload,
  IconEraser,
  IconGift,
  IconPlusMinus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { laurel, PATIENT } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useMenuButton } from '../components/dialog.tsx'
import { saveFile } from '../components/save-file.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinsText } from '../format/coins.ts'
import { memberName, possessive } from '../members/member-name.ts'
import { useMay } from '../session/roles.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { AwardDialog } from './award-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import type { UserDialog } from './user-dialog.ts'

export function UserActions({ member }: { member: Member }) {
  const [isAwarding, awarding] = useDisclosure(false)
  const [isTaking, taking] = useDisclosure(false)
  const [isAdjusting, adjusting] = useDisclosure(false)
  const [isEnding, ending] = useDisclosure(false)
  const [isErasing, erasing] = useDisclosure(false)
  const { button, fromMenu } = useMenuButton()
  const mayAward = useMay('awardRule')
  const mayTake = useMay('transferCoins')
  const mayAdjust = useMay('adjustCoins')
  const mayEnd = useMay('endMembership')
  const mayExport = useMay('exportMember')
  const mayErase = useMay('eraseMember')
  if (!mayAward && !mayTake && !mayAdjust && !mayEnd && !mayExport && !mayErase) return null
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
          {mayExport && (
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void downloadData(member)}
            >
              Download data
            </Menu.Item>
          )}
          {mayErase && (
            <>
              <Menu.Divider />
              <Menu.Label>Danger zone</Menu.Label>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconEraser size={16} aria-hidden />}
                onClick={fromMenu(erasing.open)}
              >
                Erase user
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <AwardDialog isOpen={isAwarding} close={awarding.close} member={member} />
      <TransferDialog isOpen={isTaking} close={taking.close} member={member} />
      <AdjustDialog isOpen={isAdjusting} close={adjusting.close} member={member} />
      <EndDialog isOpen={isEnding} close={ending.close} member={member} />
      <EraseDialog isOpen={isErasing} close={erasing.close} member={member} />
    </>
  )
}

/** Everything that the partner holds about the user, as a JSON file. */
async function downloadData({ userId }: Member): Promise<void> {
  try {
    const response = await laurel.raw('GET', `/api/v1/laas/users/${userId}/export`, PATIENT)
    saveFile(await response.blob(), `user-${userId}.json`)
  } catch (error) {
    notifications.show({ color: 'red', message: sentenceOf(error) })
  }
}

function EndDialog({ isOpen, close, member }: UserDialog) {
  const navigate = useNavigate()
  const refresh = useRefreshCoins()
  const name = memberName(member)

  async function end(): Promise<void> {
    await laurel.users.remove(member.userId)
    notifications.show({ message: `The membership of ${name} has ended.` })
    await navigate({ to: '/members' })
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
