import type { Actor } from '../../runtime/caller.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Database } from '../../storage/database/database.ts'
import type { CoinCall } from '../coin-calls/coin-call.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { findUnusedExternalIds, joinWithoutAccount } from '../members/join-without-account.ts'
import type { Activity, ActivityRequest } from './activity.ts'
import { occurredProblem } from './occurred.ts'

type Services = { database: Database; encryption: Encryption; now: () => Date }

/** An activity, and whether its member is joined first. */
export type EnrollingRequest = ActivityRequest & { enrol: boolean }

/** The external ids that activities ask to join. One that is too old to be recorded joins no member. */
const enrolledIn = (requests: readonly EnrollingRequest[], now: Date): string[] => [
  ...new Set(
    requests.flatMap(({ enrol, member, occurredAt }) =>
      enrol && 'externalId' in member && !occurredProblem(occurredAt, now) ? [member.externalId] : [],
    ),
  ),
]

/**
 * Joins whom activities ask to join, in a transaction of its own: those who were never members. A crash before the
 * activities leaves members without them, and a retry goes on.
 */
export async function enrolMembers(
  { database, encryption, now }: Services,
  actor: Actor,
  requests: readonly EnrollingRequest[],
): Promise<void> {
  const { partnerId } = actor
  const externalIds = enrolledIn(requests, now())
  if (externalIds.length === 0) return
  const unused = await findUnusedExternalIds(database, encryption, partnerId, externalIds)
  if (unused.length === 0) return
  const customers = unused.map((externalId) => ({ externalId, fullname: '', email: '' }))
  await partnerTransaction(database, actor, (tx, ledger) =>
    joinWithoutAccount(tx, ledger, customers, encryption, { restores: false }),
  )
}

/** Calls of activities that join their members first, where they ask for it. A forecast only acts as if. */
export function enrollingCalls(
  services: Services & { coinCalls: { activity: CoinCall<ActivityRequest, Activity> } },
): CoinCall<EnrollingRequest, Activity> {
  const { coinCalls } = services
  return {
    async decide(actor, request, keyed) {
      // Most members are known, so that nothing is read for them before the batch.
      const result = await coinCalls.activity.decide(actor, request, keyed)
      if (result.kind !== 'unknown' || !request.enrol) return result
      await enrolMembers(services, actor, [request])
      return coinCalls.activity.decide(actor, request, keyed)
    },
    async forecast(actor, requests) {
      const { database, encryption, now } = services
      const externalIds = enrolledIn(requests, now())
      const unused = new Set(
        externalIds.length === 0
          ? []
          : await findUnusedExternalIds(database, encryption, actor.partnerId, externalIds),
      )
      // Also for an activity that comes before the one that asks for it: members are joined before all of them.
      const isNew = ({ member }: EnrollingRequest) => 'externalId' in member && unused.has(member.externalId)
      return coinCalls.activity.forecast(
        actor,
        requests.map((request) => (isNew(request) ? { ...request, isNewMember: true } : request)),
      )
    },
  }
}
