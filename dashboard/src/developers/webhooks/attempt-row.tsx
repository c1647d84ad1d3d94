import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { sentenceOf } from '../../api/failure.ts'
import { CopyableValue } from '../../components/copyable.tsx'
import { Moment } from '../../components/timestamp.tsx'
import { counted, countText } from '../../format/coins.ts'
import { DetailRow } from '../detail-row.tsx'
import { attemptTitle, tellAttempt } from './attempt-words.ts'
import { type Attempt, webhooksQuery } from './queries.ts'

export function AttemptRow({ webhookId, attempt }: { webhookId: string; attempt: Attempt }) {
  const { delivered, status, tookMs, createdAt, events } = attempt
  const title = attemptTitle(attempt)
  return (
    <DetailRow
      columns={5}
      what={title}
      actions={<Redeliver webhookId={webhookId} attempt={attempt} />}
      detail={() => <AttemptDetail attempt={attempt} />}
    >
      <Table.Td>
        <Moment at={createdAt} exact />
      </Table.Td>
      <Table.Td>
        {title}
        {events > 1 && (
          <Text size="xs" c="dimmed">
            {counted(events, 'event')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={delivered ? 'laurel' : 'red'} tt="none" fw={550} miw="max-content">
          {status ?? 'No answer'}, {delivered ? 'taken' : 'not taken'}
        </Badge>
      </Table.Td>
      <Table.Td className="number" data-label="Took">
        {countText(tookMs)} ms
      </Table.Td>
    </DetailRow>
  )
}

function AttemptDetail({ attempt: { error, answer, messageId } }: { attempt: Attempt }) {
  return (
    <Stack gap="xs">
      {error && <Text size="sm">{error}</Text>}
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          webhook-id
        </Text>
        <CopyableValue text={messageId} what="the id of the message" />
      </Group>
      {answer === '' ? (
        <Text size="sm" c="dimmed">
          The answer had no content.
        </Text>
      ) : (
        <Code block>{answer}</Code>
      )}
    </Stack>
  )
}

function Redeliver({ webhookId, attempt }: { webhookId: string; attempt: Attempt }) {
  const queries = useQueryClient()
  const redeliver = useMutation({
    mutationFn: () => {
      const params = { path: { id: webhookId, attemptId: attempt.id } }
      return dataOf(api.POST('/api/v1/laas/webhooks/{id}/attempts/{attemptId}/redeliver', { params }))
    },
    onSuccess: (sent) => {
      tellAttempt(sent)
      return queries.invalidateQueries(webhooksQuery)
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  // A test has no events that could be delivered again.
  if (attempt.firstSeq === null) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={redeliver.isPending}
      onClick={() => redeliver.mutate()}
      aria-label={`Send again: ${attemptTitle(attempt)}`}
    >
      Send again
    </Button>
  )
}
