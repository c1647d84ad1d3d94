import { type ByPartner, findForEachRow } from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql } from '../../storage/database/database.ts'
import { LISTENERS_MAX } from './listener.ts'
import type { Rule } from './rule.ts'
import type { ListenedType } from './rule-batch.ts'
import { selectRules } from './rule-store.ts'

/** Rules that can match activities of these types, whose ledgers must be locked. */
export function findListeningRules(db: Db, types: ByPartner<ListenedType>): Promise<ByPartner<Rule>> {
  return findForEachRow(
    db,
    types,
    LISTENED_TYPE_COLUMNS,
    (partnerId) => sql`
      ${selectRules(partnerId)}
      where partner_id = ${partnerId} and archived_at is null and id = any(${listeningIds(partnerId)})`,
    LISTENERS_MAX,
  )
}

export const LISTENED_TYPE_COLUMNS = { type: 'text', version: 'bigint', rule_ids: 'text' } as const

/** The ids of the rules that can match activities of a type, which `given` names. Most are known by the version. */
export const listeningIds = (partnerId: Sql): Sql => sql`
  case
    when given.version = (select l.rules_version from ledgers l where l.partner_id = ${partnerId})
      then string_to_array(given.rule_ids, ',')::uuid[]
    else array(
      select r.id
      from rules r
      where r.partner_id = ${partnerId} and r.activity_type = given.type and r.archived_at is null
      union
      select s.rule_id
      from sub_rules s
      where s.partner_id = ${partnerId} and s.activity_type = given.type
    )
  end`
