import { LaurelError } from '@laurel/sdk'
import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { sentenceOf } from '../api/sentence.ts'

/** A failed request, with its id to quote when the service is at fault. */
export function ErrorAlert({ error, retry }: { error: unknown; retry?: () => void }) {
  const requestId = error instanceof LaurelError && error.status >= 500 ? error.requestId : null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The request failed" role="alert">
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

/** An error that belongs to the whole form. */
export function FormError({ children }: { children: string | null }) {
  if (!children) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" tabIndex={-1} data-form-error>
      {children}
    </Alert>
  )
}
