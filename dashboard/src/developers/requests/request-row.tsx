import { Badge, Code, Table, Text } from '@mantine/core'
import { countText } from '../../shared/coins.ts'
import { CopyableValue } from '../../shared/copyable.tsx'
import { Moment } from '../../shared/moment.tsx'
import { DetailRow } from '../detail-row.tsx'
import { Fact, Facts } from '../facts.tsx'
import type { LoggedRequest } from './queries.ts'

const CALLERS: Record<string, string> = {
  partner: 'Your server',
  person: 'A member of your team',
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
    <Facts>
      {error && <Fact name="What was wrong">{error}</Fact>}
      {errorType && (
        <Fact name="errorType">
          <Code>{errorType}</Code>
        </Fact>
      )}
      {appErrorCode && (
        <Fact name="appErrorCode">
          <Code>{appErrorCode}</Code>
        </Fact>
      )}
      <Fact name="Request id">
        <CopyableValue text={id} what="the request id" />
      </Fact>
      <Fact name="Operation">{operation ?? 'There is no such address in the API'}</Fact>
      <Fact name="By">{callerOf(request)}</Fact>
      <Fact name="From">{address ?? 'Not kept for users'}</Fact>
    </Facts>
  )
}
