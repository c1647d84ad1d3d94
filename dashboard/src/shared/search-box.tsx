import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** Looks for what is typed once the typing pauses; what is looked for stands in the address of the page. */
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
  const searchSoon = useDebouncedCallback((next: string) => onSearch(next.trim() || undefined), PAUSE_MS)
  // Going back in the browser changes the address without any typing.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value])
  const change = (next: string) => {
    setText(next)
    searchSoon(next)
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
