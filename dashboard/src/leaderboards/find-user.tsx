import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { namedBy } from '../shared/names.ts'
import { Person } from '../shared/person.tsx'

const FOUND_SHOWN = 8

const usersFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ['users found', search],
    enabled: search !== '',
    queryFn: async () => {
      const params = { query: { search, limit: FOUND_SHOWN } }
      const { data } = await dataOf(api.GET('/api/v1/laas/users', { params }))
      return new Map(data.map(({ userId, userData }) => [userId, namedBy(userData)]))
    },
  })

/** Finds a user by name, tag or id. */
export function FindUser({ onFound }: { onFound: (userId: string) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery(usersFoundQuery(search))
  const isSearching = search !== typed.trim() || found.isFetching
  const people = isSearching ? [] : [...(found.data ?? [])]
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
      data={people.map(([userId, { name }]) => ({ value: userId, label: name }))}
      renderOption={({ option }) => <Person {...(found.data?.get(option.value) ?? { name: option.label })} />}
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
  return isSearching ? 'Searching…' : 'No user has such a name, tag or id'
}
