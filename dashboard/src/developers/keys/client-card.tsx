import { Anchor } from '@mantine/core'
import type { DataOf } from '../../api/types.ts'
import { Card } from '../../shared/card.tsx'
import { CopyableValue } from '../../shared/copyable.tsx'
import { API, OPENID_CONFIGURATION, TOKEN_ENDPOINT } from '../addresses.ts'
import { Fact, Facts } from '../facts.tsx'

/** Who the partner is to the service, and where the service is. */
export function ClientCard({ partner }: { partner: DataOf<'readOwnPartner'> }) {
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
      <Facts>
        <Fact name="Client id, for your server">
          <CopyableValue text={partner.clientId} what="the client id" />
        </Fact>
        <Fact name="Client id, for apps without a secret">
          <CopyableValue text={partner.publicClientId} what="the public client id" />
        </Fact>
        <Fact name="Partner id">
          <CopyableValue text={partner.partnerId} what="the partner id" />
        </Fact>
        <Fact name="API">
          <CopyableValue text={API} what="the address of the API" />
        </Fact>
        <Fact name="Tokens">
          <CopyableValue text={TOKEN_ENDPOINT} what="the token endpoint" />
        </Fact>
      </Facts>
    </Card>
  )
}
