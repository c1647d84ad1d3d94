import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { ApiEvent } from './events.ts'
import { type MemberLimit, Model, type Outcome } from './model.ts'
import type { Attributes } from './model-conditions.ts'
import { hundredths, isAward, isPhase, isTransaction, millionths, modelEvent, termsOf } from './model-wire.ts'

/** A change of the partner's settings, which are no events. */
export type SettingChange = { afterSeq: number; change: Partial<MemberLimit> }

/** Events name the attributes that changed, not their values. */
export type AttributeChange = Record<string, Attributes[string] | null>

type Beside = { settings: SettingChange[]; attributes: AttributeChange[] }

/**
 * Reads the events of a partner from 1 into an empty model, which decides everything again. It must decide the
 * same, and tell the same events. Users have the names that `userOf` gives them.
 */
export function replay(
  events: ApiEvent[],
  userOf: (userId: string) => string | undefined,
  { settings, attributes }: Beside = { settings: [], attributes: [] },
): Model {
  const model = new Model()
  const changes = [...settings]
  const attributeChanges = [...attributes]
  /** Until this event everything follows from an activity. */
  let ledToUntil = 0
  const awardIds: string[] = []
  const transactionIds: string[] = []
  for (const event of events) {
    model.now = Date.parse(event.createdAt)
    while (changes[0] && changes[0].afterSeq < event.seq)
      model.setLimit((changes.shift() as SettingChange).change)
    if (isAward(event)) awardIds.push(event.data.id)
    if (isTransaction(event)) transactionIds.push(event.data.id)
    if (event.seq <= ledToUntil) continue
    if (event.type === 'activity.recorded') ledToUntil = event.data.lastSeq
    const attributeChange = event.type === 'user.updated' ? attributeChanges.shift() : undefined
    const outcome = again(model, event, {
      user: userOf(event.data.userId) ?? '',
      awardIds,
      transactionIds,
      attributeChange,
    })
    assert(
      outcome === undefined || outcome.kind === (event.type.endsWith('.refused') ? 'refused' : 'done'),
      `${event.seq} ${event.type}: ${inspect(outcome)}`,
    )
  }
  assert.deepEqual(
    model.events,
    events.filter((event) => !isPhase(event)).map((event) => modelEvent(event, { userOf, transactionIds })),
  )
  return model
}

type Known = {
  user: string
  awardIds: string[]
  transactionIds: string[]
  attributeChange: AttributeChange | undefined
}

/** Does again what an event tells, unless it follows from another event. */
function again(model: Model, { type, data }: ApiEvent, known: Known): Outcome | undefined {
  const { user, awardIds, transactionIds } = known
  const coins = () => hundredths(data.coins)
  if (data.returnId) return
  switch (type) {
    case 'user.onboarded':
      model.join(user)
      return
    case 'user.left':
      return model.leave(user)
    case 'user.updated':
      return model.setAttributes(user, known.attributeChange ?? {})
    case 'activity.recorded': {
      const { reference, properties } = data
      const occurredAt = Date.parse(data.occurredAt)
      return model.activity({ user, type: data.type, reference, properties, occurredAt, enrols: false })
    }
    case 'rule.created':
      return model.createRule(termsOf(data))
    case 'rule.updated':
      return model.changeRule(data.name, termsOf(data))
    case 'award.paid':
    case 'award.counted':
    case 'award.refused': {
      const { ruleName, reference } = data
      const units = data.units === null ? null : millionths(data.units)
      return model.award({ user, ruleName, units, reference })
    }
    case 'award.reversed':
    case 'reversal.refused': {
      const shortfall = Number(data.owed) > 0 ? 'owe' : Number(data.writtenOff) > 0 ? 'available' : 'refuse'
      return model.reverse(awardIds.indexOf(data.id), coins(), shortfall)
    }
    case 'coins.transferred':
    case 'transfer.refused':
      return model.transfer(user, coins(), data.reference)
    case 'coins.refunded':
    case 'refund.refused':
      return model.refund(transactionIds.indexOf(data.originalId), coins())
    case 'coins.adjusted':
    case 'adjustment.refused':
      return model.adjust(user, data.debitOrCredit === 'CR' ? coins() : -coins(), data.reference)
    case 'order.returned':
    case 'return.refused':
      return model.returnOrder(data.reference, millionths(data.share), data.shortfall)
    default:
      return
  }
}
