import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHeldOpen } from './dialog.tsx'
import { Problem } from './error-alert.tsx'
import type { Sending } from './server-form.ts'

/** The form of a dialog: what the service said against it, its fields, and the ways out. */
export function DialogForm({
  sending: { submit, isSending, problem },
  action,
  cancel = 'Cancel',
  isDangerous = false,
  isReady = true,
  close,
  children,
}: {
  sending: Sending
  action: string
  cancel?: string
  isDangerous?: boolean
  /** Whether there is something to send. */
  isReady?: boolean
  close: () => void
  children: ReactNode
}) {
  useHeldOpen(isSending)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={isSending}>
            {cancel}
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            loading={isSending}
            disabled={!isReady}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
