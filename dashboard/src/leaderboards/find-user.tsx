import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Person } from '../members/member-link.tsx'
import { FORMER, namedBy } from '../members/member-name.ts'
import { foundMembersQuery } from '../members/queries.ts'

/** Finds a user by name, tag or id. */
export function FindUser({ onFound }: { onFound: (userId: string) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery({ ...foundMembersQuery(search), enabled: search !== '' })
  const isSearching = search !== typed.trim() || found.isPlaceholderData || found.isPending
  const members = search === '' || isSearching ? [] : (found.data?.data ?? [])
  const named = new Map(members.map(({ userId, userData }) => [userId, namedBy(userData)]))
  return (
    <Select
      aria-label="Find a user on the board"
      placeholder="Find by name, tag or id"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<span />}
      w={{ base: '100%', xs: 260 }}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...named].map(([value, { name }]) => ({ value, label: name }))}
      renderOption={({ option }) => <Person person={named.get(option.value) ?? FORMER} />}
      filter={({ options }) => options}
      nothingFoundMessage={nothingFound({ search: typed.trim(), isSearching, isError: found.isError })}
      onChange={(userId) => {
        setTyped('')
        if (userId) onFound(userId)
      }}
    />
  )
}

function nothingFound(asked: { search: string; isSearching: boolean; isError: boolean }): string {
  if (asked.search === '') return 'Type the beginning of a name or tag'
  if (asked.isSearching) return 'Searching …'
  return asked.isError ? 'The users could not be read; try again.' : 'No user has such a name, tag or id'
}
