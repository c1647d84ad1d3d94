import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CardPage } from './card-page.tsx'

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
