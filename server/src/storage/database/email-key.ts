import { type Sql, sql } from './sql.ts'

/**
 * An e-mail address as all addresses are compared: with the letters A to Z in lower case and nothing else changed. Other
 * letters stay apart, because the Kelvin sign and the dotted capital I have ASCII letters as their lower case, and a
 * mailbox with one of them belongs to someone else.
 */
export const emailKey = (email: string): string =>
  email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Does the same to a column. The indexes on addresses have this expression. */
export const emailKeyOf = (column: Sql): Sql => sql`lower(${column} collate "C")`
