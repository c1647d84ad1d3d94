import { Button, Divider, Group, Stack, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { Facts } from '../../components/description-list.tsx'
import { Problem } from '../../components/error-alert.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { type Partner, useChangePartner, userDetailsQuery } from '../../partners/queries.ts'
import { useMay } from '../../session/roles.ts'
import { useSession } from '../../session/session.ts'
import { LastUserDetails } from './last-user-details.tsx'
import { TryUserDetails } from './try-user-details.tsx'

/** The partner's own address that answers with the record of a user, and whether it does. */
export function UserDetailsCard({ partner }: { partner: Partner }) {
  const mayChange = useMay('changeOwnPartner')
  const mayTry = useMay('tryUserDetails')
  return (
    <Card
      title="User details"
      about="When a user joins by tag, the service asks your server at this address for the user's record, with the tag in the query."
    >
      {mayChange ? (
        <AddressForm partner={partner} />
      ) : (
        <Facts cols={1} facts={{ Address: partner.userDetailsUrl }} />
      )}
      {mayTry && (
        <>
          <Divider />
          <TryUserDetails />
        </>
      )}
      <Divider />
      <Stack gap="xs">
        <Title order={3} size="h5">
          The last time it was asked
        </Title>
        <LastUserDetails />
      </Stack>
    </Card>
  )
}

function AddressForm({ partner }: { partner: Partner }) {
  const { ecosystem } = useSession()
  const queries = useQueryClient()
  const change = useChangePartner()
  const { form, isSending, problem, submit } = useServerForm({
    initialValues: { userDetailsUrl: partner.userDetailsUrl },
    send: async (body) => {
      const changed = await change(body)
      form.resetDirty({ userDetailsUrl: changed.userDetailsUrl })
      await queries.invalidateQueries(userDetailsQuery(ecosystem))
      notifications.show({ message: 'The address for user details is saved.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Problem>{problem}</Problem>
        <TextInput label="Address" type="url" spellCheck={false} {...form.getInputProps('userDetailsUrl')} />
        <Group>
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            Save address
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
