import './brand.css'
import type { OwnPartner } from '@laurel/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { isColour } from './accent.ts'
import { AccentSection } from './accent-section.tsx'
import { BrandPreviews } from './brand-preview.tsx'
import { LogoSection } from './logo-section.tsx'
import { partnerQuery } from './queries.ts'

export function BrandPage() {
  const query = useQuery(partnerQuery)
  return (
    <SettingsFrame part="Brand">
      <Loaded query={query} loading={<LoadingRows rows={3} height={140} />}>
        {(partner) => <Brand partner={partner} />}
      </Loaded>
    </SettingsFrame>
  )
}

/** What is chosen is shown as members will see it, before it is saved. */
function Brand({ partner }: { partner: OwnPartner }) {
  const [logo, setLogo] = useState<string | null>(null)
  const [accent, setAccent] = useState(partner.brand.accent ?? '')
  return (
    <>
      <LogoSection partner={partner} chosen={logo} choose={setLogo} />
      <AccentSection partner={partner} onType={setAccent} />
      <Section
        title="Preview"
        description="Account pages, public boards and boards on other sites have the logo and the accent."
      >
        <BrandPreviews
          name={partner.partnerName}
          logo={logo ?? partner.brand.logo}
          accent={isColour(accent) ? accent : null}
        />
      </Section>
    </>
  )
}
