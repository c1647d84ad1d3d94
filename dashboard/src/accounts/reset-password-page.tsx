import { Button, Stack, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { visitor } from '../api/laurel.ts'
import { clearSession } from '../api/session.ts'
import { NewPasswordFields } from '../components/account-fields.tsx'
import { FormError } from '../components/error-alert.tsx'
import { CardPage } from './card-page.tsx'
import { completeLink, InvalidLinkPage, type MailedLink, useMailedLinkForm } from './mailed-link.tsx'

export function ResetPasswordPage() {
  const link = completeLink(useSearch({ from: '/reset-password' }))
  return link ? <ResetForm {...link} /> : <AskAgain isExpired={false} />
}

function ResetForm({ token, eco }: MailedLink) {
  const [email, setEmail] = useState<string | null>(null)
  const { form, submit, isSending, formError, isExpired } = useMailedLinkForm({
    initialValues: { password: '', confirmPassword: '' },
    send: async (passwords) => {
      const account = await visitor(eco).account.resetPassword({ token, ...passwords })
      clearSession()
      setEmail(account.email)
    },
  })
  if (isExpired) return <AskAgain isExpired eco={eco} />
  if (email !== null) {
    return (
      <CardPage title="Your password is set">
        <Text role="status">
          Sign in as <strong>{email}</strong> with your new password. All your earlier sessions have ended.
        </Text>
        <Button renderRoot={(props) => <Link to="/sign-in" search={{ eco }} {...props} />} fullWidth>
          Sign in
        </Button>
      </CardPage>
    )
  }
  return (
    <CardPage
      title="Choose a new password"
      description="This ends all your sessions. Sign in again with the new password."
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError>{formError}</FormError>
          <NewPasswordFields form={form} label="New password" />
          <Button type="submit" loading={isSending} fullWidth>
            Set the password
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

function AskAgain({ isExpired, eco }: { isExpired: boolean; eco?: string }) {
  return (
    <InvalidLinkPage
      isExpired={isExpired}
      next="Links for a new password work once, for one hour. Request a new one; earlier links stop working."
      action={
        <Button renderRoot={(props) => <Link to="/forgot-password" search={{ eco }} {...props} />} fullWidth>
          Request a new link
        </Button>
      }
    />
  )
}
