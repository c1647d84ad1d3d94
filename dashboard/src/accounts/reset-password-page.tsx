import { Button, Stack, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { NewPasswordFields } from '../components/account-fields.tsx'
import { Problem } from '../components/error-alert.tsx'
import { forgetSession } from '../session/session.ts'
import { CardPage } from './card-page.tsx'
import { DeadLinkPage, type MailedLink, useMailedForm, wholeLink } from './mailed-link.tsx'

export function ResetPasswordPage() {
  const link = wholeLink(useSearch({ from: '/reset-password' }))
  return link ? <ResetForm {...link} /> : <AskAgain isSpent={false} />
}

function ResetForm({ token, eco }: MailedLink) {
  const [email, setEmail] = useState<string | null>(null)
  const { form, submit, isSending, problem, isSpent } = useMailedForm({
    initialValues: { password: '', confirmPassword: '' },
    send: async (passwords) => {
      const body = { token, ...passwords }
      const answer = await dataOf(
        api.POST('/api/v1/{eco}/partners/reset-password', { params: { path: { eco } }, body }),
      )
      forgetSession()
      setEmail(answer.email)
    },
  })
  if (isSpent) return <AskAgain isSpent eco={eco} />
  if (email !== null) {
    return (
      <CardPage title="Your password is set">
        <Text role="status">
          Sign in as <strong>{email}</strong> with your new password. Wherever you were signed in before, you
          no longer are.
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
      about="It ends all your sessions; you sign in again with the new one."
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Problem>{problem}</Problem>
          <NewPasswordFields form={form} label="New password" />
          <Button type="submit" loading={isSending} fullWidth>
            Set the password
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

function AskAgain({ isSpent, eco }: { isSpent: boolean; eco?: string }) {
  return (
    <DeadLinkPage
      isSpent={isSpent}
      next="Links for a new password work once and for an hour. Ask for a new one; it makes the earlier ones void."
      action={
        <Button renderRoot={(props) => <Link to="/forgot-password" search={{ eco }} {...props} />} fullWidth>
          Ask for a new link
        </Button>
      }
    />
  )
}
