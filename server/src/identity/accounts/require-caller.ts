import { refusalOf } from '../../http/edge/request-caller.ts'
import type { Actor } from '../../runtime/caller.ts'
import type { Tx } from '../../storage/database/database.ts'
import { findRevoked } from './revocation-store.ts'
import { lockTeamSessions } from './session-store.ts'

/**
 * Refuses a caller whose session, secret or role was lost after the guard admitted the request. Called in the
 * transaction of the write, once it holds the lock under which roles change.
 */
export async function requireCaller(tx: Tx, { partnerId, caller }: Actor): Promise<void> {
  if (!caller) return
  const { kind, sessionId, tokenId } = caller.credential
  if (kind === 'team') {
    const locked = await lockTeamSessions(tx, [sessionId])
    const session = locked.find((each) => each.partnerId === partnerId)
    throwIf(refusalOf(caller, { isOpen: session !== undefined, role: session?.role }))
  } else {
    const revoked = await findRevoked(tx, tokenId === undefined ? [sessionId] : [sessionId, tokenId])
    throwIf(refusalOf(caller, { isOpen: revoked.length === 0 }))
  }
}

function throwIf(refusal: Error | undefined): void {
  if (refusal) throw refusal
}
