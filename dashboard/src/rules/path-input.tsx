import { Autocomplete, type AutocompleteProps } from '@mantine/core'

const textOf = (path: string[]): string => path.join('.')

/** The name of a property: one of those that were seen, or typed, with a dot before a property inside another. */
export function PathInput({
  path,
  known,
  onChange,
  ...input
}: {
  path: string[]
  known: string[][]
  onChange: (path: string[]) => void
} & Omit<AutocompleteProps, 'value' | 'data' | 'onChange'>) {
  return (
    <Autocomplete
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      data={[...new Set(known.map(textOf))]}
      value={textOf(path)}
      onChange={(text) => onChange(known.find((each) => textOf(each) === text) ?? namesIn(text))}
      {...input}
    />
  )
}

const namesIn = (text: string): string[] => (text.trim() === '' ? [] : text.trim().split('.'))
