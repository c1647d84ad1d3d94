import type { Member } from '@laurel/sdk'
import { Anchor, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { creationRequest, customerRequest, onboardRequest } from '../api/curl-examples.ts'
import { Amount } from '../components/amount.tsx'
import { CopyableBlock } from '../components/copyable.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { coinName } from '../format/coins.ts'
import { Page } from '../layout/page.tsx'
import { MemberLabel } from '../members/member-link.tsx'
import { memberLabelOf, membersQuery } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'
import { CustomersDialog } from './customers-dialog.tsx'
import { OnboardDialog } from './onboard-dialog.tsx'

const USERS_PER_PAGE = 20
/** The service sorts no more of them. */
const SORTED_MAX = 10_000

type Sort = 'coins' | 'points'

export function UsersPage() {
  const { search, former, sort, page } = useSearch({ from: '/signed-in/members' })
  const navigate = useNavigate({ from: '/members' })
  const query = useQuery(
    membersQuery({ search, sort, page, limit: USERS_PER_PAGE, ...(former && { include: 'onlyFormer' }) }),
  )
  const mayOnboard = useMay('onboardUser')
  const [isOnboarding, { open, close }] = useDisclosure(false)
  const [isAdding, adding] = useDisclosure(false)
  const onboard = mayOnboard && (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={adding.open}>
        Add customers
      </Button>
      <Button variant="default" onClick={open}>
        Onboard by tag
      </Button>
      <Button variant="default" renderRoot={(props) => <Link to="/members/import" {...props} />}>
        Import
      </Button>
    </>
  )
  return (
    <Page title="Members" actions={onboard}>
      <Group align="flex-end">
        <SearchBox
          label="Search by tag, name, e-mail or id"
          value={search}
          onSearch={(text) => void navigate({ search: { search: text }, replace: true })}
          maxLength={200}
          flex={1}
          miw={220}
          maw={{ sm: 420 }}
        />
        <SegmentedControl
          aria-label="Which members"
          data={[
            { value: 'now', label: 'Members' },
            { value: 'former', label: 'Former' },
          ]}
          value={former ? 'former' : 'now'}
          onChange={(chosen) => void navigate({ search: chosen === 'former' ? { former: true } : {} })}
        />
      </Group>
      <Loaded query={query} loading={<LoadingRows rows={8} />}>
        {(found) => {
          const count = sort ? Math.min(found.count, SORTED_MAX) : found.count
          const lastpage = sort ? Math.ceil(count / USERS_PER_PAGE) : found.lastpage
          if (count === 0) return former ? <NobodyLeft /> : search ? <NobodyFound /> : <OnboardingGuide />
          if (found.data.length === 0)
            return <Navigate to="/members" search={{ search, former, sort, page: lastpage }} replace />
          return (
            <>
              <UserTable
                members={found.data}
                sort={sort}
                // The heading that sorts already leads back to the newest.
                onSort={
                  search || former
                    ? undefined
                    : (by) => void navigate({ search: { sort: sort === by ? undefined : by } })
                }
              />
              <Pager
                page={page ?? 1}
                lastpage={lastpage}
                perPage={USERS_PER_PAGE}
                count={count}
                onChange={(next) => void navigate({ search: { search, former, sort, page: next } })}
              />
            </>
          )
        }}
      </Loaded>
      {mayOnboard && <OnboardDialog isOpen={isOnboarding} close={close} />}
      {mayOnboard && <CustomersDialog isOpen={isAdding} close={adding.close} />}
    </Page>
  )
}

function NobodyFound() {
  return (
    <EmptyState
      icon={IconUsers}
      title="No members found"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/members" search={{}} {...props} />}>
          Show all members
        </Button>
      }
    >
      Search for the start of a tag or name, or for a whole e-mail address or id. Former members are not
      included.
    </EmptyState>
  )
}

function NobodyLeft() {
  return (
    <EmptyState icon={IconUsers} title="Nobody has left">
      Who leaves, or is removed by you, is listed here with what the wallet held.
    </EmptyState>
  )
}

type TableProps = { members: Member[]; sort: Sort | undefined; onSort: ((by: Sort) => void) | undefined }

function UserTable({ members, sort, onSort }: TableProps) {
  const sortBy = (by: Sort) => onSort && { isCurrent: sort === by, choose: () => onSort(by) }
  return (
    <DataTable
      label="Members"
      rows={members}
      keyOf={({ userId }) => userId}
      link={({ userId }, props) => <Link to="/members/$userId" params={{ userId }} {...props} />}
      columns={[
        {
          name: 'Member',
          cell: (member) => <MemberLabel user={memberLabelOf(member)} />,
          phone: 'title',
        },
        { name: 'Your id', cell: ({ externalId }) => externalId, width: '20%', phone: 'more' },
        {
          name: 'Wallet',
          cell: ({ wallet }) => <Amount coins={wallet.coins} />,
          isAmount: true,
          sort: sortBy('coins'),
          width: '14%',
          phone: 'value',
        },
        {
          name: 'Points',
          cell: ({ wallet }) => <Amount coins={wallet.points} />,
          isAmount: true,
          sort: sortBy('points'),
          width: '14%',
        },
        {
          name: 'Joined',
          cell: ({ createdAt }) => <Time at={createdAt} format="day" />,
          isAmount: true,
          width: '13%',
          phone: 'aside',
        },
      ]}
    />
  )
}

/** The ways in which people join. */
function OnboardingGuide() {
  const { partner } = useSession()
  const mayOnboard = useMay('onboardUser')
  return (
    <Stack gap="lg">
      <EmptyState icon={IconUsers} title="No members yet">
        People must join before you can award rules to them. There are four ways.
      </EmptyState>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Section
          title="By your own id"
          description={`Customers need no account to earn ${coinName().many}. ${mayOnboard ? 'Use “Add customers” above, or your backend:' : 'Send this from your backend:'}`}
        >
          <CopyableBlock text={customerRequest()} what="the request that adds a customer" />
          <Text size="sm" c="dimmed">
            Awards and transfers then name your id instead of a user id.
          </Text>
        </Section>
        <Section
          title="By consent"
          description="Send people here from your site or app. They sign in and agree to what you may see."
        >
          <CopyableBlock text={consentAddress(partner.clientId)} what="the address for consent" />
          <Text size="sm" c="dimmed">
            With PKCE; any OpenID Connect library does the rest. See the{' '}
            <Anchor href="/docs" target="_blank" underline="always">
              API reference
            </Anchor>
            .
          </Text>
        </Section>
        <Section
          title="By tag"
          description={`We request the person with this tag from your user details address. ${mayOnboard ? 'Use the button above, or your backend:' : 'Send this from your backend:'}`}
        >
          <CopyableBlock text={onboardRequest()} what="the request that onboards by tag" />
          <Text size="sm" c="dimmed">
            Try your address in{' '}
            <Anchor component={Link} to="/settings" underline="always">
              Settings
            </Anchor>
            .
          </Text>
        </Section>
        <Section title="By your backend" description="Your backend creates the account, which joins at once.">
          <CopyableBlock text={creationRequest()} what="the request that creates a user" />
          <Text size="sm" c="dimmed">
            Members can sign in after they confirm their e-mail address and set a password.
          </Text>
        </Section>
      </SimpleGrid>
    </Stack>
  )
}

const consentAddress = (clientId: string) =>
  `${location.origin}/oauth/auth?response_type=code&client_id=${clientId}&scope=openid+profile+boards&state=STATE&code_challenge=CHALLENGE&code_challenge_method=S256`
