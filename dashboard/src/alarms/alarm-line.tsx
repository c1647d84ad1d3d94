import './alarms.css'
import type { Alarm } from '@laurel/sdk'
import { UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { useMay } from '../session/roles.ts'
import { alarmText } from './alarm-text.ts'
import { watchAlarms } from './queries.ts'

/** One alarm as a sentence that leads to its cause, with a retry for webhooks. */
export function AlarmLine({ alarm, onChoose }: { alarm: Alarm; onChoose?: () => void }) {
  const { subject, text } = alarmText(alarm)
  const mayRetry = useMay('retryWebhook')
  return (
    <li className="alarm">
      <Cause alarm={alarm} className="alarm-text" onClick={onChoose}>
        <strong title={subject}>
          <bdi>{subject}</bdi>
        </strong>{' '}
        {text}
      </Cause>
      {alarm.webhookId && mayRetry && <RetryNow webhookId={alarm.webhookId} name={subject} />}
    </li>
  )
}

type CauseProps = { className: string; onClick: (() => void) | undefined; children: ReactNode }

/** Webhooks are for owners and managers, so others read the sentence alone. */
function Cause({ alarm: { webhookId, ruleId, importId }, onClick, ...props }: CauseProps & { alarm: Alarm }) {
  const mayRead = useMay('readWebhook')
  const link = { ...props, ...(onClick && { onClick }) }
  if (webhookId)
    return mayRead ? (
      <Link to="/developers/webhooks/$webhookId" params={{ webhookId }} {...link} />
    ) : (
      <span {...props} />
    )
  if (ruleId) return <Link to="/rules/$ruleId" params={{ ruleId }} {...link} />
  return importId ? <Link to="/members/import" {...link} /> : <Link to="/finance" {...link} />
}

function RetryNow({ webhookId, name }: { webhookId: string; name: string }) {
  const retry = useMutation({
    mutationFn: () => laurel.webhooks.retry(webhookId),
    onSuccess: () => {
      notifications.show({ message: `Events are sent to ${name} again. The alarm ends when one arrives.` })
      return watchAlarms()
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  return (
    <UnstyledButton
      className="alarm-retry"
      aria-label={`Retry now: ${name}`}
      disabled={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {retry.isPending ? 'Retrying …' : 'Retry now'}
    </UnstyledButton>
  )
}
