import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

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
      <Dialog isOpen={isOpen} close={close} title={title}>
        {dialog(close)}
      </Dialog>
    </>
  )
}
