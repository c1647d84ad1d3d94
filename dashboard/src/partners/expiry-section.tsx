import type { OwnPartner } from '@laurel/sdk'
import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormError } from '../components/error-alert.tsx'
import { ExpiryInputs } from '../components/expiry-inputs.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { coinName } from '../format/coins.ts'
import {
  daysProblem,
  expiryOf,
  expiryProblem,
  expiryValues,
  programmeLife,
  typedDays,
} from '../format/expiry.ts'
import { useMay } from '../session/roles.ts'
import { useChangePartner } from './queries.ts'

/** How long coins live. */
export function ExpirySection({ partner }: { partner: OwnPartner }) {
  const mayChange = useMay('changeOwnPartner')
  const { coinExpiry, expiryNoticeDays } = partner
  const { many } = coinName()
  return (
    <Section
      title={`Expiry of ${many}`}
      description={`How long ${many} live from the day on which they can be spent. It applies to ${many} that rules pay or that are added by hand from now on. A rule may say otherwise.`}
    >
      {mayChange ? (
        <ExpiryForm key={JSON.stringify([coinExpiry, expiryNoticeDays])} partner={partner} />
      ) : (
        <Text size="sm">{programmeLife(coinExpiry, expiryNoticeDays)}</Text>
      )}
    </Section>
  )
}

const NOTICE_DAYS = { min: 1, max: 365 }

const valuesOf = ({ coinExpiry, expiryNoticeDays }: OwnPartner) => ({
  expires: coinExpiry !== null,
  coinExpiry: expiryValues(coinExpiry),
  expiryNoticeDays: String(expiryNoticeDays),
})

function ExpiryForm({ partner }: { partner: OwnPartner }) {
  const change = useChangePartner()
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: valuesOf(partner),
    validate: ({ expires, coinExpiry, expiryNoticeDays }) => ({
      ...(expires && { 'coinExpiry.after': expiryProblem(coinExpiry) }),
      expiryNoticeDays: daysProblem(expiryNoticeDays, NOTICE_DAYS),
    }),
    send: async ({ expires, coinExpiry, expiryNoticeDays }) => {
      const saved = await change({
        coinExpiry: expires ? expiryOf(coinExpiry) : null,
        expiryNoticeDays: typedDays(expiryNoticeDays),
      })
      form.resetDirty(valuesOf(saved))
      notifications.show({ message: 'The expiry is saved.' })
    },
  })
  const { expires, coinExpiry, expiryNoticeDays } = form.getValues()
  const life = programmeLife(expires ? expiryOf(coinExpiry) : null, typedDays(expiryNoticeDays))
  return (
    <form onSubmit={submit} noValidate aria-label="Expiry">
      <Stack gap="sm">
        <FormError>{formError}</FormError>
        <Switch
          label={`Let ${coinName().many} expire`}
          {...form.getInputProps('expires', { type: 'checkbox' })}
        />
        {expires && <ExpiryInputs inputProps={(field) => form.getInputProps(`coinExpiry.${field}`)} />}
        {/* Rules and imports let coins expire too. */}
        <TextInput
          label="Notice"
          description={`How long before ${coinName().many} expire your backend hears of it, to write to the member (coins.expiring)`}
          inputMode="numeric"
          autoComplete="off"
          maw={280}
          rightSection="days"
          rightSectionWidth={56}
          {...form.getInputProps('expiryNoticeDays')}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {life}
        </Text>
        <Group>
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            Save expiry
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
