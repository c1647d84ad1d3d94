import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiFailure } from '../api/failure.ts'
import { type ServerForm, useServerForm } from '../components/server-form.ts'
import { CardPage } from './card-page.tsx'

/** What the links of mails carry; anyone may have cut them short. */
export type MailedLink = { token: string; eco: string }

export function wholeLink({ token, eco }: Partial<MailedLink>): MailedLink | null {
  return token && eco ? { token, eco } : null
}

/** Whether the service no longer takes the token of a link: it says so in a sentence about the token. */
const isSpent = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 400 && /^(The )?token /i.test(error.message)

/** A form behind a mailed link, which may turn out to be spent when it is sent. */
export function useMailedForm<Values extends Record<string, unknown>>({
  initialValues,
  send,
}: {
  initialValues: Values
  send: (values: Values) => Promise<void>
}): ServerForm<Values> & { isSpent: boolean } {
  const [wasSpent, setSpent] = useState(false)
  const form = useServerForm({
    initialValues,
    send: async (values) => {
      try {
        await send(values)
      } catch (error) {
        if (!isSpent(error)) throw error
        setSpent(true)
      }
    },
  })
  return { ...form, isSpent: wasSpent }
}

/** In place of a page whose mailed link leads nowhere: why, and what to do next. */
export function DeadLinkPage({
  isSpent,
  next,
  action,
}: {
  isSpent: boolean
  next: string
  action?: ReactNode
}) {
  return (
    <CardPage title={isSpent ? 'This link no longer works' : 'This link is not whole'}>
      <Text role="status">
        {isSpent
          ? 'It was used before, has expired, or a newer one took its place.'
          : 'A part of it got lost on the way. Open it again from the mail, or copy all of it.'}
      </Text>
      <Text c="dimmed">{next}</Text>
      {action}
    </CardPage>
  )
}
