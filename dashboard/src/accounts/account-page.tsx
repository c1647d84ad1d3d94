import type { ChangeEmailResult } from '@laurel/sdk'
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { EmailInput, NewPasswordFields, PasswordField } from '../components/account-fields.tsx'
import { DialogButton } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { SettingRow, SettingRows } from '../components/setting-row.tsx'
import { Time } from '../components/time.tsx'
import { counted } from '../format/coins.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { ROLE_TEXT } from '../session/roles.ts'
import { sessionQuery, useSession } from '../session/session.ts'
import { AlarmMails } from './alarm-mails.tsx'
import { SecondFactorRow } from './second-factor.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function AccountPage() {
  const account = useQuery(sessionQuery)
  return (
    <SettingsFrame part="My account">
      <Stack gap="lg">
        <Section title="Signing in" isFirst>
          <Loaded query={account}>{() => <AccountRows />}</Loaded>
        </Section>
        <AlarmMails />
        <SessionsCard />
      </Stack>
    </SettingsFrame>
  )
}

function AccountRows() {
  const { person, partner, ecosystem } = useSession()
  const role = ROLE_TEXT[person.role]
  return (
    <SettingRows label="Signing in">
      <SettingRow
        name="E-mail"
        value={
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {person.email}
          </Text>
        }
        description="For signing in and for password links."
        action={<ChangeEmail />}
      />
      <SettingRow
        name="Password"
        description="Changing it ends your other sessions."
        action={<ChangePassword />}
      />
      <SecondFactorRow />
      <SettingRow
        name="Role"
        value={<Text size="sm">{role.name}</Text>}
        description={`${role.description}. In the team of ${partner.partnerName}, ecosystem ${ecosystem}.`}
      />
    </SettingRows>
  )
}

function ChangeEmail() {
  return (
    <DialogButton
      variant="default"
      size="xs"
      aria-label="Change the e-mail"
      title="Change your e-mail address"
      dialog={(close) => <EmailForm close={close} />}
    >
      Change
    </DialogButton>
  )
}

function EmailForm({ close }: { close: () => void }) {
  const { person } = useSession()
  const [requested, setRequested] = useState<ChangeEmailResult | null>(null)
  const { form, ...submission } = useServerForm({
    initialValues: { email: '', password: '' },
    send: async (body) => {
      setRequested(await laurel.account.changeEmail(body))
    },
  })
  if (requested) {
    return (
      <Stack role="status">
        <Text>
          We have sent mails to <strong>{person.email}</strong> and <strong>{requested.email}</strong>.
          Confirm in both before <Time at={requested.expiresAt} format="full" />; until then nothing changes.
        </Text>
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <DialogForm submission={submission} action="Send both mails" close={close}>
      <Text size="sm">
        We send a mail to both addresses. Your address changes once you confirm in both mails. You stay signed
        in.
      </Text>
      <EmailInput label="New e-mail" autoComplete="email" data-autofocus {...form.getInputProps('email')} />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}

function ChangePassword() {
  return (
    <DialogButton
      variant="default"
      size="xs"
      aria-label="Change the password"
      title="Change your password"
      dialog={(close) => <PasswordForm close={close} />}
    >
      Change
    </DialogButton>
  )
}

function PasswordForm({ close }: { close: () => void }) {
  const { person } = useSession()
  const queryClient = useQueryClient()
  const { form, ...submission } = useServerForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '' },
    send: async (body) => {
      const { sessionsEnded } = await laurel.account.changePassword(body)
      const elsewhere = `${counted(sessionsEnded, 'other session')} ended.`
      notifications.show({ title: 'Your password is changed', message: elsewhere })
      void queryClient.invalidateQueries({ queryKey: ['sessions'] })
      close()
    },
  })
  return (
    <DialogForm submission={submission} action="Change the password" close={close}>
      <input autoComplete="username" value={person.email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <NewPasswordFields form={form} label="New password" />
    </DialogForm>
  )
}
