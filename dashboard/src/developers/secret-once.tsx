import { Alert, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { CopyableValue } from '../shared/copyable.tsx'

/** A secret that was just made, which nobody can read again. */
export function SecretOnce({ secret, what }: { secret: string; what: string }) {
  return (
    <Alert color="laurel" icon={<IconKey aria-hidden />} title="Copy the secret now" role="status">
      <Stack gap="xs">
        <Text size="sm">
          It is shown this once and cannot be read again. Keep it where your server reads its secrets, never
          in an app, a browser or a repository.
        </Text>
        <CopyableValue text={secret} what={what} />
      </Stack>
    </Alert>
  )
}
