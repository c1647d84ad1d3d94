import type { ConfirmEmailResult } from '@laurel/sdk'
import { Button, Stack, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { visitor } from '../api/laurel.ts'
import { FormError } from '../components/error-alert.tsx'
import { CardPage } from './card-page.tsx'
import { completeLink, InvalidLinkPage, type MailedLink, useMailedLinkForm } from './mailed-link.tsx'

/** Asks for a click, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const link = completeLink(useSearch({ from: '/confirm-email' }))
  return link ? <ConfirmForm {...link} /> : <AskAgain isExpired={false} />
}

function ConfirmForm({ token, eco }: MailedLink) {
  const [confirmed, setConfirmed] = useState<ConfirmEmailResult | null>(null)
  const { submit, isSending, formError, isExpired } = useMailedLinkForm({
    initialValues: {},
    send: async () => {
      setConfirmed(await visitor(eco).account.confirmEmail({ token }))
    },
  })
  if (isExpired) return <AskAgain isExpired />
  if (confirmed) return <ConfirmationResult {...confirmed} />
  return (
    <CardPage
      title="Confirm your e-mail address"
      description="Your account gets its new address once you confirm both the old and the new one."
    >
      <form onSubmit={submit}>
        <Stack>
          <FormError>{formError}</FormError>
          <Button type="submit" loading={isSending} fullWidth>
            Confirm this address
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

function ConfirmationResult({ address, changed }: ConfirmEmailResult) {
  if (!changed) {
    const other = address === 'new' ? 'your current address' : 'the new address'
    return (
      <CardPage title="One of two addresses is confirmed">
        <Text role="status">
          Now confirm in the mail that we sent to {other}. Until then nothing changes.
        </Text>
      </CardPage>
    )
  }
  return (
    <CardPage title="Your address has changed">
      <Text role="status">Sign in with the new address from now on.</Text>
      <Button component={Link} to="/" fullWidth>
        Go to the dashboard
      </Button>
    </CardPage>
  )
}

function AskAgain({ isExpired }: { isExpired: boolean }) {
  return (
    <InvalidLinkPage
      isExpired={isExpired}
      next="Each of the two links works once, for one day. If your address has not changed yet, request the change again in your account settings."
      action={
        <Button component={Link} to="/settings/account" variant="default" fullWidth>
          Go to your account
        </Button>
      }
    />
  )
}
