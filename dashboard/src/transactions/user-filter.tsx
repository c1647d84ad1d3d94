import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { namedBy } from '../members/member-name.ts'
import { foundMembersQuery, type Member, membersQuery } from '../members/queries.ts'

const TYPING_PAUSE_MS = 200

/** Finds a user by tag, name or id. */
export function UserFilter({
  userId,
  choose,
}: {
  userId: string | undefined
  choose: (userId: string | undefined) => void
}) {
  const [text, setText] = useState('')
  const chosen = useQuery({ ...membersQuery({ ids: userId }), enabled: userId !== undefined })
  const [member] = userId ? (chosen.data?.data ?? []) : []
  const [typed] = useDebouncedValue(member && text === labelOf(member) ? '' : text.trim(), TYPING_PAUSE_MS)
  const found = useQuery(foundMembersQuery(typed))
  const members = [...(member ? [member] : []), ...(found.data?.data ?? [])]
  const options = new Map(members.map((each) => [each.userId, labelOf(each)]))
  return (
    <Select
      aria-label="User"
      placeholder="Tag, name or id of a user"
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', xs: 260 }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={userId ?? null}
      onChange={(value) => choose(value ?? undefined)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        found.isFetching
          ? 'Searching …'
          : found.isError
            ? 'The users could not be read; try again.'
            : 'No user has such a name, tag or id'
      }
      clearable
      clearButtonProps={{ 'aria-label': 'All users' }}
    />
  )
}

function labelOf({ userData }: Member): string {
  const { name, tag } = namedBy(userData)
  return tag ? `${name} · @${tag}` : name
}
