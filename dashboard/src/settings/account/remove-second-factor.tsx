import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { PasswordField } from '../../session/password-field.tsx'
import { useSession } from '../../session/session-state.ts'
import { Problem } from '../../shared/problem.tsx'
import { useServerForm } from '../../shared/server-form.ts'
import { ownAccountQuery } from '../queries.ts'
import { CodeInput } from './code-input.tsx'

export function RemoveSecondFactor() {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label="Remove the second factor">
        Remove
      </Button>
      <Modal opened={isOpen} onClose={close} title="Remove the second factor" centered>
        <RemovalForm close={close} />
      </Modal>
    </>
  )
}

function RemovalForm({ close }: { close: () => void }) {
  const { ecosystem: eco } = useSession()
  const queries = useQueryClient()
  const { form, submit, isSending, problem } = useServerForm({
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
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <Text size="sm">From then on your password alone signs you in, and the recovery codes are void.</Text>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeInput {...form.getInputProps('code')} />
        <Button type="submit" color="red" loading={isSending}>
          Remove the second factor
        </Button>
      </Stack>
    </form>
  )
}
