import {
  ActionIcon,
  Anchor,
  Burger,
  Menu,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  Tooltip,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import {
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconShieldLock,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { AlarmBell } from '../alarms/alarm-bell.tsx'
import { alarmCountText } from '../alarms/alarm-text.ts'
import { alarmsQuery, isOfWebhook } from '../alarms/queries.ts'
import { useSessionState } from '../api/session.ts'
import { Avatar } from '../components/avatar.tsx'
import { Dialog, useMenuButton } from '../components/dialog.tsx'
import { Keys } from '../components/keys.tsx'
import { Loaded } from '../components/loaded.tsx'
import { scriptQuery } from '../components/script.ts'
import { Status } from '../components/status.tsx'
import { useEventStream } from '../event-stream/event-stream.ts'
import { SearchButton } from '../search/search-button.tsx'
import { SearchDialog } from '../search/search-dialog.tsx'
import { useSession } from '../session/session.ts'
import { goToSignIn, signOut } from '../session/sign-in.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { AREAS } from './areas.ts'
import { FirstStepsLink } from './first-steps-link.tsx'
import { Logo } from './logo.tsx'
import { useShortcuts } from './shortcuts.ts'
import { VerifyEmail } from './verify-email.tsx'

const MENU_KEY = 'laurel-menu'

/** The header, menu and content area of every signed-in page. index.html has the same frame before the first script. */
export function SignedInLayout() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [menu, setMenu] = useLocalStorage<'wide' | 'narrow'>({
    key: MENU_KEY,
    defaultValue: 'wide',
    getInitialValueInEffect: false,
  })
  const isCollapsed = menu === 'narrow'
  const collapse = useCallback(() => setMenu((now) => (now === 'wide' ? 'narrow' : 'wide')), [setMenu])
  const [isSearching, searching] = useDisclosure(false)
  const [isHelping, helping] = useDisclosure(false)
  useShortcuts({ toggleMenu: collapse, search: searching.open, help: helping.open })
  useEffect(() => {
    if (!isOpen) return
    const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  }, [isOpen, close])
  const { session } = useSessionState()
  if (!session) return null
  return (
    <div className="shell" data-collapsed={isCollapsed || undefined} data-menu-open={isOpen || undefined}>
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <NavigationProgress />
      <header className="shell-header">
        <Burger
          className="shell-burger"
          opened={isOpen}
          onClick={toggle}
          size="sm"
          aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
        />
        <Link to="/" aria-label="Laurel: overview" className="wordmark">
          <Logo />
        </Link>
        <span className="shell-partner cut" title={`${session.partner.partnerName}, ${session.ecosystem}`}>
          {session.partner.partnerName}
        </span>
        <div className="shell-search">
          <SearchButton open={searching.open} />
        </div>
        <div className="shell-tools">
          <AlarmBell />
          <ConnectionStatus />
          <AccountMenu showShortcuts={helping.open} />
        </div>
      </header>
      <nav className="shell-menu" aria-label="Areas">
        <Areas isCollapsed={isCollapsed} onChoose={close} />
        <FirstStepsLink onChoose={close} />
        <CollapseButton isCollapsed={isCollapsed} collapse={collapse} />
      </nav>
      <button
        type="button"
        className="shell-veil"
        aria-label="Close the menu"
        tabIndex={-1}
        onClick={close}
      />
      <main id="main" tabIndex={-1} className="shell-main">
        <div className="content">
          <VerifyEmail />
          <Outlet />
        </div>
      </main>
      <SearchDialog isOpen={isSearching} close={searching.close} />
      <ShortcutsDialog isOpen={isHelping} close={helping.close} />
      <SignInAgain />
    </div>
  )
}

function Areas({ isCollapsed, onChoose }: { isCollapsed: boolean; onChoose: () => void }) {
  const { data: alarms = [] } = useQuery(alarmsQuery)
  const webhookAlarms = alarms.filter(isOfWebhook).length
  return AREAS.map((area) => {
    const { to, label, key, icon: Icon } = area
    return (
      <Tooltip key={to} label={`${label}  g ${key}`} position="right" openDelay={isCollapsed ? 0 : 600}>
        <Link
          to={to}
          preload="intent"
          className={'isSeparate' in area ? 'area area-apart' : 'area'}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          onClick={onChoose}
        >
          <Icon size={18} stroke={1.7} aria-hidden />
          <span className="area-text">{label}</span>
          {to === '/developers' && webhookAlarms > 0 && (
            <span className="area-count area-alarms">
              <span aria-hidden>{webhookAlarms}</span>
              <span className="unseen">{alarmCountText(webhookAlarms)}</span>
            </span>
          )}
        </Link>
      </Tooltip>
    )
  })
}

function CollapseButton({ isCollapsed, collapse }: { isCollapsed: boolean; collapse: () => void }) {
  const label = isCollapsed ? 'Widen the menu' : 'Narrow the menu'
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <Tooltip label={`${label}  [`} position="right">
      <ActionIcon
        className="menu-toggle"
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-keyshortcuts="["
        onClick={collapse}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

const shortcutsScript = scriptQuery('shortcuts', () => import('./shortcut-list.tsx'))

function ShortcutsDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} close={close} title="Keyboard shortcuts" size="lg">
      <LoadedShortcuts />
    </Dialog>
  )
}

function LoadedShortcuts() {
  return <Loaded query={useQuery(shortcutsScript)}>{({ ShortcutList }) => <ShortcutList />}</Loaded>
}

/** A line at the top while the next page is loaded, unless that is quick. */
function NavigationProgress() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  return isLoading ? (
    <div className="navigation-progress" role="progressbar" aria-label="Loading the page" />
  ) : null
}

function AccountMenu({ showShortcuts }: { showShortcuts: () => void }) {
  const { person } = useSession()
  const { button, fromMenu } = useMenuButton()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={260} withinPortal>
      <Menu.Target>
        <UnstyledButton ref={button} aria-label={`Account of ${person.email}`}>
          <Avatar seed={person.email} size={28} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" truncate>
            {person.email}
          </Text>
          <Text size="xs">{person.role}</Text>
        </Menu.Label>
        <Menu.Item
          component={Link}
          to="/settings/account"
          leftSection={<IconShieldLock size={16} aria-hidden />}
        >
          My account
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={<Keys keys={['?']} />}
          onClick={fromMenu(showShortcuts)}
        >
          Keyboard shortcuts
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
  live: { label: 'Live', tone: 'good', description: 'New awards and transfers appear automatically.' },
  connecting: {
    label: 'Connecting',
    tone: 'attention',
    description: 'The service is unavailable; reconnecting.',
  },
} as const

function ConnectionStatus() {
  const { label, tone, description } = CONNECTION[useEventStream()]
  return (
    <Tooltip label={description}>
      <span role="status">
        <Status tone={tone}>{label}</Status>
      </span>
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
