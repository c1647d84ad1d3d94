import { LaurelError } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type ServerForm, useServerForm } from '../components/server-form.ts'
import { CardPage } from './card-page.tsx'

/** The query of a mailed link. */
export type MailedLink = { token: string; eco: string }

export function completeLink({ token, eco }: Partial<MailedLink>): MailedLink | null {
  return token && eco ? { token, eco } : null
}

/** These forms send a token and fields, so a failure that names no other field is about the token. */
export const isAboutToken = (error: unknown): boolean =>
  error instanceof LaurelError && error.status === 400 && error.fields.every(({ field }) => field === 'token')

/** A form behind a mailed link. The service reports an expired link only when the form is sent. */
export function useMailedLinkForm<Values extends Record<string, unknown>>({
  initialValues,
  send,
}: {
  initialValues: Values
  send: (values: Values) => Promise<void>
}): ServerForm<Values> & { isExpired: boolean } {
  const [isExpired, setExpired] = useState(false)
  const form = useServerForm({
    initialValues,
    send: async (values) => {
      try {
        await send(values)
      } catch (error) {
        if (!isAboutToken(error)) throw error
        setExpired(true)
      }
    },
  })
  return { ...form, isExpired }
}

/** Explains why a mailed link does not work and what to do next. */
export function InvalidLinkPage({
  isExpired,
  next,
  action,
}: {
  isExpired: boolean
  next: string
  action?: ReactNode
}) {
  return (
    <CardPage title={isExpired ? 'This link no longer works' : 'This link is incomplete'}>
      <Text role="status">
        {isExpired
          ? 'It was used, has expired, or was replaced by a newer link.'
          : 'A part of it is missing. Open it from the mail again, or copy the whole link.'}
      </Text>
      <Text c="dimmed">{next}</Text>
      {action}
    </CardPage>
  )
}
