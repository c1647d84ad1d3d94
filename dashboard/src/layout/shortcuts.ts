import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AREAS } from './areas.ts'

const SECOND_KEY_MS = 1_500

/** `g` and the key of an area go there; `[` calls `toggleMenu`. Not while someone types or a dialog is open. */
export function useShortcuts(toggleMenu: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const isSecond = event.timeStamp - startedAt < SECOND_KEY_MS
      startedAt = event.key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY
      const area = isSecond && AREAS.find(({ key }) => key === event.key)
      if (area) void navigate({ to: area.to })
      else if (event.key === '[') toggleMenu()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, toggleMenu])
}

/** Whether keys are for something else: a field, or a dialog. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)))
