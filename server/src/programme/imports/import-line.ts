import { type Static, Type } from 'typebox'
import { Email, Line, NumericString } from '../../http/input/fields.ts'
import { Reference } from '../../http/input/label-fields.ts'
import { closed } from '../../http/input/unknown-fields.ts'
import { findProblems } from '../../http/input/validation.ts'
import { type FieldProblem, invalidFields, wrong } from '../../runtime/failure.ts'
import { BALANCE_MAX, parseCoins } from '../ledger/coin.ts'
import { AttributesField, checkAttributes } from '../members/attribute-fields.ts'
import { ExternalId, isExternalId } from '../members/external-id.ts'

export const EXPIRY_YEARS_MAX = 100
const AMOUNT_NEEDED = 'be an amount from 0 to 70000000000000, with at most 2 decimals, such as "10" or "2.5"'

export const LINE_EXAMPLE = {
  externalId: 'customer-42',
  fullname: 'Ada Lovelace',
  email: 'ada@mail.example',
  coins: '12.5',
  points: '40',
  expiresOn: '2027-12-31',
  attributes: { city: 'Lagos' },
}

const LineBody = Type.Object(
  {
    externalId: ExternalId(),
    fullname: Type.Optional(Line(200)),
    email: Type.Optional(Email({ description: 'Stays with you: no account is made, and no mail is sent.' })),
    coins: Type.Optional(NumericString({ must: AMOUNT_NEEDED, description: 'What the wallet opens with.' })),
    points: Type.Optional(
      NumericString({ must: AMOUNT_NEEDED, description: 'The score of all time to begin with.' }),
    ),
    expiresOn: Type.Optional(
      Type.String({
        format: 'date',
        must: 'be a day such as 2027-12-31',
        description: `The last day of the coins in the programme's time zone: from tomorrow on, and at most ${EXPIRY_YEARS_MAX} years ahead. Without it they never expire.`,
      }),
    ),
    reference: Type.Optional(Reference()),
    attributes: Type.Optional(AttributesField()),
  },
  {
    check: (line: Record<string, unknown>) => [
      ...checkAmount(line, 'coins'),
      ...checkAmount(line, 'points'),
      ...checkAttributes(line),
    ],
    examples: [LINE_EXAMPLE],
  },
)

export const LINE_FIELDS = Object.keys(LineBody.properties)

/** A line as it waits: what makes a member, or why it makes none. Amounts are decimals. */
export type ReceivedLine = { line: number } & (
  | (Static<typeof LineBody> & { problem?: never })
  | { externalId: string | null; problem: string }
)

/** A misspelt name would lose what it holds. */
const lineProblems = findProblems(closed(LineBody))

/** Checks the value of a line. Empty values count as not given, as those of CSV files do. */
export function checkLine(line: number, value: unknown): ReceivedLine {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notAnObject(line)
  const fields = withoutEmpty(value)
  const problems = lineProblems(fields)
  if (problems.length === 0) return { line, ...(fields as Static<typeof LineBody>) }
  const sentence = invalidFields(withoutNames(problems)).message
  return refusedLine(line, sentence, (fields as { externalId?: unknown }).externalId)
}

/** The report keeps the sentence, and an unknown name can be anything, such as the address of a customer. */
function withoutNames(problems: FieldProblem[]): FieldProblem[] {
  const ofAttributes = problems.filter(({ field }) => field.startsWith('attributes.'))
  const known = problems.filter(({ field }) => LINE_FIELDS.includes(field))
  const others = problems.filter((each) => !known.includes(each) && !ofAttributes.includes(each))
  return [...known, ...unnamed('An attribute', ofAttributes), ...unnamed('A field', others)]
}

const unnamed = (field: string, problems: FieldProblem[]): FieldProblem[] =>
  Array.from(new Set(problems.map(({ problem }) => problem)), (problem) => wrong(field, problem))

export const notAnObject = (line: number) => refusedLine(line, 'The line is not a JSON object.')

export function refusedLine(line: number, problem: string, externalId?: unknown): ReceivedLine {
  const isOne = typeof externalId === 'string' && isExternalId(externalId)
  return { line, externalId: isOne ? externalId : null, problem }
}

export const amountOf = (amount: string | number | undefined): bigint =>
  amount === undefined ? 0n : (parseAmount(amount) ?? 0n)

/** Whether the line creates coins or points. */
export const hasOpening = (line: ReceivedLine): boolean =>
  line.problem === undefined && (amountOf(line.coins) > 0n || amountOf(line.points) > 0n)

const parseAmount = (value: string | number) =>
  /^0+(\.0{1,2})?$/.test(String(value)) ? 0n : parseCoins(value, BALANCE_MAX)

function checkAmount(line: Record<string, unknown>, field: string): FieldProblem[] {
  const amount = line[field]
  if (typeof amount !== 'string' && typeof amount !== 'number') return []
  return parseAmount(amount) === undefined ? [wrong(field, `must ${AMOUNT_NEEDED}`)] : []
}

const withoutEmpty = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== ''))
