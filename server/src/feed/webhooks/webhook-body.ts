import { type Static, Type } from 'typebox'
import { Line, OneOf, Prose, readOnlyFields, Uuid, WholeNumber } from '../../http/input/fields.ts'
import type { BodyCheck } from '../../http/input/validation.ts'
import type { OutboundPolicy } from '../../messages/outbound/outbound-policy.ts'
import { calledAddressProblem, webAddressNeeded } from '../../messages/outbound/partner-url.ts'
import { wrong } from '../../runtime/failure.ts'
import { EVENT_TYPES, type EventType } from '../events/event.ts'

const URL_MAX = 2048
const DESCRIPTION_MAX = 200

export const WebhookPath = Type.Object({ id: Uuid({ description: "The webhook's id." }) })

const Address = ({ mode }: OutboundPolicy) =>
  Line(URL_MAX, {
    must: webAddressNeeded(mode),
    description: 'Events are sent here by POST. Must resolve to a public address.',
  })

export const EventTypeField = () => OneOf(EVENT_TYPES, { schemaName: 'EventType' })

const Types = () =>
  Type.Optional(
    Type.Unsafe<EventType[] | null>({
      type: ['array', 'null'],
      items: EventTypeField(),
      minItems: 1,
      maxItems: EVENT_TYPES.length,
      uniqueItems: true,
      must: 'be null or a list of types, each once',
      description: 'The event types to deliver; null for all but activity.recorded.',
    }),
  )

const Description = () =>
  Type.Optional(Prose(DESCRIPTION_MAX, { description: 'A note for your team.', examples: ['Orders'] }))

export const After = () =>
  WholeNumber(0, Number.MAX_SAFE_INTEGER, { description: 'Events after this number are delivered.' })

/** What all operations on webhooks have in common, and those on one webhook. */
export const ON_WEBHOOKS = { tag: 'Webhooks', roles: ['owner', 'manager'] } as const
export const ON_WEBHOOK = { ...ON_WEBHOOKS, params: WebhookPath, failures: ['notFound' as const] }

export function WebhookBody(policy: OutboundPolicy) {
  return Type.Object(
    {
      url: Address(policy),
      description: Description(),
      types: Types(),
      enabled: Type.Optional(Type.Boolean({ must: 'be true or false' })),
      after: Type.Optional(After()),
    },
    {
      schemaName: 'NewWebhook',
      check: checkAddress(policy),
      examples: [
        {
          url: 'https://shop.acme.example/laurel/events',
          description: 'Orders',
          types: ['award.paid', 'award.reversed'],
        },
      ],
    },
  )
}

const READ_ONLY_FIELDS = [
  'id',
  'deliveredUpTo',
  'waiting',
  'failures',
  'failingSince',
  'nextTryAt',
  'switchedOffAt',
  'switchedOffReason',
  'previousSecretUntil',
  'createdAt',
  'updatedAt',
]

export function WebhookChange(policy: OutboundPolicy) {
  return Type.Object(
    {
      url: Type.Optional(Address(policy)),
      description: Description(),
      types: Types(),
      enabled: Type.Optional(Type.Boolean({ must: 'be true or false' })),
      ...readOnlyFields(READ_ONLY_FIELDS),
    },
    { schemaName: 'WebhookChanges', check: checkAddress(policy), examples: [{ enabled: true }] },
  )
}

/** Leaves out the fields that were only sent back. */
export const webhookChanges = ({
  url,
  description,
  types,
  enabled,
}: Static<ReturnType<typeof WebhookChange>>) => ({
  ...(url !== undefined && { url }),
  ...(description !== undefined && { description }),
  ...(types !== undefined && { types }),
  ...(enabled !== undefined && { enabled }),
})

/** Checks the address without resolving its name; each delivery checks the rest. */
function checkAddress(policy: OutboundPolicy): BodyCheck<{ url: string }> {
  return ({ url }) => {
    const problem = url === undefined ? undefined : calledAddressProblem(url, policy)
    return problem ? [wrong('url', problem)] : []
  }
}
