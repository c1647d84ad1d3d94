import './call-form.css'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useKeepOpen } from '../components/dialog.tsx'
import { FormError } from '../components/error-alert.tsx'
import type { FormSubmission } from '../components/server-form.ts'

/**
 * The form of a dialog that moves coins. The button names the deed. A forecast that refuses disables it and says why
 * beside it.
 */
export function CallForm({
  submission: { submit, isSending, formError },
  action,
  cancel = 'Cancel',
  refusal = null,
  isDangerous = false,
  isReady = true,
  isDone = false,
  close,
  children,
}: {
  submission: FormSubmission
  action: string
  cancel?: string
  /** Why it would be refused now. */
  refusal?: string | null
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
      disabled={!isReady || refusal !== null}
    >
      {action}
    </Button>
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {/* The refusal below says the same. */}
        <FormError>{formError === refusal ? null : formError}</FormError>
        {children}
        <div className="call-buttons">
          <span role="status" className="call-refusal">
            {refusal}
          </span>
          {isDone ? [submitButton, cancelButton] : [cancelButton, submitButton]}
        </div>
      </Stack>
    </form>
  )
}
