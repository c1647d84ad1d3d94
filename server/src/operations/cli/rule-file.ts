import { parseDocument, stringify } from 'yaml'
import type { Rule } from '../../../../sdk/src/index.ts'
import { nearestName } from '../../http/input/nearest-name.ts'
import { NewRuleBody, SubRuleBody } from '../../programme/rules/rule-body.ts'
import { READ_ONLY_FIELDS } from '../../programme/rules/rule-data.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'

/** A rule as a file has it. Fields that it leaves out stay as they are. */
export type FileRule = { name: string } & Record<string, unknown>

/** Readers look for these fields first. */
const FIRST = ['name', 'type', 'status', 'condition']
const FIELDS = [...new Set([...FIRST, ...Object.keys(NewRuleBody.properties)])].filter(
  (field) => !READ_ONLY_FIELDS.includes(field),
)
const SUB_RULE_FIELDS = Object.keys(SubRuleBody.properties)

/** The fields of a rule that a partner decides. */
export function termsOf(rule: Rule): FileRule {
  const fields = rule as unknown as Record<string, unknown>
  return Object.fromEntries(
    FIELDS.filter((field) => field in fields && !(field === 'rules' && rule.rules.length === 0)).map(
      (field) => [field, fields[field]],
    ),
  ) as FileRule
}

export function formatRules(rules: FileRule[], about: string): string {
  return `# ${about}\n# Fields that are left out stay as they are. Change it, then: laurel rules plan FILE\n${stringify({ rules })}`
}

/** Names every mistake of the file at once. */
export function parseRules(text: string, file: string): FileRule[] {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw new StartProblem(`${file} is not valid YAML: ${error.message.trim()}`)
  const found = document.toJS()
  const rules = found?.rules
  if (!Array.isArray(rules))
    throw new StartProblem(
      `${file} must have a list of rules below "rules:", as laurel rules pull writes it.`,
    )
  const problems = [
    ...unknownIn(found, ['rules'], 'the file'),
    ...rules.flatMap((rule, index) => problemsOf(rule, `rule ${index + 1}`)),
    ...repeatedNames(rules),
  ]
  if (problems.length > 0) throw new StartProblem(`${file}: ${problems.join('; ')}.`)
  return rules
}

function problemsOf(rule: unknown, place: string): string[] {
  if (!isRecord(rule)) return [`${place} is not a list of fields`]
  if (typeof rule.name !== 'string' || rule.name === '') return [`${place} has no name`]
  const named = `rule "${rule.name}"`
  return [...unknownIn(rule, FIELDS, named), ...subRuleProblems(rule.rules, named)]
}

function subRuleProblems(rules: unknown, place: string): string[] {
  if (rules === undefined) return []
  if (!Array.isArray(rules)) return [`${place} must have a list as rules`]
  return rules.flatMap((sub, index) => {
    const named = `sub-rule ${index + 1} of ${place}`
    if (!isRecord(sub) || typeof sub.name !== 'string') return [`${named} has no name`]
    return unknownIn(sub, SUB_RULE_FIELDS, named)
  })
}

function unknownIn(input: Record<string, unknown>, known: string[], place: string): string[] {
  return Object.keys(input)
    .filter((field) => !known.includes(field))
    .map((field) => {
      const nearest = nearestName(field, known)
      return `${place} has the unknown field ${field} (${nearest ? `did you mean ${nearest}?` : `known: ${known.join(', ')}`})`
    })
}

function repeatedNames(rules: { name?: unknown }[]): string[] {
  const names = rules.map((rule) => rule?.name)
  const repeated = names.filter((name, index) => name !== undefined && names.indexOf(name) !== index)
  return [...new Set(repeated)].map((name) => `the name "${name}" is there twice`)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
