import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

/** What the service said against a whole form. */
export function Problem({ children }: { children: string | null }) {
  if (!children) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" tabIndex={-1} data-problem>
      {children}
    </Alert>
  )
}
