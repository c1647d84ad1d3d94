import { ActionIcon, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconDoorExit, IconDots, IconGift } from '@tabler/icons-react'
import { useMenuButton } from '../components/dialog.tsx'
import { memberName } from '../members/member-name.ts'
import type { Member } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { AwardDialog } from './award-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

/** What can be done with a user, by those whose role may. */
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
              Take coins back
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
