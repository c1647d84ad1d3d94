import { Button, type ButtonProps, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** A button that opens a dialog. */
export function DialogButton({
  title,
  dialog,
  ...button
}: {
  title: string
  dialog: (close: () => void) => ReactNode
  children: ReactNode
  'aria-label'?: string
} & ButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open} {...button} />
      <Modal opened={isOpen} onClose={close} title={title} centered>
        {dialog(close)}
      </Modal>
    </>
  )
}
