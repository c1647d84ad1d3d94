/** Why what really happened may differ from a backtest, so that its figures are an estimate. */
const SENTENCES = {
  rule_changed: 'The rule did not have these terms over the whole time.',
  not_active: 'The rule was not active over the whole time.',
  counted_before: 'The rule had paid or counted before that time; the backtest begins at zero.',
  awarded_by_name: 'The rule was also awarded by name.',
  exclusive_group: 'The rule is in an exclusive group; the backtest leaves out the other rules.',
  reversed: 'Awards of the rule were reversed; the backtest reverses nothing.',
  unreadable: 'Some activities were erased or are past their retention; the backtest leaves them out.',
  member_limit: 'All rules together had a limit for each member, which the backtest leaves out.',
  balance_limit: 'A wallet was too full for a payment.',
  member_changed: 'The externalId or joinedAt of some members may have changed since.',
  newest_only: 'There are more activities than a backtest tries; it tried the newest.',
} as const

export type NoteCode = keyof typeof SENTENCES
export const NOTE_CODES = Object.keys(SENTENCES) as NoteCode[]

export type Note = { code: NoteCode; note: string }

/** Notes in the order of this file. */
export const notesOf = (codes: ReadonlySet<NoteCode>): Note[] =>
  NOTE_CODES.filter((code) => codes.has(code)).map((code) => ({ code, note: SENTENCES[code] }))
