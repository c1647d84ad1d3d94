import { Button, Paper, Stack, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { Empty } from '../components/empty-state.tsx'
import { Loaded, Outline } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Moment } from '../components/timestamp.tsx'
import { coinText } from '../format/coins.ts'
import { Page } from '../layout/page.tsx'
import { PersonLink } from '../members/member-link.tsx'
import { namedBy } from '../members/member-name.ts'
import { type Member, membersQuery } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { OnboardDialog } from './onboard-dialog.tsx'
import { WaysIn } from './ways-in.tsx'

const USERS_PER_PAGE = 20

/** Every user of the partner, to be searched. */
export function UsersPage() {
  const { search, page } = useSearch({ from: '/signed-in/users' })
  const navigate = useNavigate({ from: '/users' })
  const query = useQuery(membersQuery({ search, page, limit: USERS_PER_PAGE }))
  const mayOnboard = useMay('onboardUser')
  const [isOnboarding, { open, close }] = useDisclosure(false)
  const onboard = mayOnboard && (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={open}>
      Onboard by tag
    </Button>
  )
  return (
    <Page title="Users" about="Everyone who has joined you, with what they hold." actions={onboard}>
      <SearchBox
        label="Search by tag, name or id"
        value={search}
        onSearch={(text) => void navigate({ search: { search: text }, replace: true })}
        maxLength={200}
        maw={{ sm: 420 }}
      />
      <Loaded query={query} outline={<Outline rows={8} height={52} />}>
        {({ data, count, lastpage }) => {
          if (count === 0) return search ? <NobodyFound /> : <WaysIn />
          if (data.length === 0) return <Navigate to="/users" search={{ search, page: lastpage }} replace />
          return (
            <Paper className="card" p={{ base: 'sm', sm: 'md' }}>
              <Stack>
                <UserTable members={data} />
                <Pager
                  page={page ?? 1}
                  lastpage={lastpage}
                  count={count}
                  onChange={(next) => void navigate({ search: { search, page: next } })}
                />
              </Stack>
            </Paper>
          )
        }}
      </Loaded>
      {mayOnboard && <OnboardDialog isOpen={isOnboarding} close={close} />}
    </Page>
  )
}

function NobodyFound() {
  return (
    <Paper className="card">
      <Empty
        icon={IconUsers}
        title="Nobody is found"
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/users" search={{}} {...props} />}>
            Show everyone
          </Button>
        }
      >
        Look for the beginning of a tag or of a name, or for a whole id. Those who have left are not found.
      </Empty>
    </Paper>
  )
}

function UserTable({ members }: { members: Member[] }) {
  return (
    <Table verticalSpacing="xs" horizontalSpacing="xs" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={{ base: '55%', sm: '45%' }}>User</Table.Th>
          <Table.Th className="number">Wallet</Table.Th>
          <Table.Th className="number">Points</Table.Th>
          <Table.Th className="number" visibleFrom="sm">
            Joined
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map((member) => (
          <Table.Tr key={member.userId}>
            <Table.Td>
              <PersonLink userId={member.userId} person={namedBy(member.userData)} />
            </Table.Td>
            <Table.Td className="number">{coinText(member.wallet.coins)}</Table.Td>
            <Table.Td className="number">{coinText(member.wallet.points)}</Table.Td>
            <Table.Td className="number" visibleFrom="sm">
              <Moment at={member.createdAt} dayOnly />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
