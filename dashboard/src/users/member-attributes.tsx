import type { Member } from '@laurel/sdk'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { DescriptionList } from '../components/description-list.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { attributesQuery } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'
import { valueText } from './attribute-values.ts'
import { AttributesDialog } from './attributes-dialog.tsx'

/** What the partner says about a current member. Nothing for those who left. */
export function MemberAttributes({ member }: { member: Member }) {
  return member.leftAt === null ? <OfMember member={member} /> : null
}

function OfMember({ member }: { member: Member }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const query = useQuery(attributesQuery(member.userId))
  const mayChange = useMay('changeMemberAttributes')
  return (
    <Section
      title="Attributes"
      actions={
        mayChange &&
        query.data && (
          <Button variant="default" size="compact-sm" onClick={open} aria-label="Edit attributes">
            Edit
          </Button>
        )
      }
    >
      <Loaded query={query} loading={<LoadingRows rows={2} height={24} />}>
        {(attributes) =>
          Object.keys(attributes).length === 0 ? (
            <p className="member-note">None yet. Rules can ask for the city, the tier and the like.</p>
          ) : (
            <DescriptionList
              cols={2}
              items={Object.fromEntries(
                Object.entries(attributes).map(([name, value]) => [
                  name,
                  <span key={name} dir="auto">
                    {value === '' ? '–' : valueText(value)}
                  </span>,
                ]),
              )}
            />
          )
        }
      </Loaded>
      {query.data && (
        <AttributesDialog isOpen={isOpen} close={close} member={member} attributes={query.data} />
      )}
    </Section>
  )
}
