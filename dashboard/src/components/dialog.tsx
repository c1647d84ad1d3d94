import { Button, type ButtonProps, Modal, type ModalProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react'

const Holding = createContext<(isHeld: boolean) => void>(() => {})

/** What stands in front of the page until it is closed. While something in it holds it open, only that ends it. */
export function Dialog({
  isOpen,
  close,
  closeOnClickOutside = true,
  children,
  ...looks
}: {
  isOpen: boolean
  close: () => void
  title: ReactNode
  children: ReactNode
} & Pick<ModalProps, 'size' | 'closeOnClickOutside'>) {
  const [isHeld, setHeld] = useState(false)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      closeOnEscape={!isHeld}
      closeOnClickOutside={closeOnClickOutside && !isHeld}
      withCloseButton={!isHeld}
      centered
      {...looks}
    >
      <Holding value={setHeld}>{children}</Holding>
    </Modal>
  )
}

/** Holds the dialog around open: what is being sent, or is shown this once, must not be lost to a slip. */
export function useHeldOpen(isHeld = true): void {
  const setHeld = useContext(Holding)
  useLayoutEffect(() => {
    setHeld(isHeld)
    return () => setHeld(false)
  }, [isHeld, setHeld])
}

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

/**
 * The button of a menu whose items open dialogs. A dialog that is closed gives the focus back to what had it before, and an item is gone by
 * then; so what `fromMenu` wraps begins at the button.
 */
export function useMenuButton() {
  const button = useRef<HTMLButtonElement>(null)
  const fromMenu = (open: () => void) => () => {
    button.current?.focus()
    open()
  }
  return { button, fromMenu }
}
