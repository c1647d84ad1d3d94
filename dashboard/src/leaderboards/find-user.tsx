import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FORMER, namedBy } from '../shared/names.ts'
import { Person } from '../shared/person.tsx'
import { foundMembersQuery } from '../users/queries.ts'

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
      nothingFoundMessage={nothingFound(typed.trim(), isSearching)}
      onChange={(userId) => {
        setTyped('')
        if (userId) onFound(userId)
      }}
    />
  )
}

function nothingFound(search: string, isSearching: boolean): string {
  if (search === '') return 'Type the beginning of a name or tag'
  return isSearching ? 'Searching …' : 'No user has such a name, tag or id'
}
