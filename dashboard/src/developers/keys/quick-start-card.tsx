import { Stack, Text } from '@mantine/core'
import { awardRequest, tokenRequest } from '../../api/curl-examples.ts'
import { Card } from '../../components/card.tsx'
import { CopyableBlock } from '../../components/copyable.tsx'

/** From a secret to the first award. */
export function QuickStartCard({ clientId }: { clientId: string }) {
  return (
    <Card
      title="Quick start"
      about="Two calls from a shell, or from any HTTP library. Words in capitals are yours to fill in."
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
    </Card>
  )
}
