import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { ownAccountQuery } from '../queries.ts'
import { SettingsPage } from '../settings-page.tsx'
import { AccountRows } from './account-rows.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function AccountPage() {
  const account = useQuery(ownAccountQuery)
  return (
    <SettingsPage part="Your account">
      <Stack gap="lg">
        <Card title="Signing in" about="Who you are here, and how you prove it.">
          <Loaded query={account}>{() => <AccountRows />}</Loaded>
        </Card>
        <SessionsCard />
      </Stack>
    </SettingsPage>
  )
}
