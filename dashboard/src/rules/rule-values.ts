import { randomId } from '@mantine/hooks'
import type { BodyOf, DataOf } from '../api/types.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import type { RuleDraft } from './rule-text.ts'

export type RuleData = DataOf<'readRule'>
type RuleType = NonNullable<BodyOf<'createRule'>['type']>
type Status = 'active' | 'inactive'

/** A sub-rule in the form; an existing one keeps its name. */
export type SubRuleValues = { key: string; name: string; condition: string; status: Status; isKept: boolean }

/** The form's values. */
export type RuleValues = {
  type: RuleType
  name: string
  coinValue: string
  condition: string
  maxNumberOfParticipant: string
  completionNumber: string
  hasUserLimit: boolean
  userLimitAward: string
  status: Status
  rules: SubRuleValues[]
}

export const newSubRule = (): SubRuleValues => ({
  key: randomId(),
  name: '',
  condition: '',
  status: 'active',
  isKept: false,
})

export const newRuleValues = (): RuleValues => ({
  type: 'single',
  name: '',
  coinValue: '',
  condition: '',
  maxNumberOfParticipant: '',
  completionNumber: '3',
  hasUserLimit: false,
  userLimitAward: '1',
  status: 'active',
  rules: [newSubRule(), newSubRule()],
})

const statusOf = (status: string): Status => (status === 'active' ? 'active' : 'inactive')

export const valuesOf = (rule: RuleData): RuleValues => ({
  type: rule.type === 'batched' || rule.type === 'combined' ? rule.type : 'single',
  name: rule.name,
  coinValue: rule.coinValue,
  condition: rule.condition,
  maxNumberOfParticipant: rule.maxNumberOfParticipant,
  completionNumber: rule.completionNumber,
  hasUserLimit: rule.userLimitAward !== '-1',
  userLimitAward: rule.userLimitAward === '-1' ? '1' : rule.userLimitAward,
  status: statusOf(rule.status),
  rules: rule.rules.map((sub) => ({ ...sub, key: sub.name, status: statusOf(sub.status), isKept: true })),
})

const limitOf = ({ hasUserLimit, userLimitAward }: RuleValues) =>
  hasUserLimit ? typedNumber(userLimitAward) : '-1'

const subRulesOf = ({ rules }: RuleValues) =>
  rules.map(({ name, condition, status }) => ({ name: name.trim(), condition, status }))

export const draftOf = (values: RuleValues): RuleDraft => ({
  ...values,
  coinValue: typedNumber(values.coinValue),
  maxNumberOfParticipant: typedNumber(values.maxNumberOfParticipant),
  completionNumber: typedNumber(values.completionNumber),
  userLimitAward: limitOf(values),
})

/** Asks about numbers that can be read in two ways. */
export const checkNumbers = (values: RuleValues) => ({
  coinValue: unclearNumber(values.coinValue),
  maxNumberOfParticipant: unclearNumber(values.maxNumberOfParticipant),
  ...(values.type === 'batched' && { completionNumber: unclearNumber(values.completionNumber) }),
  ...(values.hasUserLimit && { userLimitAward: unclearNumber(values.userLimitAward) }),
})

export function newRuleBody(values: RuleValues): BodyOf<'createRule'> {
  return {
    type: values.type,
    name: values.name.trim(),
    status: values.status,
    condition: values.condition,
    coinValue: typedNumber(values.coinValue),
    maxNumberOfParticipant: typedNumber(values.maxNumberOfParticipant),
    userLimitAward: limitOf(values),
    ...(values.type === 'batched' && { completionNumber: typedNumber(values.completionNumber) }),
    ...(values.type === 'combined' && { rules: subRulesOf(values) }),
  }
}

/** Only the changed fields, so that concurrent changes to others are kept. */
export function changesOf(rule: RuleData, values: RuleValues): BodyOf<'changeRule'> {
  const before: Record<string, unknown> = newRuleBody(valuesOf(rule))
  const { name: _name, type: _type, status: _status, ...after } = newRuleBody(values)
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  )
  return Object.fromEntries(changed)
}
