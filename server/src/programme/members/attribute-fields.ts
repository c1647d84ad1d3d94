import { Type } from 'typebox'
import { isPlain } from '../../http/input/fields.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import {
  ATTRIBUTES_MAX,
  type AttributeChanges,
  isAttributeName,
  NAME_CHARACTERS_MAX,
  TEXT_CHARACTERS_MAX,
} from './attribute.ts'

/** Removes all that a member has, and sets as many others. */
const CHANGES_MAX = 2 * ATTRIBUTES_MAX

const NAMES = `letters, digits and _, beginning with a letter, at most ${NAME_CHARACTERS_MAX} characters`
const VALUE_MUST = `must be text of at most ${TEXT_CHARACTERS_MAX} characters without control characters, a finite number, true or false`

const VALUES = ['string', 'number', 'boolean']

/** What is documented. Names and values are checked by `checkAttributes`, whose problems name them. */
const attributesField = (max: number, { description, values }: { description: string; values: string[] }) =>
  Type.Unsafe<AttributeChanges>({
    type: 'object',
    maxProperties: max,
    additionalProperties: true,
    must: `be an object of at most ${max} values by name`,
    documentedAs: {
      type: 'object',
      maxProperties: max,
      propertyNames: { pattern: '^[a-zA-Z][a-zA-Z0-9_]*$', maxLength: NAME_CHARACTERS_MAX },
      additionalProperties: { type: values, maxLength: TEXT_CHARACTERS_MAX },
      description,
      examples: [{ city: 'Lagos', tier: 'gold' }],
    },
  })

/** Of a new member. */
export const AttributesField = () =>
  attributesField(ATTRIBUTES_MAX, {
    values: [...VALUES, 'null'],
    description: `What you say about the user, for the conditions of rules: up to ${ATTRIBUTES_MAX} texts, numbers or booleans by name (${NAMES}); null counts as not given. Only you see them.`,
  })

/** In a response. */
export const AttributesShown = () =>
  attributesField(ATTRIBUTES_MAX, { values: VALUES, description: 'Texts, numbers and booleans by name.' })

/** Changes of a member's attributes. */
export const AttributeChangesField = () =>
  attributesField(CHANGES_MAX, {
    values: [...VALUES, 'null'],
    description: `New values by name (${NAMES}); null removes one. Others stay as they are. A user has at most ${ATTRIBUTES_MAX}.`,
  })

/** Refuses names and values that a schema would refuse without naming them. */
export function checkAttributes({ attributes }: { attributes?: unknown }): FieldProblem[] {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return []
  const entries = Object.entries(attributes)
  if (!entries.every(([name]) => isAttributeName(name)))
    return [wrong('attributes', `must have names of ${NAMES}`)]
  return entries
    .filter(([, value]) => value !== null && !isValue(value))
    .map(([name]) => wrong(`attributes.${name}`, VALUE_MUST))
}

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return isShort(value) && isPlain(value)
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

/** A character has up to two units of UTF-16. */
const isShort = (text: string) =>
  text.length <= TEXT_CHARACTERS_MAX ||
  (text.length <= 2 * TEXT_CHARACTERS_MAX && [...text].length <= TEXT_CHARACTERS_MAX)
