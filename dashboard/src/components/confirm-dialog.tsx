import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '../api/failure.ts'
import { Dialog, useHeldOpen } from './dialog.tsx'
import { Problem } from './error-alert.tsx'

type Question = {
  children: ReactNode
  action: string
  /** What the way out is called. */
  cancel?: string
  isHarmless?: boolean
  close: () => void
  confirm: () => Promise<unknown>
}

/** Asks before something is done, and says what will happen. */
export function Confirm({ title, isOpen, ...question }: Question & { title: ReactNode; isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} close={question.close} title={title}>
      <Confirmation {...question} />
    </Dialog>
  )
}

/** What stands in such a dialog; it stays open until `confirm` closes it, and when that fails. */
export function Confirmation({
  children,
  action,
  cancel = 'Cancel',
  isHarmless = false,
  close,
  confirm,
}: Question) {
  const { mutate, error, isPending } = useMutation({ mutationFn: confirm })
  useHeldOpen(isPending)
  return (
    <Stack>
      <Problem>{error && sentenceOf(error)}</Problem>
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
