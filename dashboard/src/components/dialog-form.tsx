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
  close,
  children,
}: {
  submission: FormSubmission
  action: string
  cancel?: string
  isDangerous?: boolean
  /** Disables the submit button while false. */
  isReady?: boolean
  close: () => void
  children: ReactNode
}) {
  useKeepOpen(isSending)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError>{formError}</FormError>
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
