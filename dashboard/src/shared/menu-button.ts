import { useRef } from 'react'

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
