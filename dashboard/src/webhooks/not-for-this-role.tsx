import { IconLock } from '@tabler/icons-react'
import { EmptyState } from '../components/empty-state.tsx'

export function NotForThisRole() {
  return (
    <EmptyState icon={IconLock} title="Webhooks are for owners and managers">
      An owner of your team can change your role.
    </EmptyState>
  )
}
