import type { LiveEvent } from '../event-stream/events.ts'
import { endText } from '../format/coin-times.ts'
import { coinsText } from '../format/coins.ts'

/** Says what an event is about, in one sentence. */
export function eventText({ type, data }: LiveEvent): string {
  switch (type) {
    case 'rule.created':
      return `The rule “${data.name}” was created`
    case 'rule.updated':
      return `The rule “${data.name}” was changed`
    case 'rule.started':
      return `The rule “${data.name}” started`
    case 'rule.ended':
      return `The rule “${data.name}” ended`
    case 'rule.exhausted':
      return `The budget of “${data.name}” is used up`
    case 'rule.full':
      return `The rule “${data.name}” is full`
    case 'user.onboarded':
      return 'A member joined'
    case 'user.updated':
      return data.attributes.length === 0
        ? 'Attributes of a member changed'
        : `Attributes of a member changed: ${data.attributes.join(', ')}`
    case 'user.left':
      return 'A member left'
    case 'user.claimed':
      return 'A member claimed the membership'
    case 'user.erased':
      return 'A member was erased'
    case 'award.paid':
      return `“${data.ruleName}” paid ${coinsText(data.coins)}`
    case 'award.counted':
      return `“${data.ruleName}” was counted: ${data.counters.progress} of ${data.counters.completionNumber}`
    case 'award.refused':
      return `“${data.ruleName}” was refused: ${words(data.reason)}`
    case 'award.reversed':
      return `${coinsText(data.coins)} of “${data.ruleName}” were reversed`
    case 'reversal.refused':
      return `A reversal of “${data.ruleName}” was refused: ${words(data.reason)}`
    case 'coins.transferred':
      return `${coinsText(data.coins)} were transferred to you`
    case 'transfer.refused':
      return `A transfer of ${coinsText(data.coins)} was refused: ${words(data.reason)}`
    case 'coins.refunded':
      return `${coinsText(data.coins)} were refunded`
    case 'refund.refused':
      return `A refund was refused: ${words(data.reason)}`
    case 'coins.adjusted':
      return `${coinsText(data.coins)} were ${data.debitOrCredit === 'CR' ? 'added' : 'taken'} by hand`
    case 'adjustment.refused':
      return `An adjustment was refused: ${words(data.reason)}`
    case 'coins.settled':
      return `${coinsText(data.coins)} of what the member owes were settled`
    case 'coins.opened':
      return `A wallet was opened with ${coinsText(data.coins)}`
    case 'coins.expiring':
      return `${coinsText(data.coins)} of a member will expire ${endText(data.expiresAt)}`
    case 'coins.expired':
      return `${coinsText(data.coins)} expired`
    case 'coins.held':
      return `${coinsText(data.coins)} were held for a checkout`
    case 'hold.extended':
      return `A hold of ${coinsText(data.coins)} was extended`
    case 'hold.released':
      return `A hold of ${coinsText(data.coins)} was released`
    case 'hold.expired':
      return `The time of a hold of ${coinsText(data.coins)} is over`
    case 'hold.refused':
      return `A call on a hold was refused: ${words(data.reason)}`
    case 'activity.recorded':
      return `The activity “${data.type}” was recorded`
    case 'order.returned':
      return `${data.share} of the order ${data.reference} was returned`
    case 'return.refused':
      return `A return of the order ${data.reference} was refused: ${words(data.reason)}`
  }
}

const words = (reason: string | null) => (reason ?? '').replaceAll('_', ' ')
