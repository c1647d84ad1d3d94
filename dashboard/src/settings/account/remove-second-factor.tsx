import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { CodeInput, PasswordField } from '../../components/account-fields.tsx'
import { DialogButton } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { useSession } from '../../session/session.ts'
import { ownAccountQuery } from '../queries.ts'

export function RemoveSecondFactor() {
  return (
    <DialogButton
      variant="default"
      size="xs"
      aria-label="Remove the second factor"
      title="Remove the second factor"
      dialog={(close) => <RemovalForm close={close} />}
    >
      Remove
    </DialogButton>
  )
}

function RemovalForm({ close }: { close: () => void }) {
  const { ecosystem: eco } = useSession()
  const queries = useQueryClient()
  const { form, ...sending } = useServerForm({
    initialValues: { password: '', code: '' },
    sentences: { 'The code': 'code' },
    send: async (body) => {
      const removal = { params: { path: { eco } }, body }
      await dataOf(api.DELETE('/api/v1/{eco}/partners/me/second-factor', removal))
      notifications.show({ message: 'The second factor is removed; your password alone signs you in.' })
      close()
      await queries.invalidateQueries({ queryKey: ownAccountQuery.queryKey })
    },
  })
  return (
    <DialogForm sending={sending} action="Remove the second factor" isDangerous close={close}>
      <Text size="sm">From then on your password alone signs you in, and the recovery codes are void.</Text>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <CodeInput {...form.getInputProps('code')} />
    </DialogForm>
  )
}
