import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { CoinNameSection } from './coin-name-section.tsx'
import { CoinValueSection } from './coin-value-section.tsx'
import { ExpirySection } from './expiry-section.tsx'
import { MemberLimitSection } from './member-limit-section.tsx'
import { partnerQuery } from './queries.ts'
import { RedirectAddresses } from './redirect-addresses.tsx'
import { TimeZoneSection } from './time-zone-section.tsx'
import { UserDetails } from './user-details.tsx'

/** What holds for the whole programme. */
export function ProgrammePage() {
  const query = useQuery(partnerQuery)
  return (
    <SettingsFrame part="Programme">
      <Loaded query={query} loading={<LoadingRows rows={4} height={140} />}>
        {(partner) => (
          <>
            <TimeZoneSection partner={partner} />
            <CoinNameSection partner={partner} />
            <CoinValueSection partner={partner} />
            <MemberLimitSection partner={partner} />
            <ExpirySection partner={partner} />
            <Section
              title="Sign-in and lookups"
              description="For users who link their account with yours. Without such users, nothing here matters."
            >
              <Stack gap="xl">
                <RedirectAddresses partner={partner} />
                <UserDetails partner={partner} />
              </Stack>
            </Section>
          </>
        )}
      </Loaded>
    </SettingsFrame>
  )
}
