import { Avatar, Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconShieldLock, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session-state.ts'
import { signOut } from '../session/sign-out.ts'

/** Who is signed in, how the page looks, and the way out. */
export function AccountMenu() {
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
