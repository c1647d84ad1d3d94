import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { IS_MAC } from '../components/keys.tsx'
import { AREAS } from './areas.ts'

const SECOND_KEY_MS = 1_500

type Deeds = { toggleMenu: () => void; search: () => void; help: () => void }

/**
 * `g` and the key of an area go there; other keys do what `ShortcutList` says. Not while someone types or a dialog is
 * open; the search also opens from a field. The deeds must keep their identity between renders.
 */
export function useShortcuts({ toggleMenu, search, help }: Deeds): void {
  const navigate = useNavigate()
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY
    const deeds: Record<string, () => void> = { '/': search, '?': help, '[': toggleMenu }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isSearchKey(event)) {
        // The browser would search the web instead.
        event.preventDefault()
        if (!isDialogOpen()) search()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen() || isField(event.target)) return
      const isSecond = event.timeStamp - startedAt < SECOND_KEY_MS
      startedAt = event.key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY
      const area = isSecond && AREAS.find(({ key }) => key === event.key)
      if (area) void navigate({ to: area.to })
      else if (deeds[event.key]) deeds[event.key]?.()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, toggleMenu, search, help])
}

/** ⌘K on a Mac, where Ctrl K cuts a line; Ctrl K elsewhere. */
const isSearchKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (IS_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
