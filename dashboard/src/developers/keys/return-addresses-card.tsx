import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMay } from '../../session/may.ts'
import { Card } from '../../shared/card.tsx'
import { Facts } from '../../shared/facts.tsx'
import { type Partner, useChangePartner } from '../../shared/partner.ts'
import { Problem } from '../../shared/problem.tsx'
import { useServerForm } from '../../shared/server-form.ts'

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

function ReturnAddressesForm({ partner }: { partner: Partner }) {
  const change = useChangePartner()
  const { redirectUrl, webRedirectUrl, mobileRedirectUrl } = partner
  const { form, isSending, problem, submit } = useServerForm({
    initialValues: { redirectUrl, webRedirectUrl, mobileRedirectUrl },
    send: async (body) => {
      const changed = await change(body)
      const saved = {
        redirectUrl: changed.redirectUrl,
        webRedirectUrl: changed.webRedirectUrl,
        mobileRedirectUrl: changed.mobileRedirectUrl,
      }
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
