import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Tx } from '../../storage/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isServiceType, SERVICE_TYPES, type ServiceType } from './activity-type.ts'
import { listenersTo } from './listener.ts'
import type { Rule } from './rule.ts'
import { findRulesByActivityType } from './rule-store.ts'

/** Keeps in the ledger which activities of the service itself an active rule listens to, after a rule was changed. */
export async function followServiceTypes(tx: Tx, ledger: Ledger, changed: Rule): Promise<void> {
  const { partnerId, notesJoins, notesReferrals } = ledger
  const mayListen = [changed, ...changed.subRules].some(
    ({ activityType }) => activityType !== null && isServiceType(activityType),
  )
  if (!mayListen && !notesJoins && !notesReferrals) return
  const found = await findRulesByActivityType(tx, new Map([[partnerId, [...SERVICE_TYPES]]]))
  const hasActive = (type: ServiceType) =>
    listenersTo(type, rowsOf(found, partnerId)).some(
      ({ rule, subRule }) => rule.status === 'active' && subRule?.status !== 'inactive',
    )
  ledger.notesJoins = hasActive('member.joined')
  ledger.notesReferrals = hasActive('member.referred')
}
