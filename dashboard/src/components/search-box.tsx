import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/**
 * Searches once typing pauses. `value` is the search in the address of the page. A page that is left before
 * the pause ends is not searched: the search would navigate back to it.
 */
export function SearchBox({
  label,
  value = '',
  onSearch,
  ...input
}: { label: string; value?: string; onSearch: (text: string | undefined) => void } & Omit<
  TextInputProps,
  'label' | 'value' | 'onChange'
>) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const router = useRouter()
  const searchSoon = useDebouncedCallback((next: string, path: string) => {
    if (router.latestLocation.pathname !== path) return
    searched.current = next.trim()
    onSearch(searched.current || undefined)
  }, PAUSE_MS)
  // The browser's back button changes the address without typing. A search from here reaches the address
  // with a delay, during which more may have been typed.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])
  const change = (next: string) => {
    setText(next)
    searchSoon(next, router.latestLocation.pathname)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      {...input}
    />
  )
}
