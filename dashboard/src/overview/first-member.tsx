import { Anchor, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { EmailInput, REQUIRED } from '../components/account-fields.tsx'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { USERS } from '../members/queries.ts'
import { useSession } from '../session/session.ts'

/** The form of the first member, for the person who is signed in. */
export function useFirstMember() {
  const { person } = useSession()
  const queryClient = useQueryClient()
  const refresh = useRefreshCoins()
  const idempotentSend = useIdempotentSend()
  return useServerForm({
    initialValues: { name: '', email: person.email },
    validate: ({ email }) => ({ email: email.trim() === '' ? REQUIRED : null }),
    inputs: { fullname: 'name', externalId: 'email' },
    send: async ({ name, email: typed }) => {
      const email = typed.trim()
      // The address also serves as the partner's own id, which every member without an account has.
      const body = { externalId: email, email, ...(name.trim() && { fullname: name.trim() }) }
      await idempotentSend(body, (key) => laurel.users.create(body, key))
      await Promise.all([queryClient.invalidateQueries({ queryKey: [USERS] }), refresh()])
    },
  })
}

export function FirstMember({
  member: { form, submit, isSending, formError },
}: {
  member: ReturnType<typeof useFirstMember>
}) {
  return (
    <form onSubmit={submit} noValidate aria-label="First member">
      <Stack>
        <FormError>{formError}</FormError>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
          <EmailInput autoComplete="email" {...form.getInputProps('email')} />
        </SimpleGrid>
        <Group gap="md">
          <Button type="submit" loading={isSending}>
            Add
          </Button>
          <Text size="sm" c="dimmed">
            No mail is sent. You have members already?{' '}
            <Anchor inherit underline="always" component={Link} to="/members/import">
              Import them
            </Anchor>
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
