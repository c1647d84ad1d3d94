import type { Member } from '@laurel/sdk'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { displayNameOf } from './member-name.ts'
import { foundMembersQuery } from './queries.ts'

const TYPING_PAUSE_MS = 200

/** Finds a member by name, tag, e-mail address or id. */
export function PickMember({
  label = 'Member',
  member,
  onPick,
}: {
  label?: string
  member: Member | null
  onPick: (member: Member | null) => void
}) {
  const [text, setText] = useState('')
  // The box holds the name of the choice; searching for it would hide all others.
  const [typed] = useDebouncedValue(member && text === labelOf(member) ? '' : text.trim(), TYPING_PAUSE_MS)
  const search = useQuery(foundMembersQuery(typed))
  const found = search.data?.data ?? []
  const members = member ? [member, ...found.filter(({ userId }) => userId !== member.userId)] : found
  return (
    <Select
      label={label}
      placeholder="Name, tag, e-mail or id"
      leftSection={<IconSearch size={16} aria-hidden />}
      data={members.map((each) => ({ value: each.userId, label: labelOf(each) }))}
      value={member?.userId ?? null}
      onChange={(userId) => onPick(members.find((each) => each.userId === userId) ?? null)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={
        search.isFetching
          ? 'Searching …'
          : search.isError
            ? 'The members could not be loaded; try again.'
            : 'No members found'
      }
      clearable
      clearButtonProps={{ 'aria-label': 'No member' }}
    />
  )
}

/** The tag of a member without an account is random, so the partner's own id stands in its place. */
function labelOf({ userData, hasAccount, externalId }: Member): string {
  const { name, tag } = displayNameOf(userData)
  if (hasAccount || externalId === null) return tag && tag !== name ? `${name} · @${tag}` : name
  return name === tag ? externalId : `${name} · ${externalId}`
}
