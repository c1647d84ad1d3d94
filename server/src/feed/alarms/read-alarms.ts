import { listImports } from '../../programme/imports/import-store.ts'
import { findDrift } from '../../programme/ledger/invariant-store.ts'
import { canPay, type Rule, ruleAt } from '../../programme/rules/rule.ts'
import { findRulesNearLimits } from '../../programme/rules/rule-store.ts'
import type { Database } from '../../storage/database/database.ts'
import { findLastSeq } from '../events/event-queries.ts'
import type { Endpoint } from '../webhooks/webhook.ts'
import { listEndpoints } from '../webhooks/webhook-store.ts'
import type { Alarm } from './alarm.ts'

/** How many rules and imports are looked at, and for how long an import is worth an alarm. */
export const RULES_MAX = 50
export const IMPORTS_MAX = 20
export const IMPORT_DAYS = 7
const DAY_MS = 86_400_000

/** What is wrong with a partner now: webhooks first, then rules, imports and the ledger. */
export async function readAlarms(database: Database, partnerId: string, now: Date): Promise<Alarm[]> {
  const own = database.forPartner(partnerId)
  const [endpoints, lastSeq, rules, imports, drift] = await Promise.all([
    listEndpoints(database, partnerId),
    findLastSeq(own, partnerId),
    findRulesNearLimits(own, partnerId, { at: now, limit: RULES_MAX }),
    listImports(own, partnerId, { before: null, limit: IMPORTS_MAX }),
    findDrift(database, partnerId),
  ])
  const firstImport = now.getTime() - IMPORT_DAYS * DAY_MS
  return [
    ...endpoints.flatMap((endpoint) => ofEndpoint(endpoint, lastSeq)),
    ...rules.flatMap((rule) => ofRule(ruleAt(rule, now))),
    ...imports.flatMap(({ id, refused, lines, finishedAt }): Alarm[] =>
      refused > 0 && finishedAt !== null && finishedAt.getTime() >= firstImport
        ? [{ kind: 'import_refused', id, since: finishedAt, refused, lines }]
        : [],
    ),
    ...drift.map(
      ({ invariant, checkedAt }): Alarm => ({ kind: 'ledger_drift', id: invariant, since: checkedAt }),
    ),
  ]
}

/**
 * One line, because mails list alarms by lines. An address may hold a secret, so an endpoint without a description
 * shows its host alone.
 */
const nameOf = ({ description, url }: Endpoint) =>
  description.replaceAll(/\s+/g, ' ').trim() || new URL(url).host

function ofEndpoint(endpoint: Endpoint, lastSeq: bigint): Alarm[] {
  const { id, enabled, failingSince, switchedOffAt, cursor } = endpoint
  const alarm = { id, name: nameOf(endpoint), waiting: lastSeq - cursor }
  if (switchedOffAt) return [{ kind: 'webhook_off', ...alarm, since: switchedOffAt }]
  return enabled && failingSince ? [{ kind: 'webhook_failing', ...alarm, since: failingSince }] : []
}

/** A rule that does not run pays nothing, whatever is left of it. */
function ofRule(rule: Rule): Alarm[] {
  const { id, name, status, phase, participants, participantsMax, coinBudget, budgetUsed } = rule
  if (status !== 'active' || phase !== 'running') return []
  const alarms: Alarm[] = []
  if (coinBudget !== null && budgetUsed * 10n > coinBudget * 9n)
    alarms.push({
      kind: canPay(rule) ? 'budget_low' : 'budget_gone',
      id,
      name,
      left: coinBudget - budgetUsed,
      budget: coinBudget,
    })
  if (participants >= participantsMax) alarms.push({ kind: 'rule_full', id, name })
  return alarms
}
