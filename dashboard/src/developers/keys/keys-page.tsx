import { useQuery } from '@tanstack/react-query'
import { Loaded, Outline } from '../../components/loaded.tsx'
import { partnerQuery } from '../../partners/queries.ts'
import { useSession } from '../../session/session.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { ClientCard } from './client-card.tsx'
import { QuickStartCard } from './quick-start-card.tsx'
import { ReturnAddressesCard } from './return-addresses-card.tsx'
import { SecretsCard } from './secrets-card.tsx'
import { UserDetailsCard } from './user-details-card.tsx'

/** All that a developer needs to call the service, and what the service needs to call back. */
export function KeysPage() {
  const { ecosystem } = useSession()
  const partner = useQuery(partnerQuery(ecosystem))
  return (
    <DevelopersPage>
      <Loaded query={partner} outline={<Outline rows={4} height={140} />}>
        {(own) => (
          <>
            <ClientCard partner={own} />
            <SecretsCard />
            <QuickStartCard clientId={own.clientId} />
            <ReturnAddressesCard partner={own} />
            <UserDetailsCard partner={own} />
          </>
        )}
      </Loaded>
    </DevelopersPage>
  )
}
