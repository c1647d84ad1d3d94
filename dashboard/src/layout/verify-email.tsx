import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { isSameEmail } from '../format/email.ts'
import { sessionQuery, useSession } from '../session/session.ts'

/** Asks the registrant of an unverified partner for the code of the mail. The page below stays usable. */
export function VerifyEmail() {
  const { person, partner } = useSession()
  if (partner.emailVerified || !isSameEmail(person.email, partner.email)) return null
  return (
    <Alert
      color="yellow"
      icon={<IconMail aria-hidden />}
      title="Verify your e-mail address"
      // Mantine's yellow text has too little contrast on its yellow.
      styles={{ title: { color: 'var(--mantine-color-text)' }, icon: { color: 'var(--mantine-color-text)' } }}
      role="region"
      aria-label="Verify your e-mail address"
      mb="lg"
    >
      <Stack gap="sm">
        <Text size="sm">
          We have sent a code to <strong>{person.email}</strong>. Until you enter it, you cannot invite your
          team, create client secrets or add webhooks.
        </Text>
        <CodeForm email={person.email} />
      </Stack>
    </Alert>
  )
}

function CodeForm({ email }: { email: string }) {
  const queries = useQueryClient()
  const { form, submit, isSending, formError } = useServerForm({
    initialValues: { code: '' },
    send: async ({ code }) => {
      await laurel.partners.verifyEmail({ email, code: code.replaceAll(/\s/g, '') })
      notifications.show({ message: 'Your e-mail address is verified.' })
      await queries.fetchQuery(sessionQuery)
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError>{formError}</FormError>
        <Group align="flex-end">
          <TextInput
            label="Code from the mail"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            w={160}
            required
            withAsterisk={false}
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={isSending}>
            Verify
          </Button>
          <SendAgain email={email} />
        </Group>
      </Stack>
    </form>
  )
}

function SendAgain({ email }: { email: string }) {
  const [isSending, setSending] = useState(false)
  async function send(): Promise<void> {
    setSending(true)
    try {
      await laurel.partners.resendCode({ email })
      notifications.show({ message: 'A new code is on its way. The earlier code no longer works.' })
    } catch (error) {
      notifications.show({ color: 'red', title: 'No code was sent', message: sentenceOf(error) })
    } finally {
      setSending(false)
    }
  }
  return (
    <Button variant="default" loading={isSending} onClick={() => void send()}>
      Send a new code
    </Button>
  )
}
