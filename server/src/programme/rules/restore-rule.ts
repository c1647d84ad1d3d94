import type { Actor } from '../../runtime/caller.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { changeFoundRule, type RuleOf } from './change-rule.ts'
import type { Rule } from './rule.ts'
import { ruleChanges } from './rule-body.ts'
import { findRuleVersion } from './rule-version-store.ts'

/** Makes a rule inactive and hides it from lists. An archived rule stays as it is. */
export const archiveRule = (database: Database, actor: Actor, of: RuleOf): Promise<Rule> =>
  changeFoundRule(database, actor, of, async ({ archivedAt }, _, { now }) => ({
    status: 'inactive',
    archivedAt: archivedAt ?? now,
  }))

/** Shows an archived rule again. It stays inactive until it is activated. */
export const restoreRule = (database: Database, actor: Actor, of: RuleOf): Promise<Rule> =>
  changeFoundRule(database, actor, of, async ({ archivedAt }) =>
    archivedAt === null ? {} : { status: 'inactive', archivedAt: null },
  )

/** Gives a rule the terms of an earlier version, as a new one. */
export const restoreVersion = (
  database: Database,
  actor: Actor,
  { version, ...of }: RuleOf & { version: number },
): Promise<Rule> =>
  changeFoundRule(database, actor, of, async ({ id }, tx, { partnerId }) => {
    const data = await findRuleVersion(tx, partnerId, { ruleId: id, version })
    if (!data) throw notFound('Version')
    return ruleChanges(data)
  })
