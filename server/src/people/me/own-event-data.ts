import { type TObject, type TSchema, Type } from 'typebox'
import type { Event } from '../../feed/events/event.ts'
import { EVENT_EXAMPLES, EventData, eventData } from '../../feed/events/event-data.ts'
import { USER_EVENT_TYPES } from '../../feed/events/event-queries.ts'

/** Users see these fields of their events: no actors, addresses, metadata, other users or partner data. */
const SHOWN = [
  'id',
  'userId',
  'ruleId',
  'ruleName',
  'awarded',
  'note',
  'reason',
  'retryAt',
  'units',
  'reversalId',
  'debitOrCredit',
  'transactionType',
  'narration',
  'originalId',
  'coins',
  'taken',
  'fromExpired',
  'owed',
  'writtenOff',
  'left',
  'balance',
  'points',
  'reference',
  'holdId',
  'availableAt',
  'expiresAt',
]
const SHOWN_COUNTERS = [
  'progress',
  'completionNumber',
  'userAwards',
  'userLimitAward',
  'userCoins',
  'userCoinLimit',
]

export function ownEventData(event: Event) {
  const envelope = eventData(event)
  const { counters, ...all } = event.data as Record<string, unknown>
  // Why an award was reversed is for the partner's team.
  const data = event.type === 'award.reversed' || event.type === 'reversal.refused' ? withoutReason(all) : all
  return { ...envelope, data: { ...pick(data, SHOWN), ...pick((counters ?? {}) as object, SHOWN_COUNTERS) } }
}

const withoutReason = (data: Record<string, unknown>) => ({ ...data, narration: null })

const pick = (from: object, names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

type Named = { schemaName: string }

/** The data of every event that concerns the coins of one user. */
export const OwnEventData = Type.Union(
  EventData.anyOf
    .filter(({ properties }) => USER_EVENT_TYPES.includes(properties.type.const))
    .map(ownEventSchema),
  { schemaName: 'OwnEvent', discriminatedBy: 'type' },
)

function ownEventSchema(event: (typeof EventData.anyOf)[number]): TObject {
  const { schemaName, examples } = event as unknown as Named & { examples: EventExample[] }
  return Type.Object(
    {
      ...event.properties,
      seq: Type.Integer({
        description: 'The sequence number of the event with the partner; yours have gaps.',
      }),
      data: ownDataSchema(event.properties.data),
    },
    { schemaName: `Own${schemaName}`, keepsExamples: true, examples: examples.map(ownExample) },
  )
}

function ownDataSchema(data: TSchema): TObject {
  const { schemaName, properties } = data as TObject & Named
  const { counters, ...fields } = properties as Record<string, TSchema>
  return Type.Object(
    { ...pick(fields, SHOWN), ...pick((counters as TObject | undefined)?.properties ?? {}, SHOWN_COUNTERS) },
    { schemaName: `Own${schemaName}` },
  )
}

type EventExample = { seq: number; type: string; createdAt: string; data: unknown }

function ownExample(event: EventExample) {
  return ownEventData({ ...event, seq: BigInt(event.seq), createdAt: new Date(event.createdAt) } as Event)
}

export const OWN_EVENT_EXAMPLES = EVENT_EXAMPLES.filter(({ type }) => type === 'award.paid').map(ownExample)
