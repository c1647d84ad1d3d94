import {
  Anchor,
  AppShell,
  Avatar,
  Badge,
  Burger,
  Group,
  Menu,
  Modal,
  NavLink,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  Tooltip,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowsExchange,
  IconCode,
  IconGauge,
  IconListCheck,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconTrophy,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useSessionState } from '../api/session.ts'
import { useEventStream } from '../event-stream/event-stream.ts'
import { useSession } from '../session/session.ts'
import { goToSignIn, signOut } from '../session/sign-in.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { Logo } from './logo.tsx'
import { VerifyEmail } from './verify-email.tsx'

const AREAS = [
  { to: '/', label: 'Overview', icon: IconGauge },
  { to: '/rules', label: 'Rules', icon: IconListCheck },
  { to: '/users', label: 'Users', icon: IconUsers },
  { to: '/leaderboards', label: 'Leaderboards', icon: IconTrophy },
  { to: '/transactions', label: 'Transactions', icon: IconArrowsExchange },
  { to: '/developers', label: 'Developers', icon: IconCode },
  { to: '/settings', label: 'Settings', icon: IconSettings },
] as const

/** The header, navigation and content area of every signed-in page. */
export function SignedInLayout() {
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
            <Logo />
          </Group>
          <Group gap="sm" wrap="nowrap">
            <ConnectionStatus />
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
          <VerifyEmail />
          <Outlet />
        </div>
      </AppShell.Main>
      <SignInAgain />
    </AppShell>
  )
}

function AccountMenu() {
  const { person } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={260} withinPortal>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${person.email}`}>
          <Avatar color="laurel" radius="xl" size={34}>
            <IconUser size={20} aria-hidden />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" truncate>
            {person.email}
          </Text>
          <Text size="xs">{person.role}</Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<IconShieldLock size={16} aria-hidden />}>
          Your account
        </Menu.Item>
        <Menu.Divider />
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Colours"
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'System' },
          ]}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const CONNECTION = {
  live: {
    label: 'Live',
    color: 'laurel',
    description: 'New awards and transfers appear automatically.',
  },
  connecting: {
    label: 'Connecting',
    color: 'yellow',
    description: 'The service is unavailable; reconnecting.',
  },
} as const

function ConnectionStatus() {
  const state = useEventStream()
  const { label, color, description } = CONNECTION[state]
  return (
    <Tooltip label={description}>
      <Badge variant="dot" color={color} size="lg" tt="none" fw={500} role="status" tabIndex={0}>
        {label}
      </Badge>
    </Tooltip>
  )
}

/** Covers the page when the session has ended, so that typed input is kept. */
function SignInAgain() {
  const { session, isRenewing } = useSessionState()
  if (!session) return null
  return (
    <Modal
      opened={isRenewing}
      onClose={goToSignIn}
      title="Sign in to continue"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      zIndex={400}
    >
      <Stack>
        <Text size="sm">Your session has ended. Sign in to continue where you were.</Text>
        <SignInForm ecosystem={session.ecosystem} email={session.person.email} isFixed onDone={() => {}} />
        <Anchor component="button" type="button" size="sm" onClick={goToSignIn}>
          Leave this page and use another account
        </Anchor>
      </Stack>
    </Modal>
  )
}
