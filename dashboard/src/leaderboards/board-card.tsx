import { Alert, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconTrophy, IconUserSearch } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import { Section } from '../components/section.tsx'
import { coinsText, coinsTitle, countText, ordinal } from '../format/coins.ts'
import { MemberLabel } from '../members/member-link.tsx'
import { FORMER_MEMBER } from '../members/member-name.ts'
import { foundMembersQuery, memberLabelOf } from '../members/queries.ts'
import { BoardTable } from './board-table.tsx'
import type { BoardPage } from './queries.ts'

export function BoardCard({
  title,
  description,
  controls,
  query,
  empty,
}: {
  title: string
  description: string
  controls: ReactNode
  query: UseQueryResult<BoardPage>
  /** The text for an empty board. */
  empty: string
}) {
  const navigate = useNavigate({ from: '/boards' })
  const show = (change: { page?: number; user?: string }) =>
    void navigate({ search: (search) => ({ ...search, page: undefined, user: undefined, ...change }) })
  return (
    <Section title={title} description={description} isFirst>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">{controls}</Group>
        <FindUser onFound={(user) => show({ user })} />
      </Group>
      <Loaded query={query} loading={<LoadingRows rows={8} />}>
        {(board) => (
          <Stack gap="md">
            <FoundUserNote board={board} showAll={() => show({})} />
            {board.count === 0 ? (
              <EmptyState icon={IconTrophy} title="This board is empty">
                {empty}
              </EmptyState>
            ) : (
              <BoardTable entries={board.entries} amountTitle={coinsTitle()} found={board.found?.userId} />
            )}
            {board.count > 0 && (
              <Pager
                page={board.page}
                lastpage={board.lastpage}
                count={board.count}
                onChange={(page) => show({ page })}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

function FindUser({ onFound }: { onFound: (userId: string) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const query = useQuery({ ...foundMembersQuery(search), enabled: search !== '' })
  const isSearching = search !== typed.trim() || query.isPlaceholderData || query.isPending
  const members = search === '' || isSearching ? [] : (query.data?.data ?? [])
  const names = new Map(members.map((member) => [member.userId, memberLabelOf(member)]))
  return (
    <Select
      aria-label="Find a member on the board"
      placeholder="Find by name, tag, e-mail or id"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<span />}
      w={{ base: '100%', xs: 260 }}
      searchable
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...names].map(([value, { name }]) => ({ value, label: name }))}
      renderOption={({ option }) => <MemberLabel user={names.get(option.value) ?? FORMER_MEMBER} />}
      filter={({ options }) => options}
      nothingFoundMessage={nothingFound({ search: typed.trim(), isSearching, isError: query.isError })}
      onChange={(userId) => {
        setTyped('')
        if (userId) onFound(userId)
      }}
    />
  )
}

function nothingFound({
  search,
  isSearching,
  isError,
}: {
  search: string
  isSearching: boolean
  isError: boolean
}): string {
  if (search === '') return 'Type the start of a name or tag'
  if (isSearching) return 'Searching …'
  return isError ? 'The members could not be loaded; try again.' : 'No members found'
}

function FoundUserNote({ board: { found, count }, showAll }: { board: BoardPage; showAll: () => void }) {
  if (!found) return null
  const { user, position, amount } = found
  return (
    <Alert
      icon={<IconUserSearch aria-hidden />}
      withCloseButton
      closeButtonLabel="Show the whole board"
      onClose={showAll}
      role="status"
    >
      {position === 0 ? (
        <>
          <Name>{user.name}</Name> is not on this board.
        </>
      ) : (
        <>
          <Name>{user.name}</Name> is {ordinal(position)} of {countText(count)} with {coinsText(amount)}.
        </>
      )}
    </Alert>
  )
}

const Name = ({ children }: { children: string }) => (
  <Text span inherit fw={600}>
    {children}
  </Text>
)
