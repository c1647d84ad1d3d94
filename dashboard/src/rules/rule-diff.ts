import type { RuleVersion } from '@laurel/sdk'
import { coinsText, countText } from '../format/coins.ts'
import { zonedText } from '../format/time.ts'
import { typeTitle } from './rule-text.ts'

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
const TEXTS: { [Field in keyof Terms]-?: [label: string, text: (terms: Terms) => string] } = {
  name: ['Name', ({ name }) => name],
  displayName: ['Name for people', ({ displayName }) => displayName ?? 'none'],
  type: ['Type', ({ type }) => typeTitle(type)],
  status: ['Status', ({ status }) => status],
  condition: ['Condition', ({ condition }) => condition || 'none'],
  coinValue: ['Coins', ({ coinValue }) => coinsText(coinValue)],
  perUnit: ['Pays', ({ perUnit }) => (perUnit ? 'per unit' : 'per payment')],
  maxCoinsPerAward: ['Most per award', ({ maxCoinsPerAward }) => coinLimit(maxCoinsPerAward)],
  maxNumberOfParticipant: [
    'Participants',
    ({ maxNumberOfParticipant }) => countText(Number(maxNumberOfParticipant)),
  ],
  completionNumber: ['Awards for one payment', ({ completionNumber }) => completionNumber],
  userLimitAward: [
    'Payments per user',
    ({ userLimitAward }) => (userLimitAward === '-1' ? 'no limit' : countText(Number(userLimitAward))),
  ],
  userCoinLimit: ['Most for one user', ({ userCoinLimit }) => coinLimit(userCoinLimit)],
  userLimitPeriod: ['Limits per user', ({ userLimitPeriod }) => periodText(userLimitPeriod)],
  coinBudget: ['Budget', ({ coinBudget }) => coinLimit(coinBudget)],
  budgetPeriod: ['Period of the budget', ({ budgetPeriod }) => periodText(budgetPeriod)],
  startsAt: ['Starts', ({ startsAt, timeZone }) => (startsAt ? zonedText(startsAt, timeZone) : 'at once')],
  endsAt: ['Ends', ({ endsAt, timeZone }) => (endsAt ? zonedText(endsAt, timeZone) : 'never')],
  timeZone: ['Time zone', ({ timeZone }) => timeZone],
  shownToUsers: ['Shown to users', ({ shownToUsers }) => (shownToUsers ? 'yes' : 'no')],
  archivedAt: ['Archived', ({ archivedAt }) => (archivedAt ? 'yes' : 'no')],
  rules: ['Sub-rules', ({ rules }) => rules.map(subRuleText).join('; ') || 'none'],
}

const subRuleText = ({ name, condition, status }: Terms['rules'][number]) =>
  `${name} (${condition}${status === 'active' ? '' : ', inactive'})`

/** The terms that differ between two versions. */
export function changesBetween(before: Terms, after: Terms): Change[] {
  return Object.entries(TEXTS)
    .filter(([field]) => {
      const name = field as keyof Terms
      return JSON.stringify(before[name]) !== JSON.stringify(after[name])
    })
    .map(([, [label, text]]) => ({ label, before: text(before), after: text(after) }))
}
