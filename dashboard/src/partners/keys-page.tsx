import type { OwnPartner } from '@laurel/sdk'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callRequest, tokenRequest } from '../api/curl-examples.ts'
import { awardCall } from '../api/example-call.ts'
import { CopyableBlock, CopyableValue } from '../components/copyable.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { DevelopersFrame } from '../layout/developers-frame.tsx'
import { partnerQuery } from './queries.ts'
import { SecretsCard } from './secrets-card.tsx'

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
          2. Award a rule to a member
        </Text>
        <CopyableBlock
          text={callRequest(awardCall('RULE_NAME', false))}
          what="the request that awards a rule"
        />
      </Stack>
    </Section>
  )
}
