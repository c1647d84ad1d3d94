import type { LoggedRequest } from '@laurel/sdk'
import { Alert, Button, Code, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { IconInfoCircle, IconRefresh, IconReportSearch, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyableValue } from '../components/copyable.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Status } from '../components/status.tsx'
import { Time } from '../components/time.tsx'
import { counted, countText } from '../format/coins.ts'
import { DevelopersFrame } from '../layout/developers-frame.tsx'
import { oneOf } from '../layout/search-params.ts'
import { REQUEST_OUTCOMES, type RequestFilter, requestsQuery } from './queries.ts'

export function RequestLogPage() {
  const filter = useSearch({ from: '/signed-in/developers/requests' })
  const navigate = useNavigate()
  const show = (search: RequestFilter) => void navigate({ to: '/developers/requests', search })
  const query = useInfiniteQuery(requestsQuery(filter))
  return (
    <DevelopersFrame>
      <Group align="flex-end" gap="sm">
        <SegmentedControl
          aria-label="Which requests"
          value={filter.outcome ?? 'all'}
          onChange={(value) => show({ ...filter, outcome: oneOf(value, REQUEST_OUTCOMES) })}
          data={[
            { value: 'all', label: 'All' },
            { value: 'ok', label: 'Succeeded' },
            { value: 'failed', label: 'Failed' },
          ]}
        />
        <FindRequest
          key={filter.requestId ?? ''}
          requestId={filter.requestId ?? ''}
          find={(requestId) => show({ requestId })}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={query.isRefetching}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </Group>
      <LeftOut count={query.data?.pages[0]?.leftOut ?? 0} />
      <CursorList
        query={query}
        rowsOf={({ requests }) => requests}
        empty={<NoRequests filter={filter} show={show} />}
      >
        {(requests) => <RequestTable requests={requests} />}
      </CursorList>
      <Text size="sm" c="dimmed">
        Requests are kept for some days, without bodies, queries and headers, and appear about a second after
        their response. What your team only views in the dashboard is not listed.
      </Text>
    </DevelopersFrame>
  )
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
      {counted(count, 'request')} of the last hour {count === 1 ? 'is' : 'are'} not listed, because too many
      arrived in one second. All of them were served.
    </Alert>
  )
}

function RequestTable({ requests }: { requests: LoggedRequest[] }) {
  return (
    <DataTable
      label="Requests"
      rows={requests}
      keyOf={({ id }) => id}
      detail={(request) => <RequestDetail request={request} />}
      openName={({ method, path }) => `Details of ${method} ${path}`}
      columns={[
        {
          name: 'When',
          cell: ({ createdAt }) => <Time at={createdAt} format="exact" />,
          width: '15%',
          phone: 'more',
        },
        {
          name: 'Request',
          cell: ({ method, path }) => (
            <Code>
              {method} {path}
            </Code>
          ),
          phone: 'title',
        },
        {
          name: 'Status',
          cell: ({ status }) => (
            <Status tone={status < 400 ? 'good' : 'bad'}>
              {status}
              {status >= 400 && ', failed'}
            </Status>
          ),
          width: '12%',
          phone: 'value',
        },
        {
          name: 'Duration',
          cell: ({ durationMs }) => `${countText(durationMs)} ms`,
          isAmount: true,
          width: '10%',
        },
        { name: 'Caller', cell: callerOf, width: '18%', phone: 'aside' },
      ]}
    />
  )
}

function NoRequests({ filter, show }: { filter: RequestFilter; show: (filter: RequestFilter) => void }) {
  const isFiltered = filter.outcome !== undefined || filter.requestId !== undefined
  if (!isFiltered)
    return (
      <EmptyState icon={IconReportSearch} title="No request yet">
        Call the API with one of your tokens, and the request appears here. The quick start under “API keys”
        has an example.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconReportSearch}
      title="No requests found"
      action={
        <Button variant="default" onClick={() => show({})}>
          Show all requests
        </Button>
      }
    >
      {filter.requestId
        ? 'Check the id: it is the X-Request-Id header of a recent response.'
        : 'No recent request has this outcome.'}
    </EmptyState>
  )
}

/** Finds a request by the X-Request-Id of its response. */
function FindRequest({
  requestId,
  find,
}: {
  requestId: string
  find: (requestId: string | undefined) => void
}) {
  const [text, setText] = useState(requestId)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        find(text.trim() || undefined)
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label="Request id"
          placeholder="Request id"
          leftSection={<IconSearch size={16} aria-hidden />}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          w={{ base: 200, sm: 330 }}
        />
        <Button type="submit" variant="default">
          Find
        </Button>
      </Group>
    </form>
  )
}

const CALLERS: Record<string, string> = {
  client: 'Your server',
  team: 'A member of your team',
  user: 'One of your users',
}

const callerOf = ({ by, caller }: LoggedRequest) => by ?? CALLERS[caller] ?? caller

function RequestDetail({ request }: { request: LoggedRequest }) {
  const { id, operation, address, error, errorType, appErrorCode } = request
  return (
    <DescriptionList
      phoneCols={1}
      items={{
        ...(error && { Error: <Code>{error}</Code> }),
        ...(errorType && { 'Error type': <Code>{errorType}</Code> }),
        ...(appErrorCode && { 'Error code': <Code>{appErrorCode}</Code> }),
        'Request id': <CopyableValue text={id} what="the request id" />,
        Operation: operation ? <Code>{operation}</Code> : 'Unknown path',
        Caller: callerOf(request),
        From: address ?? 'Not stored for users',
      }}
    />
  )
}
