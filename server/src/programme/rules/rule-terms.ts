import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import type { RuleTerms } from './rule.ts'

type Compared = Pick<
  RuleTerms,
  | 'type'
  | 'perUnit'
  | 'coinsPerAwardMax'
  | 'startsAt'
  | 'endsAt'
  | 'coinBudget'
  | 'budgetPeriod'
  | 'userAwardsMax'
  | 'userCoinsMax'
  | 'userLimitPeriod'
>

/** Lists problems of terms that depend on each other, named like the fields of the API. */
export function termProblems(terms: Compared): FieldProblem[] {
  const { perUnit, startsAt, endsAt } = terms
  return [
    ...(perUnit && terms.type !== 'single'
      ? [wrong('perUnit', 'must be false unless the rule is single')]
      : []),
    ...(!perUnit && terms.coinsPerAwardMax !== null
      ? [wrong('maxCoinsPerAward', 'must be "-1" unless perUnit is true')]
      : []),
    ...(startsAt && endsAt && startsAt >= endsAt ? [wrong('endsAt', 'must be after startsAt')] : []),
    ...(terms.budgetPeriod !== 'total' && terms.coinBudget === null
      ? [wrong('budgetPeriod', 'must be total unless there is a coinBudget')]
      : []),
    ...(terms.userLimitPeriod !== 'total' && terms.userAwardsMax === null && terms.userCoinsMax === null
      ? [wrong('userLimitPeriod', 'must be total unless there is a userLimitAward or a userCoinLimit')]
      : []),
  ]
}
