import type { WebhookAttempt } from '@laurel/sdk'
import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { laurel, PATIENT } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { Card } from '../components/card.tsx'
import { CopyableValue } from '../components/copyable.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { ExpandableRow } from '../components/expandable-row.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { counted, countText } from '../format/coins.ts'
import { attemptTitle, notifyAttempt } from './attempt-text.ts'
import { attemptsQuery, webhooksQuery } from './queries.ts'

export function AttemptsCard({ webhookId }: { webhookId: string }) {
  const query = useInfiniteQuery(attemptsQuery(webhookId))
  return (
    <Card title="Deliveries" description="Recent deliveries, with the responses of your server.">
      <CursorList
        query={query}
        rowsOf={({ attempts }) => attempts}
        empty={
          <Text size="sm" c="dimmed">
            No deliveries yet. Send a test, or wait for the next event.
          </Text>
        }
      >
        {(attempts) => (
          <Table className="log" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>Response</Table.Th>
                <Table.Th className="number">Duration</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {attempts.map((attempt) => (
                <AttemptRow key={attempt.id} webhookId={webhookId} attempt={attempt} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </CursorList>
    </Card>
  )
}

function AttemptRow({ webhookId, attempt }: { webhookId: string; attempt: WebhookAttempt }) {
  const { delivered, status, tookMs, createdAt, events } = attempt
  const title = attemptTitle(attempt)
  return (
    <ExpandableRow
      columns={5}
      what={title}
      actions={<Redeliver webhookId={webhookId} attempt={attempt} />}
      detail={() => <AttemptDetail attempt={attempt} />}
    >
      <Table.Td>
        <Timestamp at={createdAt} exact />
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
          {status ?? 'No response'}, {delivered ? 'delivered' : 'failed'}
        </Badge>
      </Table.Td>
      <Table.Td className="number" data-label="Duration">
        {countText(tookMs)} ms
      </Table.Td>
    </ExpandableRow>
  )
}

function AttemptDetail({ attempt: { error, answer, messageId } }: { attempt: WebhookAttempt }) {
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
          The response was empty.
        </Text>
      ) : (
        <Code block>{answer}</Code>
      )}
    </Stack>
  )
}

function Redeliver({ webhookId, attempt }: { webhookId: string; attempt: WebhookAttempt }) {
  const queryClient = useQueryClient()
  const redeliver = useMutation({
    mutationFn: () => laurel.webhooks.redeliver(webhookId, attempt.id, PATIENT),
    onSuccess: (sent) => {
      notifyAttempt(sent)
      return queryClient.invalidateQueries(webhooksQuery)
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  // A test has no events to deliver again.
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
