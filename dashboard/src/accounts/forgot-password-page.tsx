import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { visitor } from '../api/laurel.ts'
import { EcosystemInput, EmailInput, ecosystemError } from '../components/account-fields.tsx'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { lastEcosystem } from '../session/sign-in.ts'
import { CardPage } from './card-page.tsx'

/** Requests a link by mail. The response does not reveal whether the account exists. */
export function ForgotPasswordPage() {
  const { eco = lastEcosystem() } = useSearch({ from: '/forgot-password' })
  const [isSent, setSent] = useState(false)
  const { form, submit, isSending, formError } = useServerForm({
    initialValues: { ecosystem: eco, email: '' },
    validate: ({ ecosystem }) => ({ ecosystem: ecosystemError(ecosystem) }),
    send: async ({ ecosystem, email }) => {
      await visitor(ecosystem).account.forgotPassword({ email })
      setSent(true)
    },
  })
  const back = (
    <Anchor component={Link} to="/sign-in">
      Back to the sign-in page
    </Anchor>
  )
  if (isSent) {
    return (
      <CardPage title="Check your mailbox" links={back}>
        <Stack role="status">
          <Text>
            If this account exists, we have sent a mail to <strong>{form.values.email}</strong>.
          </Text>
          <Text c="dimmed" size="sm">
            The link works once, for one hour. If no mail arrives, check the spam folder, the e-mail address
            and the ecosystem {form.values.ecosystem}.
          </Text>
        </Stack>
        <Button variant="default" onClick={() => setSent(false)}>
          Try another address
        </Button>
      </CardPage>
    )
  }
  return (
    <CardPage
      title="Forgotten password"
      description="We send you a link to choose a new password."
      links={back}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError>{formError}</FormError>
          <EcosystemInput {...form.getInputProps('ecosystem')} />
          <EmailInput {...form.getInputProps('email')} />
          <Button type="submit" loading={isSending} fullWidth>
            Send me a link
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}
