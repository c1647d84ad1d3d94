import type { WebhookAttempt } from '@laurel/sdk'
import { notifications } from '@mantine/notifications'
import { countText } from '../format/coins.ts'

const KINDS: Record<string, string> = { delivery: 'Delivery', redelivery: 'Redelivery', test: 'Test' }

/** "Redelivery of events 3 to 7". */
export function attemptTitle({ kind, firstSeq, lastSeq }: WebhookAttempt): string {
  const name = KINDS[kind] ?? kind
  if (firstSeq === null || lastSeq === null) return name
  const range =
    firstSeq === lastSeq
      ? `event ${countText(firstSeq)}`
      : `events ${countText(firstSeq)} to ${countText(lastSeq)}`
  return `${name} of ${range}`
}

export function notifyAttempt(attempt: WebhookAttempt): void {
  const { delivered, status, error, tookMs } = attempt
  notifications.show(
    delivered
      ? { message: `Delivered: ${status} in ${countText(tookMs)} ms.` }
      : { color: 'red', message: `Delivery failed. ${error}` },
  )
}
