import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '../api/sentence.ts'
import { Dialog, useKeepOpen } from './dialog.tsx'
import { FormError } from './error-alert.tsx'

type Question = {
  children: ReactNode
  action: string
  cancel?: string
  isHarmless?: boolean
  close: () => void
  confirm: () => Promise<unknown>
}

/** Explains the effects of an action and asks for confirmation. */
export function ConfirmDialog({
  title,
  isOpen,
  ...question
}: Question & { title: ReactNode; isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} close={question.close} title={title}>
      <Confirmation {...question} />
    </Dialog>
  )
}

/** The content of the dialog. It stays open until `confirm` closes it, also after a failure. */
export function Confirmation({
  children,
  action,
  cancel = 'Cancel',
  isHarmless = false,
  close,
  confirm,
}: Question) {
  const { mutate, error, isPending } = useMutation({ mutationFn: confirm })
  useKeepOpen(isPending)
  return (
    <Stack>
      <FormError>{error && sentenceOf(error)}</FormError>
      <Text size="sm" component="div">
        {children}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close} disabled={isPending} data-autofocus>
          {cancel}
        </Button>
        <Button color={isHarmless ? undefined : 'red'} loading={isPending} onClick={() => mutate()}>
          {action}
        </Button>
      </Group>
    </Stack>
  )
}
