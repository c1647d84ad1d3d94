import { Type } from 'typebox'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { FORMATS, isPlain, Line } from './fields.ts'

const PAIRS_MAX = 20
const BYTES_MAX = 4_096
const METADATA_MUST = `be an object of at most ${PAIRS_MAX} texts without control characters, together at most ${BYTES_MAX} bytes as JSON`

export const Reference = () =>
  Line(100, {
    description: 'Your own id of what this is about, such as an order. Several records may share it.',
  })

const Metadata = () =>
  Type.Record(Type.String(), Type.String(), {
    maxProperties: PAIRS_MAX,
    must: METADATA_MUST,
    description: `Up to ${PAIRS_MAX} texts of your own, together at most ${BYTES_MAX} bytes.`,
    examples: [{ shop: 'Lagos 3', till: '2' }],
  })

/** Optional in every request that moves coins. */
export const labelFields = {
  reference: Type.Optional(Reference()),
  metadata: Type.Optional(Metadata()),
}

type LabelsInput = { reference?: string; metadata?: Record<string, string> }

/** Refuses what a schema cannot: the size as JSON, and control characters. */
export function checkLabels({ metadata }: { metadata?: unknown }): FieldProblem[] {
  if (typeof metadata !== 'object' || metadata === null) return []
  const pairs = Object.entries(metadata)
  const isFit =
    Buffer.byteLength(JSON.stringify(metadata)) <= BYTES_MAX &&
    pairs.every(([name, text]) => FORMATS.line(name) && typeof text === 'string' && isPlain(text))
  return isFit ? [] : [wrong('metadata', `must ${METADATA_MUST}`)]
}

export const labelsOf = ({ reference, metadata }: LabelsInput) => ({
  reference: reference ?? null,
  metadata: metadata && Object.keys(metadata).length > 0 ? metadata : null,
})
