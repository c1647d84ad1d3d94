import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyableValue } from './copyable.tsx'
import { useKeepOpen } from './dialog.tsx'

/** The last step of a dialog: shows a new secret once. */
export function NewSecret({
  secret,
  what,
  close,
  more,
}: {
  secret: string
  what: string
  close: () => void
  more?: ReactNode
}) {
  useKeepOpen()
  return (
    <Stack>
      <Alert color="laurel" icon={<IconKey aria-hidden />} title="Copy the secret now" role="status">
        <Stack gap="xs">
          <Text size="sm">
            It is shown only once. Store it where your server reads its secrets, never in an app, a browser or
            a repository.
          </Text>
          <CopyableValue text={secret} what={what} />
        </Stack>
      </Alert>
      <Group justify="flex-end">
        {more}
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  )
}
