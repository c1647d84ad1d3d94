import type { Alarm } from '@laurel/sdk'
import { coinsText, counted, countText } from '../format/coins.ts'
import { dateTimeText } from '../format/time.ts'

const waitingText = ({ waiting }: Alarm) =>
  waiting ? ` – ${counted(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'}` : ''

const timeOf = ({ since }: Alarm) => (since ? dateTimeText(since) : 'an unknown time')

const TEXTS: Record<Alarm['kind'], (alarm: Alarm) => string> = {
  webhook_failing: (alarm) => `has received nothing since ${timeOf(alarm)}${waitingText(alarm)}`,
  webhook_off: (alarm) => `was switched off on ${timeOf(alarm)}${waitingText(alarm)}`,
  budget_low: ({ left }) => `has only ${coinsText(left ?? '0')} left in its budget`,
  budget_gone: () => 'has used up its budget',
  rule_full: () => 'is full: all its places are taken',
  import_refused: (alarm) =>
    `of ${timeOf(alarm)} refused ${counted(alarm.refused ?? 0, 'line')}; see why, and import them again`,
  ledger_drift: (alarm) =>
    `of ${timeOf(alarm)} found amounts that do not add up; ask the operator of the service`,
}

const SUBJECTS: Partial<Record<Alarm['kind'], string>> = {
  import_refused: 'The import',
  ledger_drift: 'The audit',
}

/** What an alarm is about, and what is wrong with it: two parts of one sentence, in the time of the programme. */
export function alarmText(alarm: Alarm): { subject: string; text: string } {
  return { subject: SUBJECTS[alarm.kind] ?? alarm.name ?? 'Something', text: TEXTS[alarm.kind](alarm) }
}

/** "3 alarms", for those who do not see the number. */
export const alarmCountText = (count: number): string =>
  count === 0 ? 'No alarms' : `${countText(count)} ${count === 1 ? 'alarm' : 'alarms'}`
