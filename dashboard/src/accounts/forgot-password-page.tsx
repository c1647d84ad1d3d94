import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { EcosystemInput, EmailInput, ecosystemProblem } from '../components/account-fields.tsx'
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
    validate: ({ ecosystem }) => ({ ecosystem: ecosystemProblem(ecosystem) }),
    send: async ({ ecosystem, email }) => {
      const path = { eco: ecosystem }
      await dataOf(api.POST('/api/v1/{eco}/partners/forgot-password', { params: { path }, body: { email } }))
      setSent(true)
    },
  })
  const back = (
    <Anchor component={Link} to="/sign-in">
      Back to the sign-in
    </Anchor>
  )
  if (isSent) {
    return (
      <CardPage title="Look into your mailbox" ways={back}>
        <Stack role="status">
          <Text>
            If there is such an account, a mail is on its way to <strong>{form.values.email}</strong>.
          </Text>
          <Text c="dimmed" size="sm">
            Its link works once and for an hour. If nothing comes, look into the spam folder, and check that
            the e-mail and the ecosystem {form.values.ecosystem} are the right ones.
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
      description="We mail you a link with which you choose a new one."
      ways={back}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError>{formError}</FormError>
          <EcosystemInput {...form.getInputProps('ecosystem')} />
          <EmailInput {...form.getInputProps('email')} />
          <Button type="submit" loading={isSending} fullWidth>
            Mail me a link
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}
