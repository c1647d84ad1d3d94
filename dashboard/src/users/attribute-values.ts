import type { AttributeChanges, MemberAttributes } from '@laurel/sdk'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'

type Attributes = MemberAttributes['attributes']
type Value = Attributes[string]

export const ATTRIBUTES_MAX = 30
const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/
const TEXT_MAX = 200

/** An attribute as it is typed. */
export type AttributeInput = { key: string; name: string; kind: 'text' | 'number' | 'boolean'; text: string }

export type AttributeInputs = { inputs: AttributeInput[] }

export const newAttributeInput = (): AttributeInput => ({
  key: crypto.randomUUID(),
  name: '',
  kind: 'text',
  text: '',
})

export const inputsOf = (attributes: Attributes): AttributeInput[] =>
  Object.entries(attributes).map(([name, value]) => ({
    key: crypto.randomUUID(),
    name,
    kind: typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean',
    text: String(value),
  }))

export const valueText = (value: Value): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)

/** What is wrong, by the path of the input. */
export function problemsOf({ inputs }: AttributeInputs): Record<string, string> {
  const problems = inputs.flatMap((input, index): [string, string][] => {
    const path = `inputs.${index}`
    const isRepeated = inputs.findIndex(({ name }) => name === input.name) < index
    const named = NAME.test(input.name)
      ? isRepeated && 'Another attribute has this name.'
      : 'Begin with a letter; then letters, digits and _, at most 64.'
    const value = valueProblem(input)
    return [
      ...(named ? [[`${path}.name`, named] as [string, string]] : []),
      ...(value ? [[`${path}.text`, value] as [string, string]] : []),
    ]
  })
  return Object.fromEntries(problems)
}

function valueProblem({ kind, text }: AttributeInput): string | null {
  if (kind === 'text') return [...text].length > TEXT_MAX ? `Use at most ${TEXT_MAX} characters.` : null
  if (kind === 'boolean') return null
  const unclear = unclearNumber(text)
  if (unclear) return unclear
  return text.trim() !== '' && Number.isFinite(numberOf(text)) ? null : 'Type a number, such as 12.5.'
}

const numberOf = (text: string) => Number(typedNumber(text))

function typedValue({ kind, text }: AttributeInput): Value {
  if (kind === 'number') return numberOf(text)
  return kind === 'boolean' ? text === 'true' : text
}

/** What differs from before. Others may have changed the rest in the meantime. */
export function changesOf(before: Attributes, inputs: AttributeInput[]): AttributeChanges['attributes'] {
  const after = new Map(inputs.map((input) => [input.name, typedValue(input)]))
  const removed = Object.keys(before).filter((name) => !after.has(name))
  const set = [...after].filter(([name, value]) => !Object.hasOwn(before, name) || before[name] !== value)
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...set])
}
