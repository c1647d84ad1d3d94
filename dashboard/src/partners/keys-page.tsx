import type { OwnPartner } from '@laurel/sdk'
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { awardRequest, tokenRequest } from '../api/curl-examples.ts'
import { CopyableBlock, CopyableValue } from '../components/copyable.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { FormError } from '../components/error-alert.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { DevelopersFrame } from '../layout/developers-frame.tsx'
import { useMay } from '../session/roles.ts'
import { partnerQuery, useChangePartner } from './queries.ts'
import { SecretsCard } from './secrets-card.tsx'
import { UserDetailsCard } from './user-details-card.tsx'

export function KeysPage() {
  const query = useQuery(partnerQuery)
  return (
    <DevelopersFrame>
      <Loaded query={query} loading={<LoadingRows rows={4} height={140} />}>
        {(partner) => (
          <>
            <ClientCard partner={partner} />
            <SecretsCard />
            <QuickStartCard clientId={partner.clientId} />
            <RedirectAddressesCard partner={partner} />
            <UserDetailsCard partner={partner} />
          </>
        )}
      </Loaded>
    </DevelopersFrame>
  )
}

function ClientCard({ partner }: { partner: OwnPartner }) {
  return (
    <Section
      title={partner.applicationName}
      isFirst
      description={
        <>
          OpenID Connect libraries find the rest in the{' '}
          <Anchor href={OPENID_CONFIGURATION} target="_blank" underline="always" inherit>
            OpenID configuration
          </Anchor>
          .
        </>
      }
    >
      <DescriptionList
        cols={1}
        items={{
          'Client id, for your server': <CopyableValue text={partner.clientId} what="the client id" />,
          'Client id, for apps without a secret': (
            <CopyableValue text={partner.publicClientId} what="the public client id" />
          ),
          'Partner id': <CopyableValue text={partner.partnerId} what="the partner id" />,
          API: <CopyableValue text={API} what="the address of the API" />,
          Tokens: <CopyableValue text={TOKEN_ENDPOINT} what="the token endpoint" />,
        }}
      />
    </Section>
  )
}

/** The API has the same origin as this page. */
const API = `${location.origin}/api/v1`
const TOKEN_ENDPOINT = `${location.origin}/oauth/token`
const OPENID_CONFIGURATION = `${location.origin}/oauth/.well-known/openid-configuration`

function QuickStartCard({ clientId }: { clientId: string }) {
  return (
    <Section
      title="Quick start"
      description="Two requests from a shell, or from any HTTP library. Replace the words in capitals."
    >
      <Stack gap="xs">
        <Text size="sm" fw={550}>
          1. Get a token, with a client secret
        </Text>
        <CopyableBlock text={tokenRequest(clientId)} what="the request for a token" />
        <Text size="sm" fw={550} mt="xs">
          2. Award a rule to a user
        </Text>
        <CopyableBlock text={awardRequest({})} what="the request that awards a rule" />
      </Stack>
    </Section>
  )
}

const FIELDS = [
  ['redirectUrl', 'Default', 'Used when the request names no other address'],
  ['webRedirectUrl', 'On the web', 'For links from a browser; empty means the default'],
  ['mobileRedirectUrl', 'In a mobile app', 'For links from your app; empty means the default'],
] as const

function RedirectAddressesCard({ partner }: { partner: OwnPartner }) {
  const mayChange = useMay('changeOwnPartner')
  return (
    <Section title="Redirect addresses" description="Where users go after they link their account.">
      {mayChange ? (
        <RedirectAddressesForm partner={partner} />
      ) : (
        <DescriptionList
          cols={1}
          items={Object.fromEntries(FIELDS.map(([field, label]) => [label, partner[field]]))}
        />
      )}
    </Section>
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
