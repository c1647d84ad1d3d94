import { Button, type ButtonProps, Modal, type ModalProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react'

const KeepOpen = createContext<(isKeptOpen: boolean) => void>(() => {})

/** A modal dialog. Cannot be dismissed while a child calls `useKeepOpen`. */
export function Dialog({
  isOpen,
  close,
  closeOnClickOutside = true,
  children,
  ...modal
}: {
  isOpen: boolean
  close: () => void
  title: ReactNode
  children: ReactNode
} & Pick<ModalProps, 'size' | 'closeOnClickOutside'>) {
  const [isKeptOpen, setKeptOpen] = useState(false)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      closeOnEscape={!isKeptOpen}
      closeOnClickOutside={closeOnClickOutside && !isKeptOpen}
      withCloseButton={!isKeptOpen}
      centered
      {...modal}
    >
      <KeepOpen value={setKeptOpen}>{children}</KeepOpen>
    </Modal>
  )
}

/** Keeps the surrounding dialog open while a request runs or a secret is shown once. */
export function useKeepOpen(isKeptOpen = true): void {
  const setKeptOpen = useContext(KeepOpen)
  useLayoutEffect(() => {
    setKeptOpen(isKeptOpen)
    return () => setKeptOpen(false)
  }, [isKeptOpen, setKeptOpen])
}

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
 * For a menu whose items open dialogs. A closing dialog returns the focus to the element that had it; the
 * menu item is gone by then, so `fromMenu` moves the focus to the menu's button first.
 */
export function useMenuButton() {
  const button = useRef<HTMLButtonElement>(null)
  const fromMenu = (open: () => void) => () => {
    button.current?.focus()
    open()
  }
  return { button, fromMenu }
}
