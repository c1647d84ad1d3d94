import { Code, Table } from '@mantine/core'
import { CopyableBlock } from '../../components/copyable.tsx'
import { Moment } from '../../components/timestamp.tsx'
import type { LiveEvent } from '../../event-stream/events.ts'
import { countText } from '../../format/coins.ts'
import { UserLink } from '../../members/member-link.tsx'
import { DetailRow } from '../detail-row.tsx'
import { eventWords, userOf } from './event-words.ts'

/** One event: what happened in words, and what webhooks and streams are told of it when it is opened. */
export function EventRow({ event, name }: { event: LiveEvent; name: string }) {
  const userId = userOf(event)
  return (
    <DetailRow
      columns={6}
      what={`event ${event.seq}`}
      detail={() => (
        <CopyableBlock text={JSON.stringify(event, null, 2)} what={`event ${event.seq} as JSON`} />
      )}
    >
      <Table.Td className="number" data-label="Event">
        {countText(event.seq)}
      </Table.Td>
      <Table.Td>
        <Moment at={event.createdAt} exact />
      </Table.Td>
      <Table.Td>
        <Code>{event.type}</Code>
      </Table.Td>
      <Table.Td>{eventWords(event)}</Table.Td>
      <Table.Td>{userId && <UserLink userId={userId}>{name}</UserLink>}</Table.Td>
    </DetailRow>
  )
}
