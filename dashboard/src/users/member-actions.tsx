import type { Member } from '@laurel/sdk'
import { ActionIcon, Button, CopyButton, List, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowBackUp,
  IconCopy,
  IconDoorExit,
  IconDots,
  IconDownload,
  IconEraser,
  IconGift,
  IconId,
  IconPlusMinus,
  IconShoppingBag,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { laurel, PATIENT } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { AdjustDialog } from '../coin-calls/adjust-dialog.tsx'
import { AwardDialog } from '../coin-calls/award-dialog.tsx'
import type { MemberDialog } from '../coin-calls/member-dialog.ts'
import { ReturnDialog } from '../coin-calls/return-dialog.tsx'
import { TakeDialog } from '../coin-calls/take-dialog.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useMenuButton } from '../components/dialog.tsx'
import { saveFile } from '../components/save-file.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinName, coinsText } from '../format/coins.ts'
import { possessive } from '../format/sentences.ts'
import { isUnlinked, memberName } from '../members/member-name.ts'
import { useMay } from '../session/roles.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { ExternalIdDialog } from './external-id-dialog.tsx'

type Action = 'award' | 'adjust' | 'take' | 'return' | 'id' | 'end' | 'erase'

/** What the team can do with a member. One who left can be corrected, and nothing else. */
export function MemberActions({ member }: { member: Member }) {
  const [action, setAction] = useState<Action | null>(null)
  const close = () => setAction(null)
  const isMember = member.leftAt === null
  const isErased = member.userData === null && !isUnlinked(member)
  const mayAward = useMay('awardRule') && isMember
  const mayAdjust = useMay('adjustCoins') && !isErased
  const dialogOf = (name: Action) => ({ isOpen: action === name, close, member })
  return (
    <>
      {mayAward && (
        <Button leftSection={<IconGift size={18} aria-hidden />} onClick={() => setAction('award')}>
          Award
        </Button>
      )}
      {mayAdjust && (
        <Button
          variant="default"
          leftSection={<IconPlusMinus size={16} aria-hidden />}
          onClick={() => setAction('adjust')}
        >
          Adjust
        </Button>
      )}
      <MoreActions member={member} start={setAction} />
      <AwardDialog {...dialogOf('award')} />
      <AdjustDialog {...dialogOf('adjust')} />
      <TakeDialog {...dialogOf('take')} />
      <ReturnDialog isOpen={action === 'return'} close={close} />
      <ExternalIdDialog {...dialogOf('id')} />
      <EndDialog {...dialogOf('end')} />
      <EraseDialog {...dialogOf('erase')} />
    </>
  )
}

function MoreActions({ member, start }: { member: Member; start: (action: Action) => void }) {
  const { button, fromMenu } = useMenuButton()
  const isMember = member.leftAt === null
  const isErased = member.userData === null && !isUnlinked(member)
  const mayTake = useMay('transferCoins') && isMember
  const mayReturn = useMay('returnOrder')
  const mayName = useMay('setExternalId') && isMember
  const mayEnd = useMay('endMembership') && isMember
  const mayExport = useMay('exportMember')
  const mayErase = useMay('eraseMember') && !isErased
  const open = (action: Action) => fromMenu(() => start(action))
  return (
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
          <Menu.Item leftSection={<IconShoppingBag size={16} aria-hidden />} onClick={open('take')}>
            Take {coinName().many}
          </Menu.Item>
        )}
        {mayReturn && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={open('return')}>
            Return an order
          </Menu.Item>
        )}
        {mayName && (
          <Menu.Item leftSection={<IconId size={16} aria-hidden />} onClick={open('id')}>
            {member.externalId ? 'Change your own id' : 'Set your own id'}
          </Menu.Item>
        )}
        <CopyButton value={member.userId}>
          {({ copy }) => (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
              Copy our id
            </Menu.Item>
          )}
        </CopyButton>
        {mayExport && (
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void downloadData(member)}
          >
            Download data
          </Menu.Item>
        )}
        {(mayEnd || mayErase) && <Menu.Divider />}
        {mayEnd && (
          <Menu.Item leftSection={<IconDoorExit size={16} aria-hidden />} onClick={open('end')}>
            End the membership
          </Menu.Item>
        )}
        {mayErase && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconEraser size={16} aria-hidden />}
            onClick={open('erase')}
          >
            Erase member
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
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

function EndDialog({ isOpen, close, member }: MemberDialog) {
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
