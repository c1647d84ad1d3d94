import type { RuleVersion } from '@laurel/sdk'
import { coinsText, coinsTitle, counted, countText } from '../format/coins.ts'
import { expiryText } from '../format/expiry.ts'
import { dateText, zonedText } from '../format/time.ts'
import { conditionText, unitsText } from './condition-text.ts'
import { isForEveryone, typeTitle } from './rule-text.ts'

/** What one version changed; text of both sides. */
export type Change = { label: string; before: string; after: string }

type Terms = Omit<RuleVersion, 'version' | 'createdAt' | 'actor'>

const coinLimit = (limit: string) => (limit === '-1' ? 'none' : coinsText(limit))
const PERIODS: Record<string, string> = {
  total: 'in all',
  day: 'a day',
  week: 'a week',
  month: 'a month',
}
const periodText = (period: string) => PERIODS[period] ?? period

/** How each term is shown, in the order of the form. */
const TEXTS: { [Field in keyof Terms]-?: [label: string | (() => string), text: (terms: Terms) => string] } =
  {
    name: ['Name', ({ name }) => name],
    displayName: ['Shown as', ({ displayName }) => displayName ?? 'none'],
    type: ['Type', ({ type }) => typeTitle(type)],
    status: ['Status', ({ status }) => (status === 'active' ? 'active' : 'paused')],
    archivedAt: ['Archived', ({ archivedAt }) => (archivedAt ? dateText(archivedAt) : 'no')],
    condition: ['Condition', ({ condition }) => condition || 'none'],
    activityType: ['Activity', ({ activityType }) => activityType ?? 'none'],
    when: ['Matches', ({ when }) => conditionText(when)],
    coinValue: [coinsTitle, ({ coinValue }) => coinsText(coinValue)],
    perUnit: ['Pays', ({ perUnit }) => (perUnit ? 'per unit' : 'per payment')],
    unitsFrom: [
      'Units',
      ({ unitsFrom }) => (unitsFrom === null ? 'none' : (unitsText(unitsFrom) ?? unitsFrom)),
    ],
    maxCoinsPerAward: ['Most per award', ({ maxCoinsPerAward }) => coinLimit(maxCoinsPerAward)],
    maxNumberOfParticipant: [
      'People',
      (terms) => (isForEveryone(terms) ? 'no limit' : countText(Number(terms.maxNumberOfParticipant))),
    ],
    completionNumber: ['Awards for one payment', ({ completionNumber }) => completionNumber],
    countPer: ['Counts', ({ countPer }) => (countPer === 'call' ? 'every award' : `once a ${countPer}`)],
    consecutive: ['In a row', ({ consecutive }) => (consecutive ? 'yes' : 'no')],
    userLimitAward: [
      'Payments to one person',
      ({ userLimitAward }) => (userLimitAward === '-1' ? 'no limit' : countText(Number(userLimitAward))),
    ],
    userCoinLimit: ['Most for one person', ({ userCoinLimit }) => coinLimit(userCoinLimit)],
    userLimitPeriod: ['Limits for one person', ({ userLimitPeriod }) => periodText(userLimitPeriod)],
    coinBudget: ['Budget', ({ coinBudget }) => coinLimit(coinBudget)],
    budgetPeriod: ['Period of the budget', ({ budgetPeriod }) => periodText(budgetPeriod)],
    startsAt: ['Starts', ({ startsAt, timeZone }) => (startsAt ? zonedText(startsAt, timeZone) : 'at once')],
    endsAt: ['Ends', ({ endsAt, timeZone }) => (endsAt ? zonedText(endsAt, timeZone) : 'never')],
    timeZone: ['Time zone', ({ timeZone }) => timeZone],
    shownToUsers: ['Shown to members', ({ shownToUsers }) => (shownToUsers ? 'yes' : 'no')],
    priority: ['Priority', ({ priority }) => String(priority)],
    exclusiveGroup: ['Exclusive group', ({ exclusiveGroup }) => exclusiveGroup ?? 'none'],
    pendingDays: [
      'Can be spent',
      ({ pendingDays }) => (pendingDays === 0 ? 'at once' : `after ${counted(pendingDays, 'day')}`),
    ],
    coinExpiry: ['Expire', ({ coinExpiry }) => ruleExpiryText(coinExpiry)],
    rules: ['Sub-rules', ({ rules }) => rules.map(subRuleText).join('; ') || 'none'],
  }

function ruleExpiryText(expiry: Terms['coinExpiry']): string {
  if (expiry === null) return 'as the programme says'
  return expiry === 'never' ? 'never' : expiryText(expiry)
}

const subRuleText = ({ name, condition, status, activityType, when }: Terms['rules'][number]) =>
  `${name} (${[
    condition,
    activityType,
    when === null ? null : conditionText(when),
    status === 'active' ? null : 'paused',
  ]
    .filter(Boolean)
    .join(', ')})`

/** The terms that differ between two versions. */
export function changesBetween(before: Terms, after: Terms): Change[] {
  return Object.entries(TEXTS)
    .filter(([field]) => {
      const name = field as keyof Terms
      return JSON.stringify(before[name]) !== JSON.stringify(after[name])
    })
    .map(([, [label, text]]) => ({
      label: typeof label === 'string' ? label : label(),
      before: text(before),
      after: text(after),
    }))
}
