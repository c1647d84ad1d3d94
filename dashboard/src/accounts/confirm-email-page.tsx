import { Button, Stack, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import type { DataOf } from '../api/types.ts'
import { FormError } from '../components/error-alert.tsx'
import { CardPage } from './card-page.tsx'
import { completeLink, InvalidLinkPage, type MailedLink, useMailedLinkForm } from './mailed-link.tsx'

type Confirmed = DataOf<'confirmEmail'>

/** Asks for a click, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const link = completeLink(useSearch({ from: '/confirm-email' }))
  return link ? <ConfirmForm {...link} /> : <AskAgain isExpired={false} />
}

function ConfirmForm({ token, eco }: MailedLink) {
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const { submit, isSending, formError, isExpired } = useMailedLinkForm({
    initialValues: {},
    send: async () => {
      const confirm = { params: { path: { eco } }, body: { token } }
      setConfirmed(await dataOf(api.POST('/api/v1/{eco}/partners/me/email/confirm', confirm)))
    },
  })
  if (isExpired) return <AskAgain isExpired />
  if (confirmed) return <ConfirmationResult {...confirmed} />
  return (
    <CardPage
      title="ConfirmDialog your e-mail address"
      description="Your account is to change its address. That happens once both the old and the new one are confirmed."
    >
      <form onSubmit={submit}>
        <Stack>
          <FormError>{formError}</FormError>
          <Button type="submit" loading={isSending} fullWidth>
            ConfirmDialog this address
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

function ConfirmationResult({ address, changed }: Confirmed) {
  if (!changed) {
    const other = address === 'new' ? 'the address that you have used so far' : 'the new address'
    return (
      <CardPage title="One of two is confirmed">
        <Text role="status">
          Now open the mail that went to {other}, and confirm there too. Until then nothing changes.
        </Text>
      </CardPage>
    )
  }
  return (
    <CardPage title="Your address is changed">
      <Text role="status">Both are confirmed. From now on you sign in with the new address.</Text>
      <Button component={Link} to="/" fullWidth>
        To the dashboard
      </Button>
    </CardPage>
  )
}

function AskAgain({ isExpired }: { isExpired: boolean }) {
  return (
    <InvalidLinkPage
      isExpired={isExpired}
      next="Each of the two links works once and for a day. If your address has not changed yet, ask for the change again in the settings of your account."
      action={
        <Button component={Link} to="/settings" variant="default" fullWidth>
          To your account
        </Button>
      }
    />
  )
}
