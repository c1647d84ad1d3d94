import { Anchor, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { creationRequest, onboardRequest } from '../api/curl-examples.ts'
import { Card } from '../components/card.tsx'
import { CopyableBlock } from '../components/copyable.tsx'
import { Empty } from '../components/empty-state.tsx'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'

/** How users come in, for those who have none yet. */
export function WaysIn() {
  const { partner } = useSession()
  const mayOnboard = useMay('onboardUser')
  return (
    <Stack gap="lg">
      <Paper className="card">
        <Empty icon={IconUsers} title="No users yet">
          A user has to join you before you can award anything. There are three ways.
        </Empty>
      </Paper>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Card
          title="They consent"
          about="Send users here from your site or app. They sign in and agree to what you may see."
        >
          <CopyableBlock text={consentAddress(partner.clientId)} what="the address for consent" />
          <Text size="sm" c="dimmed">
            With PKCE; any OpenID Connect library does the rest. See the{' '}
            <Anchor href="/docs" target="_blank" underline="always">
              API reference
            </Anchor>
            .
          </Text>
        </Card>
        <Card
          title="By tag"
          about={`We ask your userDetailsUrl who has the tag, and join that user. ${mayOnboard ? 'Use the button above, or your backend:' : 'Your backend does it so:'}`}
        >
          <CopyableBlock text={onboardRequest()} what="the request that onboards by tag" />
          <Text size="sm" c="dimmed">
            Try your address in{' '}
            <Anchor component={Link} to="/developers" underline="always">
              Developers
            </Anchor>
            .
          </Text>
        </Card>
        <Card title="You create them" about="Your backend makes the account and joins it at once.">
          <CopyableBlock text={creationRequest()} what="the request that creates a user" />
          <Text size="sm" c="dimmed">
            They can sign in once they have confirmed their e-mail address and set a password of their own.
          </Text>
        </Card>
      </SimpleGrid>
    </Stack>
  )
}

const consentAddress = (clientId: string) =>
  `${location.origin}/oauth/auth?response_type=code&client_id=${clientId}&scope=openid+profile+boards&state=STATE&code_challenge=CHALLENGE&code_challenge_method=S256`
