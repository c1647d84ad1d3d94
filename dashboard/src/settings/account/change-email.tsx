import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { DataOf } from '../../api/types.ts'
import { EmailInput, PasswordField } from '../../components/account-fields.tsx'
import { DialogButton } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { Moment } from '../../components/timestamp.tsx'
import { useSession } from '../../session/session.ts'

export function ChangeEmail() {
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
  const { ecosystem: eco, person } = useSession()
  const [asked, setAsked] = useState<DataOf<'changeEmail'> | null>(null)
  const { form, ...sending } = useServerForm({
    initialValues: { email: '', password: '' },
    send: async (body) => {
      setAsked(await dataOf(api.POST('/api/v1/{eco}/partners/me/email', { params: { path: { eco } }, body })))
    },
  })
  if (asked) {
    return (
      <Stack role="status">
        <Text>
          Two mails are on their way, to <strong>{person.email}</strong> and to <strong>{asked.email}</strong>
          . Confirm in both before <Moment at={asked.expiresAt} />; until then nothing changes.
        </Text>
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <DialogForm sending={sending} action="Send both mails" close={close}>
      <Text size="sm">
        Both mailboxes are asked: the change happens once you have confirmed it in the one that you use now
        and in the new one. You stay signed in.
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
