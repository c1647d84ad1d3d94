import { findUsedKeysByPartner, type UsedKey } from '../idempotency/stored-response-store.ts'
import type { BatchPart, FollowingPart, RecordKeys } from './batch-part.ts'

type UsedKeyKeys = RecordKeys & { idempotencyKeys: Set<string> }
type UsedKeyRows = { usedKeys: UsedKey }
type UsedKeyState = {
  /** Keys of bulk calls with a stored response; their items are not decided again. */
  respondedKeys: ReadonlySet<string>
}

/** Loads which idempotency keys were used before. */
export const USED_KEYS: BatchPart<UsedKeyKeys, UsedKeyRows, UsedKeyState> &
  FollowingPart<UsedKeyRows, RecordKeys> = {
  newKeys: () => ({
    idempotencyKeys: new Set(),
    awardRecordIds: [],
    transactionRecordIds: [],
    reversalRecordIds: [],
    returnRecordIds: [],
    activityRecordIds: [],
  }),
  load: (db, each) => ({ usedKeys: findUsedKeysByPartner(db, each('idempotencyKeys')) }),
  follows: ({ usedKeys }) => usedKeys.length > 0,
  follow({ usedKeys }, keys) {
    for (const { kind, recordId } of usedKeys)
      if (kind !== 'response' && recordId !== null) keys[`${kind}RecordIds` as const].push(recordId)
  },
  state: (_, { usedKeys }) => ({
    respondedKeys: new Set(
      usedKeys.flatMap(({ key, kind, isReserved }) => (kind === 'response' && !isReserved ? [key] : [])),
    ),
  }),
  save: null,
}
