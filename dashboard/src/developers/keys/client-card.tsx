import { Anchor } from '@mantine/core'
import { Card } from '../../components/card.tsx'
import { CopyableValue } from '../../components/copyable.tsx'
import { Facts } from '../../components/description-list.tsx'
import type { Partner } from '../../partners/queries.ts'
import { API, OPENID_CONFIGURATION, TOKEN_ENDPOINT } from '../addresses.ts'

/** Who the partner is to the service, and where the service is. */
export function ClientCard({ partner }: { partner: Partner }) {
  return (
    <Card
      title={partner.applicationName}
      about={
        <>
          OpenID Connect libraries find the rest in the{' '}
          <Anchor href={OPENID_CONFIGURATION} target="_blank" underline="always" inherit>
            OpenID configuration
          </Anchor>
          .
        </>
      }
    >
      <Facts
        cols={1}
        facts={{
          'Client id, for your server': <CopyableValue text={partner.clientId} what="the client id" />,
          'Client id, for apps without a secret': (
            <CopyableValue text={partner.publicClientId} what="the public client id" />
          ),
          'Partner id': <CopyableValue text={partner.partnerId} what="the partner id" />,
          API: <CopyableValue text={API} what="the address of the API" />,
          Tokens: <CopyableValue text={TOKEN_ENDPOINT} what="the token endpoint" />,
        }}
      />
    </Card>
  )
}
