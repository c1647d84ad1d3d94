import type { OwnPartner } from '@laurel/sdk'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { DescriptionList } from '../components/description-list.tsx'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useMay } from '../session/roles.ts'
import { NOT_SET_UP_TEXT, requiredAddress, typedAddress } from './not-set-up.ts'
import { useChangePartner } from './queries.ts'
import { SettingPart } from './setting-part.tsx'

const FIELDS = [
  ['redirectUrl', 'Default', 'Used when the request names no other address; empty means not set up yet'],
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
          items={Object.fromEntries(
            FIELDS.map(([field, label]) => [label, typedAddress(partner[field]) || NOT_SET_UP_TEXT]),
          )}
        />
      )}
    </SettingPart>
  )
}

const addressesOf = ({ redirectUrl, webRedirectUrl, mobileRedirectUrl }: OwnPartner) => ({
  redirectUrl: typedAddress(redirectUrl),
  webRedirectUrl: typedAddress(webRedirectUrl),
  mobileRedirectUrl: typedAddress(mobileRedirectUrl),
})

const changedAddress = (field: (typeof FIELDS)[number][0], typed: string): string =>
  field === 'redirectUrl' ? requiredAddress(typed) : typed

function RedirectAddressesForm({ partner }: { partner: OwnPartner }) {
  const change = useChangePartner()
  const [before, setBefore] = useState(addressesOf(partner))
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: before,
    send: async (values) => {
      // An address that was never set is shown as the default; sending it would fix it to that value.
      const changes = FIELDS.filter(([field]) => values[field] !== before[field])
      const sent = changes.map(([field]) => [field, changedAddress(field, values[field])])
      const saved = addressesOf(await change(Object.fromEntries(sent)))
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
            placeholder={NOT_SET_UP_TEXT}
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
