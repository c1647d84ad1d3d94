import { AppShell, Burger, Group, NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowsExchange,
  IconCode,
  IconGauge,
  IconListCheck,
  IconSettings,
  IconTrophy,
  IconUsers,
} from '@tabler/icons-react'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useSessionState } from '../session/session-state.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LiveSign } from './live-sign.tsx'
import { Mark } from './mark.tsx'

const AREAS = [
  { to: '/', label: 'Overview', icon: IconGauge },
  { to: '/rules', label: 'Rules', icon: IconListCheck },
  { to: '/users', label: 'Users', icon: IconUsers },
  { to: '/leaderboards', label: 'Leaderboards', icon: IconTrophy },
  { to: '/transactions', label: 'Transactions', icon: IconArrowsExchange },
  { to: '/developers', label: 'Developers', icon: IconCode },
  { to: '/settings', label: 'Settings', icon: IconSettings },
] as const

/** What stands around every page of someone who is signed in. */
export function Frame() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { session } = useSessionState()
  if (!session) return null
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
            />
            <Mark />
          </Group>
          <Group gap="sm" wrap="nowrap">
            <LiveSign />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Areas" data-closed={!isOpen || undefined}>
        <AppShell.Section px="xs" pb="sm">
          <Stack gap={0}>
            <Text fw={600} truncate>
              {session.partner.partnerName}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {session.ecosystem}
            </Text>
          </Stack>
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea}>
          {AREAS.map(({ to, label, icon: Icon }) => {
            const isHere = to === '/' ? path === '/' : path.startsWith(to)
            return (
              <NavLink
                key={to}
                renderRoot={(props) => <Link to={to} {...props} />}
                label={label}
                leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
                active={isHere}
                aria-current={isHere ? 'page' : undefined}
                onClick={close}
                className="area"
              />
            )
          })}
        </AppShell.Section>
        <AppShell.Section>
          <NavLink
            href="/docs"
            target="_blank"
            label="API reference"
            leftSection={<IconCode size={18} stroke={1.7} aria-hidden />}
            className="area"
          />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <div className="content">
          <Outlet />
        </div>
      </AppShell.Main>
      <SignInAgain />
    </AppShell>
  )
}
