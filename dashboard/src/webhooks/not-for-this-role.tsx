import { IconLock } from '@tabler/icons-react'
import { Empty } from '../components/empty-state.tsx'

export function NotForThisRole() {
  return (
    <Empty icon={IconLock} title="Webhooks are for owners and managers">
      An owner of your team can change your role.
    </Empty>
  )
}
