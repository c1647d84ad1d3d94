import type { WebhookAttempt } from '@laurel/sdk'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { laurel, PATIENT } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { CopyableValue } from '../components/copyable.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Section } from '../components/section.tsx'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { counted, countText } from '../format/coins.ts'
import { attemptTitle, notifyAttempt } from './attempt-text.ts'
import { attemptsQuery, webhooksQuery } from './queries.ts'

export function AttemptsCard({ webhookId }: { webhookId: string }) {
  const query = useInfiniteQuery(attemptsQuery(webhookId))
  return (
    <Section title="Deliveries">
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
          <DataTable
            label="Deliveries"
            rows={attempts}
            keyOf={({ id }) => id}
            detail={(attempt) => <AttemptDetail attempt={attempt} />}
            openName={(attempt) => `Details of ${attemptTitle(attempt)}`}
            columns={[
              {
                name: 'What',
                cell: (attempt) => (
                  <>
                    {attemptTitle(attempt)}
                    {attempt.events > 1 && <span className="quiet"> {counted(attempt.events, 'event')}</span>}
                  </>
                ),
                phone: 'title',
              },
              {
                name: 'Response',
                cell: ({ delivered, status }) => (
                  <Status tone={delivered ? 'good' : 'bad'}>
                    {status ?? 'No response'}, {delivered ? 'delivered' : 'failed'}
                  </Status>
                ),
                width: '20%',
                phone: 'value',
              },
              {
                name: 'Duration',
                cell: ({ tookMs }) => `${countText(tookMs)} ms`,
                isAmount: true,
                width: '10%',
              },
              {
                name: 'When',
                cell: ({ createdAt }) => <Time at={createdAt} format="exact" />,
                isAmount: true,
                width: '16%',
                phone: 'more',
              },
              {
                name: 'Actions',
                isNameHidden: true,
                cell: (attempt) => <Redeliver webhookId={webhookId} attempt={attempt} />,
                isAmount: true,
                width: 104,
                phone: 'aside',
              },
            ]}
          />
        )}
      </CursorList>
    </Section>
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
