import type { WebhookDiagnosis } from '@laurel/sdk'
import { Alert, Button, Group, List, PasswordInput, Stack, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'

const AS_CODE = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }

export function DiagnoseCard({ webhookId }: { webhookId: string }) {
  const [diagnosis, setDiagnosis] = useState<WebhookDiagnosis | null>(null)
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: { headers: '', body: '', secret: '' },
    send: async ({ headers, body, secret }) => {
      setDiagnosis(null)
      const received = { headers: readHeaders(headers), body, ...(secret !== '' && { secret }) }
      setDiagnosis(await laurel.webhooks.diagnose(webhookId, received))
    },
  })
  return (
    <Section
      title="Diagnose a signature"
      description="Paste a request exactly as your server received it, to compare it with the one that was sent."
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError>{formError}</FormError>
          <Textarea
            label="Headers"
            description="One per line, including webhook-id, webhook-timestamp and webhook-signature"
            autosize
            minRows={3}
            maxRows={8}
            spellCheck={false}
            styles={AS_CODE}
            {...form.getInputProps('headers')}
          />
          <Textarea
            label="Body"
            description="Raw, before parsing"
            autosize
            minRows={3}
            maxRows={10}
            spellCheck={false}
            styles={AS_CODE}
            {...form.getInputProps('body')}
          />
          <PasswordInput
            label="Secret that your server uses"
            description="Optional. Used for the comparison only, never stored."
            autoComplete="off"
            {...form.getInputProps('secret')}
          />
          <Group>
            <Button type="submit" variant="default" loading={isSending}>
              Diagnose
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">{diagnosis && <Findings diagnosis={diagnosis} />}</div>
    </Section>
  )
}

function Findings({ diagnosis: { verifies, findings } }: { diagnosis: WebhookDiagnosis }) {
  return (
    <Alert
      color={verifies ? 'laurel' : 'red'}
      icon={verifies ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={verifies ? 'The signature verifies' : 'The signature does not verify'}
    >
      <List size="sm" spacing="xs">
        {findings.map(({ cause, detail }) => (
          <List.Item key={`${cause} ${detail}`}>{detail}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Parses pasted headers: "name: value" lines or a JSON object. */
function readHeaders(text: string): Record<string, string> {
  const object = parsed(text)
  if (object) return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, String(value)]))
  const headers: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
  }
  return headers
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
