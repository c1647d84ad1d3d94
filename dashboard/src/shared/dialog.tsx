import { Modal, type ModalProps } from '@mantine/core'
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

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
