import type { LiveEvent } from '../../event-stream/events.ts'
import { coinsText } from '../../format/coins.ts'

/** The user that an event is about, where there is one. */
export const userOf = ({ data }: LiveEvent): string | undefined =>
  'userId' in data ? data.userId : undefined

/** What happened, in words. */
export function eventWords({ type, data }: LiveEvent): string {
  switch (type) {
    case 'rule.created':
      return `The rule “${data.name}” was created`
    case 'rule.updated':
      return `The rule “${data.name}” was changed`
    case 'user.onboarded':
      return 'A user joined'
    case 'user.left':
      return 'A user left'
    case 'award.paid':
      return `“${data.ruleName}” paid`
    case 'award.counted':
      return `“${data.ruleName}” was counted: ${data.counters.progress} of ${data.counters.completionNumber}`
    case 'award.refused':
      return `“${data.ruleName}” was refused: ${(data.reason ?? '').replaceAll('_', ' ')}`
    case 'award.reversed':
      return `“${data.ruleName}” was taken back`
    case 'coins.transferred':
      return `${coinsText(data.coins)} were transferred to you`
  }
}
