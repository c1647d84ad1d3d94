import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '../api/failure.ts'
import { Problem } from './problem.tsx'

/** Asks before something that cannot be undone, and says what will happen. */
export function Confirm({
  title,
  children,
  action,
  isOpen,
  close,
  confirm,
}: {
  title: string
  children: ReactNode
  action: string
  isOpen: boolean
  close: () => void
  confirm: () => Promise<void>
}) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(): Promise<void> {
    setSending(true)
    setProblem(null)
    try {
      await confirm()
      close()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <Modal opened={isOpen} onClose={close} title={title} centered>
      <Stack>
        <Problem>{problem}</Problem>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={isSending} onClick={() => void send()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
