/** A failure response of the API. */
export class ApiFailure extends Error {
  readonly status: number
  /** A stable code such as `session_ended` or `rule_full`. */
  readonly code: string
  /** Identifies the request in the service's logs. */
  readonly requestId: string | null

  constructor({
    status,
    code,
    sentence,
    requestId,
  }: {
    status: number
    code: string
    sentence: string
    requestId: string | null
  }) {
    super(sentence)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

const UNREACHABLE = 'The service cannot be reached; check your connection and try again.'

/** The sentence to show for a failed request. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiFailure ? error.message : UNREACHABLE

/**
 * A refusal names every wrong field in one sentence, separated by semicolons; this finds the part of each field that a form shows. A part
 * that names none goes on about the field before it.
 */
export function problemsByField(error: unknown, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {}
  const problems: Record<string, string> = {}
  let field: string | undefined
  for (const part of error.message.replace(/\.$/, '').split('; ')) {
    const named = fields.find((name) => part.startsWith(`${name} `))
    field = named ?? field
    if (field === undefined) continue
    const said = named ? part.slice(named.length + 1) : part
    problems[field] = field in problems ? `${problems[field]}; ${said}` : standingAlone(said)
  }
  return Object.fromEntries(Object.entries(problems).map(([name, sentence]) => [name, `${sentence}.`]))
}

/** "must be a number" and "is required" are read below the field that they are about. */
const standingAlone = (problem: string): string =>
  problem.startsWith('must ') ? `M${problem.slice(1)}` : `This ${problem}`
