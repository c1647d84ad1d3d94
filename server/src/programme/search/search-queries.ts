import { beginsWith } from '../../storage/database/begins-with.ts'
import { type Db, type Sql, sql } from '../../storage/database/database.ts'

/** How many names of rules, and how many of the latest notes, are compared with a text. */
export const NAMES_SCANNED_MAX = 10_000
export const NOTES_SCANNED_MAX = 10_000

export type FoundRule = { id: string; name: string; ruleName: string; status: 'active' | 'inactive' }

/** Rules with a text in their name or in the name of a sub-rule. */
export function searchRules(db: Db, partnerId: string, text: string, limit: number): Promise<FoundRule[]> {
  return db.many<FoundRule>(sql`
    select r.id, n.name, r.name as rule_name, r.status
    from (
      select name, rule_id
      from rule_names
      where partner_id = ${partnerId}
      order by name
      limit ${NAMES_SCANNED_MAX}
    ) n
    join rules r on r.partner_id = ${partnerId} and r.id = n.rule_id
    where strpos(n.name, lower(${text})) > 0
    limit ${limit}`)
}

export function findRuleById(db: Db, partnerId: string, id: string): Promise<FoundRule[]> {
  return db.many<FoundRule>(sql`
    select id, name, name as rule_name, status
    from rules
    where partner_id = ${partnerId} and id = ${id}`)
}

/** References that begin with a text, in their order. */
export async function searchReferences(
  db: Db,
  partnerId: string,
  text: string,
  limit: number,
): Promise<string[]> {
  const rows = await Promise.all([
    db.many<{ reference: string }>(distinctReferences(sql`awards`, partnerId, text, limit)),
    db.many<{ reference: string }>(distinctReferences(sql`coin_transactions`, partnerId, text, limit)),
  ])
  const references = new Set(rows.flat().map(({ reference }) => reference))
  return [...references].sort((left, right) => (left < right ? -1 : 1)).slice(0, limit)
}

/** Goes from one reference to the next by index: one of them may have any number of rows. */
const distinctReferences = (table: Sql, partnerId: string, text: string, limit: number): Sql => sql`
  with recursive found (reference, no) as (
    (
      select reference, 1
      from ${table}
      where partner_id = ${partnerId} and ${beginsWith(sql`reference`, sql`${text}::text`)}
      order by reference
      limit 1
    )
    union all
    select further.reference, found.no + 1
    from found
    cross join lateral (
      select reference
      from ${table}
      where partner_id = ${partnerId} and ${beginsWith(sql`reference`, sql`${text}::text`)}
        and reference > found.reference
      order by reference
      limit 1
    ) further
    where found.no < ${limit}
  )
  select reference
  from found`

/** The events among the latest with a note that has a text, newest first. */
export async function searchNotes(db: Db, partnerId: string, text: string, limit: number): Promise<bigint[]> {
  const rows = await db.many<{ seq: bigint }>(sql`
    select seq
    from (
      select seq, note
      from personal_data
      where partner_id = ${partnerId}
      order by seq desc
      limit ${NOTES_SCANNED_MAX}
    ) latest
    where strpos(lower(note), lower(${text})) > 0
    limit ${limit}`)
  return rows.map(({ seq }) => seq)
}
