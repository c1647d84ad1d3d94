import { Badge, Code, Table, Text } from '@mantine/core'
import { countText } from '../../shared/coins.ts'
import { CopyableValue } from '../../shared/copyable.tsx'
import { Facts } from '../../shared/facts.tsx'
import { Moment } from '../../shared/moment.tsx'
import { DetailRow } from '../detail-row.tsx'
import type { LoggedRequest } from './queries.ts'

const CALLERS: Record<string, string> = {
  client: 'Your server',
  team: 'A member of your team',
  user: 'A user of yours',
}

export function RequestRow({ request }: { request: LoggedRequest }) {
  const { method, path, status, durationMs, createdAt } = request
  return (
    <DetailRow columns={6} what={`${method} ${path}`} detail={() => <RequestDetail request={request} />}>
      <Table.Td>
        <Moment at={createdAt} exact />
      </Table.Td>
      <Table.Td>
        <Code>
          {method} {path}
        </Code>
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={status < 400 ? 'laurel' : 'red'} tt="none" fw={550} miw="max-content">
          {status}
          {status >= 400 && ', failed'}
        </Badge>
      </Table.Td>
      <Table.Td className="number" data-label="Took">
        {countText(durationMs)} ms
      </Table.Td>
      <Table.Td data-label="By">
        <Text span size="sm" truncate maw={180} display="inline-block" style={{ verticalAlign: 'bottom' }}>
          {callerOf(request)}
        </Text>
      </Table.Td>
    </DetailRow>
  )
}

const callerOf = ({ by, caller }: LoggedRequest) => by ?? CALLERS[caller] ?? caller

function RequestDetail({ request }: { request: LoggedRequest }) {
  const { id, operation, address, error, errorType, appErrorCode } = request
  return (
    <Facts
      phoneCols={1}
      facts={{
        ...(error && { 'What was wrong': error }),
        ...(errorType && { errorType: <Code>{errorType}</Code> }),
        ...(appErrorCode && { appErrorCode: <Code>{appErrorCode}</Code> }),
        'Request id': <CopyableValue text={id} what="the request id" />,
        Operation: operation ?? 'There is no such address in the API',
        By: callerOf(request),
        From: address ?? 'Not kept for users',
      }}
    />
  )
}
