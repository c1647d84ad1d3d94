import type { OwnPartner } from '@laurel/sdk'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { DescriptionList } from '../components/description-list.tsx'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useMay } from '../session/roles.ts'
import { useChangePartner } from './queries.ts'
import { SettingPart } from './setting-part.tsx'

const FIELDS = [
  ['redirectUrl', 'Default', 'Used when the request names no other address'],
  ['webRedirectUrl', 'On the web', 'For links from a browser; empty means the default'],
  ['mobileRedirectUrl', 'In a mobile app', 'For links from your app; empty means the default'],
] as const

/** Where users go after they link their account. */
export function RedirectAddresses({ partner }: { partner: OwnPartner }) {
  const mayChange = useMay('changeOwnPartner')
  return (
    <SettingPart title="Redirect addresses" description="Where users go after they link their account.">
      {mayChange ? (
        <RedirectAddressesForm partner={partner} />
      ) : (
        <DescriptionList
          cols={1}
          items={Object.fromEntries(FIELDS.map(([field, label]) => [label, partner[field]]))}
        />
      )}
    </SettingPart>
  )
}

const addressesOf = ({ redirectUrl, webRedirectUrl, mobileRedirectUrl }: OwnPartner) => ({
  redirectUrl,
  webRedirectUrl,
  mobileRedirectUrl,
})

function RedirectAddressesForm({ partner }: { partner: OwnPartner }) {
  const change = useChangePartner()
  const [before, setBefore] = useState(addressesOf(partner))
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: before,
    send: async (values) => {
      // An address that was never set is shown as the default; sending it would fix it to that value.
      const changes = FIELDS.filter(([field]) => values[field] !== before[field])
      const saved = addressesOf(
        await change(Object.fromEntries(changes.map(([field]) => [field, values[field]]))),
      )
      setBefore(saved)
      form.setValues(saved)
      form.resetDirty(saved)
      notifications.show({ message: 'The redirect addresses are saved.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError>{formError}</FormError>
        {FIELDS.map(([field, label, description]) => (
          <TextInput
            key={field}
            label={label}
            description={description}
            type="url"
            spellCheck={false}
            {...form.getInputProps(field)}
          />
        ))}
        <Group>
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            Save redirect addresses
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
