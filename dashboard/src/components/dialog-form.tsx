import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useKeepOpen } from './dialog.tsx'
import { FormError } from './error-alert.tsx'
import type { FormSubmission } from './server-form.ts'

export function DialogForm({
  submission: { submit, isSending, formError },
  action,
  cancel = 'Cancel',
  isDangerous = false,
  isReady = true,
  isDone = false,
  close,
  children,
}: {
  submission: FormSubmission
  action: string
  cancel?: string
  isDangerous?: boolean
  /** Disables the submit button while false. */
  isReady?: boolean
  /** Closing is the next step: sending again is possible, but not suggested. */
  isDone?: boolean
  close: () => void
  children: ReactNode
}) {
  useKeepOpen(isSending)
  const cancelButton = (
    <Button key="cancel" variant={isDone ? 'filled' : 'default'} onClick={close} disabled={isSending}>
      {cancel}
    </Button>
  )
  const submitButton = (
    <Button
      key="submit"
      type="submit"
      variant={isDone ? 'default' : 'filled'}
      color={isDangerous ? 'red' : undefined}
      loading={isSending}
      disabled={!isReady}
    >
      {action}
    </Button>
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError>{formError}</FormError>
        {children}
        <Group justify="flex-end">
          {isDone ? [submitButton, cancelButton] : [cancelButton, submitButton]}
        </Group>
      </Stack>
    </form>
  )
}
