import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '../api/types.ts'
import { userNamedQuery, usersFoundQuery } from './queries.ts'

const TYPING_PAUSE_MS = 200

type Member = DataOf<'listMembers'>['data'][number]

/** Finds a user by tag, name or id. */
export function UserFilter({
  userId,
  choose,
}: {
  userId: string | undefined
  choose: (userId: string | undefined) => void
}) {
  const [text, setText] = useState('')
  const named = useQuery(userNamedQuery(userId)).data
  const label = named ? labelOf(named) : ''
  const [typed] = useDebouncedValue(text === label ? '' : text.trim(), TYPING_PAUSE_MS)
  const found = useQuery(usersFoundQuery(typed))
  const members = [...(named ? [named] : []), ...(found.data ?? [])]
  const options = new Map(members.map((member) => [member.userId, labelOf(member)]))
  return (
    <Select
      aria-label="User"
      placeholder="Tag, name or id of a user"
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', xs: 260 }}
      data={[...options].map(([value, name]) => ({ value, label: name }))}
      value={userId ?? null}
      onChange={(value) => choose(value ?? undefined)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isFetching ? 'Looking…' : 'No user of yours is called so'}
      clearable
      clearButtonProps={{ 'aria-label': 'All users' }}
    />
  )
}

const labelOf = ({ userId, userData }: Member) =>
  userData ? [userData.fullname, `@${userData.tag}`].filter(Boolean).join(' · ') : userId
