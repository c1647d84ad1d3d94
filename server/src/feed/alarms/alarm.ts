import { type Coins, formatCoins } from '../../programme/ledger/coin.ts'

export const ALARM_KINDS = [
  'webhook_failing',
  'webhook_off',
  'budget_low',
  'budget_gone',
  'rule_full',
  'import_refused',
  'ledger_drift',
] as const

/** Something that a partner's team should see to. It lasts as long as its cause. */
export type Alarm =
  | { kind: 'webhook_failing' | 'webhook_off'; id: string; name: string; since: Date; waiting: bigint }
  | { kind: 'budget_low' | 'budget_gone'; id: string; name: string; left: Coins; budget: Coins }
  | { kind: 'rule_full'; id: string; name: string }
  | { kind: 'import_refused'; id: string; since: Date; refused: number; lines: number }
  | { kind: 'ledger_drift'; id: string; since: Date }

/** Tells alarms apart while they last. */
export const keyOf = ({ kind, id }: Alarm): string => `${kind} ${id}`

const waitingText = (waiting: bigint) =>
  waiting === 1n ? '1 event waits' : `${waiting.toLocaleString('en')} events wait`

const timeText = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What is wrong, in one sentence. */
export function sentenceOf(alarm: Alarm): string {
  switch (alarm.kind) {
    case 'webhook_failing':
      return `The webhook "${alarm.name}" has received nothing since ${timeText(alarm.since)}; ${waitingText(alarm.waiting)}.`
    case 'webhook_off':
      return `The webhook "${alarm.name}" was switched off on ${timeText(alarm.since)}; ${waitingText(alarm.waiting)}.`
    case 'budget_low':
      return `The budget of the rule "${alarm.name}" has ${formatCoins(alarm.left)} of ${formatCoins(alarm.budget)} left.`
    case 'budget_gone':
      return `The budget of the rule "${alarm.name}" is used up.`
    case 'rule_full':
      return `All places of the rule "${alarm.name}" are taken.`
    case 'import_refused':
      return `An import refused ${alarm.refused.toLocaleString('en')} of ${alarm.lines.toLocaleString('en')} lines.`
    case 'ledger_drift':
      return `The audit of ${timeText(alarm.since)} found amounts that do not add up; ask the operator of the service.`
  }
}
