import { ParseError } from '@marcbachmann/cel-js'

/** What is wrong at a place of an expression. */
export class ProblemAt extends Error {
  readonly position: number

  constructor(position: number, sentence: string) {
    super(sentence)
    this.position = position
  }
}

export function placeOf(source: string, position: number): string {
  const lines = source.slice(0, position).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`
}

const TOO_DEEP = 'more brackets inside brackets, or longer lists, than an expression can have'
const NO_NUMBER = 'not a number that can be kept'
const NOT_CLOSED = 'the quote of this text is not closed on its line'
const NO_ESCAPE = 'unknown escape; write a backslash as "\\\\"'
const NO_NAME = 'its first argument is a name, such as in exists(i, i.price > 10)'

const SENTENCES: Readonly<Record<string, string>> = {
  limit_exceeded: TOO_DEEP,
  invalid_number: NO_NUMBER,
  invalid_integer: NO_NUMBER,
  invalid_hex_integer: NO_NUMBER,
  invalid_exponent: NO_NUMBER,
  newline_in_string: NOT_CLOSED,
  unterminated_string: NOT_CLOSED,
  unterminated_triple_quoted_string: NOT_CLOSED,
  bytes_unicode_escape: NO_ESCAPE,
  invalid_unicode_escape: NO_ESCAPE,
  invalid_unicode_surrogate: NO_ESCAPE,
  invalid_hex_escape: NO_ESCAPE,
  invalid_octal_escape: NO_ESCAPE,
  octal_escape_out_of_range: NO_ESCAPE,
  invalid_escape_sequence: NO_ESCAPE,
  invalid_macro_argument: NO_NAME,
}

const HINTS: Readonly<Record<string, string>> = {
  '=': '; compare with ==',
  '&': '; write &&',
  '|': '; write ||',
  '.': '; write a digit before the point',
  and: '; write &&',
  or: '; write ||',
  not: '; write !',
}

/** The problem that the parser found. Other errors are thrown again. */
export function syntaxProblem(source: string, error: unknown): { position: number; message: string } {
  if (!(error instanceof ParseError)) throw error
  const { start, end } = error.range ?? { start: 0, end: 0 }
  return { position: start, message: SENTENCES[error.code] ?? unexpected(source.slice(start, end)) }
}

function unexpected(text: string): string {
  if (text === '') return 'the expression ends here, but something is missing'
  return `unexpected ${JSON.stringify(text)}${Object.hasOwn(HINTS, text) ? HINTS[text] : ''}`
}
