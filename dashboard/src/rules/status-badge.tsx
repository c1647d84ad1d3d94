import { Badge } from '@mantine/core'

/** Whether a rule can be awarded. */
export function StatusBadge({ status }: { status: string }) {
  const isActive = status === 'active'
  return (
    <Badge component="span" variant="dot" color={isActive ? 'laurel' : 'gray'} tt="none" fw={500}>
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  )
}
