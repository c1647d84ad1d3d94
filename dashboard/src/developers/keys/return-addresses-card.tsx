import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { Facts } from '../../components/description-list.tsx'
import { Problem } from '../../components/error-alert.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { type Partner, useChangePartner } from '../../partners/queries.ts'
import { useMay } from '../../session/roles.ts'

const FIELDS = [
  ['redirectUrl', 'Default', 'Where users come back to when nothing else is asked for'],
  ['webRedirectUrl', 'On the web', 'With deviceType=web; the default when left empty'],
  ['mobileRedirectUrl', 'In a mobile app', 'With deviceType=mobile; the default when left empty'],
] as const

/** Where users come back to after they have linked their account. */
export function ReturnAddressesCard({ partner }: { partner: Partner }) {
  const mayChange = useMay('changeOwnPartner')
  return (
    <Card title="Return addresses" about="Where users come back to once they have linked their account.">
      {mayChange ? (
        <ReturnAddressesForm partner={partner} />
      ) : (
        <Facts cols={1} facts={Object.fromEntries(FIELDS.map(([field, label]) => [label, partner[field]]))} />
      )}
    </Card>
  )
}

const addressesOf = ({ redirectUrl, webRedirectUrl, mobileRedirectUrl }: Partner) => ({
  redirectUrl,
  webRedirectUrl,
  mobileRedirectUrl,
})

function ReturnAddressesForm({ partner }: { partner: Partner }) {
  const change = useChangePartner()
  const [before, setBefore] = useState(addressesOf(partner))
  const { form, isSending, problem, submit } = useServerForm({
    initialValues: before,
    send: async (values) => {
      // Those that were not set are shown as the default; sent along, they would stay what the default was.
      const changes = FIELDS.filter(([field]) => values[field] !== before[field])
      const saved = addressesOf(
        await change(Object.fromEntries(changes.map(([field]) => [field, values[field]]))),
      )
      setBefore(saved)
      form.setValues(saved)
      form.resetDirty(saved)
      notifications.show({ message: 'The return addresses are saved.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        {FIELDS.map(([field, label, about]) => (
          <TextInput
            key={field}
            label={label}
            description={about}
            type="url"
            spellCheck={false}
            {...form.getInputProps(field)}
          />
        ))}
        <Group>
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            Save return addresses
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
