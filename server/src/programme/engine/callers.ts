import { refusalOf } from '../../http/edge/request-caller.ts'
import {
  lockTeamSessions,
  type TeamSession,
  tryLockTeamSessions,
} from '../../identity/accounts/session-store.ts'
import type { Role } from '../../runtime/caller.ts'
import type { Failure } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { insertActors, newActors, rememberActors } from '../ledger/record-store.ts'
import type { Call, PartnerBatch } from './batch.ts'

/** Sessions of team members that stay open until the transaction ends, and those that another one has locked. */
export type Sessions = { locked: TeamSession[]; busy: TeamSession[] }

/** The sessions of the team members among the callers. */
export const sessionIdsIn = (calls: readonly Call[]): string[] => [
  ...new Set(
    calls.flatMap(({ caller }) => (caller?.credential.kind === 'team' ? [caller.credential.sessionId] : [])),
  ),
]

export async function lockSessions(tx: Tx, ids: string[], { waits }: { waits: boolean }): Promise<Sessions> {
  if (ids.length === 0) return { locked: [], busy: [] }
  return waits ? { locked: await lockTeamSessions(tx, ids), busy: [] } : tryLockTeamSessions(tx, ids)
}

/** The sessions of a forecast are those that the guard admitted. */
export const sessionsOf = (partnerId: string, calls: readonly Call[]): Sessions => ({
  locked: calls.flatMap(({ caller }) => {
    const { sessionId, role } = caller?.credential ?? {}
    return sessionId && role ? [{ sessionId, partnerId, role }] : []
  }),
  busy: [],
})

export const rolesIn = ({ locked }: Sessions, partnerId: string): Map<string, Role> =>
  new Map(locked.flatMap((each) => (each.partnerId === partnerId ? [[each.sessionId, each.role]] : [])))

/** Checks team members only; for others the guard polls revocations. */
export function refusalOfCaller({ roles }: PartnerBatch, { caller }: Call): Failure | undefined {
  if (caller?.credential.kind !== 'team') return undefined
  const role = roles.get(caller.credential.sessionId)
  return refusalOf(caller, { isOpen: role !== undefined, role })
}

export function saveActors(tx: Tx, batches: PartnerBatch[]): void {
  const actors = batches.map(({ ledger: { partnerId }, actors }): [string, ReturnType<typeof newActors>] => [
    partnerId,
    newActors(partnerId, actors),
  ])
  insertActors(tx, new Map(actors))
}

/** Runs after the commit: the next batches need not insert these actors. */
export function rememberSavedActors(batches: PartnerBatch[]): void {
  for (const { ledger, actors } of batches) rememberActors(ledger.partnerId, actors)
}
