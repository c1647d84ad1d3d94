import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiFailure, sentenceOf } from '../api/failure.ts'

/** Why something could not be shown or done, with the id to quote when it was our fault. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const requestId = error instanceof ApiFailure && error.status >= 500 ? error.requestId : null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="That did not work" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{sentenceOf(error)}</Text>
        {requestId && (
          <Text size="sm">
            If you ask for help, quote the request <Code>{requestId}</Code>.
          </Text>
        )}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** What the service said against a whole form. */
export function Problem({ children }: { children: string | null }) {
  if (!children) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" tabIndex={-1} data-problem>
      {children}
    </Alert>
  )
}
