import type { BacktestResult, ConditionTrial } from '@laurel/sdk'
import { coinsText, counted, countText } from '../format/coins.ts'
import { refusalText } from '../format/sentences.ts'

/** "Would have paid 1,240 coins to 87 people." */
export function costText({ coins, participants, activities }: BacktestResult): string {
  if (activities === 0) return 'No such activity arrived, so it would have paid nothing.'
  return coins === '0'
    ? 'Would have paid nothing.'
    : `Would have paid ${coinsText(coins)} to ${participants === 1 ? '1 person' : `${countText(participants)} people`}.`
}

/** What else is to say about it, one sentence each. */
export function detailTexts({
  activities,
  matched,
  failed,
  unreadable,
  paid,
  counted: count,
  refused,
  notes,
}: BacktestResult): string[] {
  if (activities === 0) return []
  const led = [
    ...(paid > 0 ? [`${countText(paid)} paid`] : []),
    ...(count > 0 ? [`${countText(count)} counted`] : []),
    ...refused.map(
      ({ reason, count }) => `${countText(count)} refused (${refusalText(reason).toLowerCase()})`,
    ),
  ]
  return [
    `Of ${activities === 1 ? '1 activity' : `${countText(activities)} activities`}, ${countText(matched)} ${matched === 1 ? 'matches' : 'match'}${led.length > 0 ? `: ${led.join(', ')}` : ''}.`,
    ...(failed > 0
      ? [
          `For ${counted(failed, 'time')} the conditions could not be evaluated, such as for a property that is missing.`,
        ]
      : []),
    ...(unreadable > 0 ? [`${countText(unreadable)} could not be read any more.`] : []),
    ...notes.flatMap(({ code }) => NOTES[code] ?? []),
  ]
}

/** "Of the latest 100, 31 match; 2 could not be evaluated." */
export function trialText({ activities, matched, failed, unreadable }: ConditionTrial): string {
  if (activities === 0) return 'No such activity arrived yet.'
  const more = [
    ...(failed > 0 ? [`${countText(failed)} could not be evaluated`] : []),
    ...(unreadable > 0 ? [`${countText(unreadable)} could not be read any more`] : []),
  ]
  const sentence =
    activities === 1
      ? `The only one ${matched === 1 ? 'matches' : 'does not match'}`
      : `Of the latest ${countText(activities)}, ${matched === 0 ? 'none matches' : `${countText(matched)} ${matched === 1 ? 'matches' : 'match'}`}`
  return `${[sentence, ...more].join('; ')}.`
}

/** What makes the figures an estimate. A new rule and an earlier version have most of them, so those are left out. */
const NOTES: Partial<Record<string, string>> = {
  awarded_by_name: 'Awards by name are not in it.',
  exclusive_group: 'Other rules of its group are not in it.',
  reversed: 'Nothing is reversed in it.',
  member_limit: 'The limit over all rules is not in it.',
  balance_limit: 'A wallet would have been too full for a payment.',
  newest_only: 'Only the newest activities were tried.',
}
