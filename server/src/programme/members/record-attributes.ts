import type { Tx } from '../../storage/database/database.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { recordActor } from '../ledger/record-store.ts'
import { type AttributeVersion, insertAttributeVersions } from './attribute-store.ts'

/** Records what members have since an event of theirs. */
export function recordAttributes(
  tx: Tx,
  { partnerId }: { partnerId: string },
  actor: RecordedActor,
  versions: readonly Omit<AttributeVersion, 'actorId'>[],
): void {
  if (versions.length === 0) return
  const actorId = recordActor(tx, { partnerId }, actor)
  insertAttributeVersions(
    tx,
    partnerId,
    versions.map((version) => ({ ...version, actorId })),
  )
}
