import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { namedBy } from '../shared/names.ts'

const FOUND_SHOWN = 8

const usersFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ['users found', search],
    enabled: search !== '',
    queryFn: async () => {
      const params = { query: { search, limit: FOUND_SHOWN } }
      const { data } = await dataOf(api.GET('/api/v1/laas/users', { params }))
      return data.map(({ userId, userData }) => ({ value: userId, label: labelOf(namedBy(userData)) }))
    },
  })

const labelOf = ({ name, tag }: { name: string; tag: string | null }) => (tag ? `${name} (@${tag})` : name)

/** Finds a user by name, tag or id. */
export function FindUser({ onFound }: { onFound: (userId: string) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery(usersFoundQuery(search))
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
      data={search === '' ? [] : (found.data ?? [])}
      filter={({ options }) => options}
      nothingFoundMessage={nothingFound(search, found.isFetching)}
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
