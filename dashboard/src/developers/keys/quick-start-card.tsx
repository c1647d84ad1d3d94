import { Stack, Text } from '@mantine/core'
import { Card } from '../../shared/card.tsx'
import { CopyableBlock } from '../../shared/copyable.tsx'
import { API, TOKEN_ENDPOINT } from '../addresses.ts'

const tokenRequest = (clientId: string) => `SECRET='paste a client secret here'
TOKEN=$(curl -s -u "${clientId}:$SECRET" \\
  -d grant_type=client_credentials \\
  ${TOKEN_ENDPOINT} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`

const AWARD_REQUEST = `curl -X POST ${API}/laas/rules/award \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: order-1042" \\
  -H "Content-Type: application/json" \\
  -d '{"userId": "the id of a user", "ruleName": "the name of a rule", "narration": "Order 1042"}'`

/** From a secret to the first award. */
export function QuickStartCard({ clientId }: { clientId: string }) {
  return (
    <Card title="Quick start" about="Two calls from a shell, or from any HTTP library.">
      <Stack gap="xs">
        <Text size="sm" fw={550}>
          1. Get a token, with a client secret
        </Text>
        <CopyableBlock text={tokenRequest(clientId)} what="the request for a token" />
        <Text size="sm" fw={550} mt="xs">
          2. Award a rule to a user
        </Text>
        <CopyableBlock text={AWARD_REQUEST} what="the request that awards a rule" />
      </Stack>
    </Card>
  )
}
