import { Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { CursorList } from '../../components/cursor-list.tsx'
import { AttemptRow } from './attempt-row.tsx'
import { attemptsQuery } from './queries.ts'

/** What was sent and what came back, the newest first. */
export function AttemptsCard({ webhookId }: { webhookId: string }) {
  const query = useInfiniteQuery(attemptsQuery(webhookId))
  return (
    <Card title="Deliveries" about="What was sent in the last 30 days, and what your server answered.">
      <CursorList
        query={query}
        rowsOf={({ attempts }) => attempts}
        empty={
          <Text size="sm" c="dimmed">
            Nothing was sent yet. Send a test, or wait for the next event.
          </Text>
        }
      >
        {(attempts) => (
          <Table className="log" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>Answer</Table.Th>
                <Table.Th className="number">Took</Table.Th>
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
