import { hash } from 'node:crypto'
import type { Actor, Credential } from '../../runtime/caller.ts'

/** The writer of a ledger's event, as the event shows it. */
export type RecordedActor = { kind: 'client' | 'team' | 'user' | 'system'; id: string; name: string }

/** The service itself. */
export const SYSTEM: RecordedActor = { kind: 'system', id: '', name: 'laurel' }

/** A credential is used for many calls. */
const actors = new WeakMap<Credential, RecordedActor>()
const numbers = new WeakMap<RecordedActor, bigint>()

export function recordedActor({ caller }: Pick<Actor, 'caller'>): RecordedActor {
  if (!caller) return SYSTEM
  const known = actors.get(caller.credential)
  if (known) return known
  const { kind, subject, sessionId, name } = caller.credential
  // The subject of a client's token is the partner; its secret tells one client from another.
  const actor = { kind, id: kind === 'client' ? sessionId : subject, name }
  actors.set(caller.credential, actor)
  return actor
}

/** The number that records carry: the same for the same actor, and known without a read. */
export function actorNumber(actor: RecordedActor): bigint {
  const known = numbers.get(actor)
  if (known !== undefined) return known
  const { kind, id, name } = actor
  const digest = hash('sha256', JSON.stringify([kind, id, name]))
  const number = BigInt.asIntN(64, BigInt(`0x${digest.slice(0, 16)}`))
  numbers.set(actor, number)
  return number
}
