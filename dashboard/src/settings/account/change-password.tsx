import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { NewPasswordFields, PasswordField } from '../../components/account-fields.tsx'
import { DialogButton } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { counted } from '../../format/coins.ts'
import { useSession } from '../../session/session.ts'

export function ChangePassword() {
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
  const { ecosystem: eco, person } = useSession()
  const queries = useQueryClient()
  const { form, ...sending } = useServerForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '' },
    send: async (body) => {
      const change = { params: { path: { eco } }, body }
      const { sessionsEnded } = await dataOf(api.POST('/api/v1/{eco}/partners/me/password', change))
      const elsewhere = `${counted(sessionsEnded, 'other session')} ended.`
      notifications.show({ title: 'Your password is changed', message: elsewhere })
      void queries.invalidateQueries({ queryKey: ['sessions'] })
      close()
    },
  })
  return (
    <DialogForm sending={sending} action="Change the password" close={close}>
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
