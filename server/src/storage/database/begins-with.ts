import { type Sql, sql } from './sql.ts'

const LAST_CHARACTER = '\u{10ffff}'

/** Whether a text in the order of characters begins with a term. A range uses an index; `like` with a parameter does not. */
export const beginsWith = (text: Sql, term: Sql): Sql =>
  sql`${text} >= ${term} and ${text} < ${term} || ${LAST_CHARACTER}`
