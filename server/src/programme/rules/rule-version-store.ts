import { allOf, type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { ACTOR } from '../ledger/record-store.ts'
import { readEach } from '../read-batches/read-batch.ts'
import type { Rule, RuleTermsSnapshot } from './rule.ts'

/** A rule as one change left it. */
export type RuleVersion = {
  version: number
  actor: RecordedActor
  createdAt: Date
  data: RuleTermsSnapshot
}

export function insertRuleVersion(
  tx: Tx,
  partnerId: string,
  rule: Rule,
  { actorId, data }: { actorId: bigint; data: RuleVersion['data'] },
): void {
  tx.send(sql`
    insert into rule_versions (partner_id, rule_id, version, data, actor_id, created_at)
    values (${partnerId}, ${rule.id}, ${rule.version}, ${JSON.stringify(data)}, ${actorId}, ${rule.updatedAt})`)
}

/** What a partner decided about a rule in a version. */
export async function findRuleVersion(
  db: Db,
  partnerId: string,
  { ruleId, version }: { ruleId: string; version: number },
): Promise<RuleTermsSnapshot | undefined> {
  const row = await db.first<{ data: RuleTermsSnapshot }>(sql`
    select data
    from rule_versions
    where partner_id = ${partnerId} and rule_id = ${ruleId} and version = ${version}`)
  return row?.data
}

type VersionsAsked = { ruleId: string; before: number | null; limit: number }

export const RULE_VERSIONS = readEach(listRuleVersions)

/** Lists versions newest first. */
function listRuleVersions(
  db: Db,
  partnerId: string,
  { ruleId, before, limit }: VersionsAsked,
): Promise<RuleVersion[]> {
  return db.many<RuleVersion>(sql`
    select v.version, v.data, v.created_at,
      ${ACTOR} as actor
    from rule_versions v
    left join actors x on x.partner_id = v.partner_id and x.id = v.actor_id
    where ${allOf(
      sql`v.partner_id = ${partnerId}`,
      sql`v.rule_id = ${ruleId}`,
      before === null ? null : sql`v.version < ${before}`,
    )}
    order by v.version desc
    limit ${limit}`)
}
